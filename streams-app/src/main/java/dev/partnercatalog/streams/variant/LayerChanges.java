package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.streams.variant.EntryBudget.Sum;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Applies a change of one layer: puts it into the store and reports every entry that it changes, and no other. Not
 * thread-safe.
 *
 * <p>The previous state of an entry is calculated again from the layers before the change, which costs less than
 * storing every entry a second time.
 */
final class LayerChanges {

    private final KeyValueStore<String, byte[]> store;
    private final LayerReader layers;
    private final LongSupplier revisions;
    private final EntryBudget budget;

    /** @param revisions supplies one for each new record of a product, always a higher one */
    LayerChanges(KeyValueStore<String, byte[]> store, LongSupplier revisions) {
        this.store = store;
        this.layers = new LayerReader(store);
        this.revisions = revisions;
        this.budget = new EntryBudget(store);
    }

    /** Receives the effects of a change. */
    interface Listener {

        /**
         * An entry has to be written.
         *
         * @param entry null if there is none any more
         * @param bpd the product; null if BPD lacks it
         */
        void changed(ScopedVariant key, @Nullable ResolvedEntry entry, @Nullable Bpd bpd);
    }

    /**
     * Applies one change.
     *
     * @return whether the layer differs from the stored one; if it doesn't, nothing is done or reported
     * @throws dev.partnercatalog.streams.quarantine.RejectedRecordException if too much would be written at once; then
     *     nothing has changed
     */
    boolean apply(String barcode, LayerUpdate update, Listener listener) {
        ByteBuffer carried = update.getLayer();
        String key = LayerKey.of(barcode, update);
        byte[] layer = carried == null ? null : LayerRows.bytes(carried);
        Change change = new Change(barcode, update, key, LayerRows.held(store.get(key)), layer, listener);
        if (Arrays.equals(change.held(), layer)) {
            return false;
        }
        Scope scope = LayerKey.scope(update);
        if (scope instanceof Scope.Location location) {
            changeLocation(change, location);
        } else if (scope instanceof Scope.Company company) {
            changeCompany(change, company);
        } else {
            changeBpd(change);
        }
        return true;
    }

    /** May change every entry of the barcode. */
    private void changeBpd(Change change) {
        budget.requireBpd(change.barcode, change.update, change.held(), change.layer);
        Bpd before = LayerReader.bpd(change.before(), change.row == null ? null : change.row.revision());
        Bpd after = after(change, before);
        put(change, after == null ? null : after.revision());
        change.report(
                new ScopedVariant(Scope.everywhere(), change.barcode),
                before == null ? null : before.resolved(),
                after == null ? null : after.resolved(),
                after);
        layers.forEachCompany(
                change.barcode,
                rows -> change.reportAll(
                        rows,
                        new CompanyLayers.Entries(before, rows.company()),
                        new CompanyLayers.Entries(after, rows.company())));
    }

    /** The product after a change. If its record stays the same, so does the revision. */
    private @Nullable Bpd after(Change change, @Nullable Bpd before) {
        Bpd after = LayerReader.bpd(change.after(), 0L);
        if (after == null) {
            return null;
        }
        return before != null && before.resolved().equals(after.resolved())
                ? after.at(before.revision())
                : after.at(revisions.getAsLong());
    }

    /**
     * May change the entries of the company and its locations, but not because the company starts or stops listing the
     * variant.
     */
    private void changeCompany(Change change, Scope.Company company) {
        CompanyLayers.Stored rows = change.update.getKind() == LayerKind.LISTING
                ? layers.companyOnly(change.barcode, company)
                : layers.companyAndLocations(change.barcode, company);
        CompanyLayers after = LayerReader.changed(rows.company(), change.update, change.after());
        long sharedAfter = rows.shared() + change.growth();
        int locations = rows.locations().size();
        budget.change(
                change.barcode,
                change.update,
                Sum.ofCompany(rows.company(), rows.shared()).plus(Sum.ofLocations(locations, rows.shared(), 0)),
                Sum.ofCompany(after, sharedAfter).plus(Sum.ofLocations(locations, sharedAfter, 0)));
        put(change, null);
        Bpd bpd = layers.bpd(change.barcode);
        change.reportAll(rows, new CompanyLayers.Entries(bpd, rows.company()), new CompanyLayers.Entries(bpd, after));
    }

    private void changeLocation(Change change, Scope.Location location) {
        CompanyLayers.Stored rows = layers.companyOnly(change.barcode, location.company());
        budget.change(change.barcode, change.update, ofLocation(rows, change.held()), ofLocation(rows, change.layer));
        put(change, null);
        CompanyLayers.Entries company = new CompanyLayers.Entries(layers.bpd(change.barcode), rows.company());
        change.report(
                new ScopedVariant(location, change.barcode),
                company.ofLocation(LayerReader.attributes(change.before())),
                company.ofLocation(LayerReader.attributes(change.after())),
                company.bpd());
    }

    private static Sum ofLocation(CompanyLayers.Stored company, byte @Nullable [] layer) {
        return layer == null ? Sum.NONE : Sum.ofLocations(1, company.shared(), EntryBudget.blocks(layer));
    }

    private void put(Change change, @Nullable Long revision) {
        store.put(change.key, change.newRow(revision));
    }

    /**
     * One change being applied.
     *
     * @param row the layer's in the store
     * @param layer the new one
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    private record Change(
            String barcode,
            LayerUpdate update,
            String key,
            LayerRows.@Nullable Held row,
            byte @Nullable [] layer,
            Listener listener) {

        byte @Nullable [] held() {
            return row == null ? null : row.layer();
        }

        @Nullable
        SpecificRecord before() {
            return LayerRows.record(update.getKind(), held());
        }

        @Nullable
        SpecificRecord after() {
            return LayerRows.record(update.getKind(), layer);
        }

        byte @Nullable [] newRow(@Nullable Long revision) {
            return layer == null || update.getKind() == LayerKind.LISTING ? layer : LayerRows.row(layer, revision);
        }

        long growth() {
            return EntryBudget.blocks(layer) - EntryBudget.blocks(held());
        }

        void reportAll(CompanyLayers.Stored rows, CompanyLayers.Entries before, CompanyLayers.Entries after) {
            report(new ScopedVariant(rows.scope(), barcode), before.ofCompany(), after.ofCompany(), after.bpd());
            rows.locations()
                    .forEach((location, attributes) -> report(
                            new ScopedVariant(location, barcode),
                            before.ofLocation(attributes),
                            after.ofLocation(attributes),
                            after.bpd()));
        }

        void report(
                ScopedVariant entry, @Nullable ResolvedEntry before, @Nullable ResolvedEntry after, @Nullable Bpd bpd) {
            if (!Objects.equals(before, after)) {
                listener.changed(entry, after, bpd);
            }
        }
    }
}
