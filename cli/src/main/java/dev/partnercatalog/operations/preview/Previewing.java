package dev.partnercatalog.operations.preview;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.Quantity;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.recorded.RecordedLayerRows;
import dev.partnercatalog.operations.recorded.RecordedListings;
import dev.partnercatalog.operations.recorded.SnapshotTable;
import dev.partnercatalog.operations.topic.TopicReading;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.runtime.quarantine.RejectedRecordException;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.streams.listing.ListedSkus;
import dev.partnercatalog.streams.listing.ListingMove;
import dev.partnercatalog.streams.variant.HypotheticalLayers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.streams.KeyValue;
import org.jspecify.annotations.Nullable;

/** Computes what events would change, given the present content of the topics. Not thread-safe; for one preview. */
public final class Previewing {

    private static final int MIB = 1 << 20;

    private final ProposedEvents events;
    private final RecordedCatalog catalog;
    private final PreviewLimits limits;
    private final long readUntil;
    private final List<String> stopped = new ArrayList<>();

    private Previewing(ProposedEvents events, RecordedCatalog catalog, PreviewLimits limits) {
        this.events = events;
        this.catalog = catalog;
        this.limits = limits;
        this.readUntil = System.nanoTime() + limits.time().toNanos();
    }

    /**
     * Previews events.
     *
     * @throws OperatorFault if the topics can't be read, or not within the time
     */
    public static Preview of(ProposedEvents events, RecordedCatalog catalog, PreviewLimits limits) {
        return new Previewing(events, catalog, limits).preview();
    }

    private Preview preview() {
        if (!events.areAll()) {
            stopped.add("The preview read only the first "
                    + Quantity.of(events.events().size(), "event") + ".");
        }
        Proposal proposal = events.read();
        ConfigurationChange configurations = ConfigurationChange.of(proposal, catalog.configurations());
        Set<String> barcodes = proposal.barcodes();
        barcodes.addAll(barcodesOfListed(proposal));
        RecordedListings found = listings(proposal, barcodes, configurations.companies());
        SortedMap<String, String> listings = found.barcodes();

        RecordedLayerRows rows = layers(barcodes, listings, configurations.companies());
        SnapshotTable layersThen = rows.rows().copy();
        SortedMap<String, String> listingsThen = apply(proposal, rows.leftOut(), listings, layersThen);

        Tally tally = new Tally(limits.examples());
        RecordComparison comparison =
                new RecordComparison(limits, tally, configurations, rows.rows(), layersThen, rows.leftOut());
        if (!comparison.run(new ListedVariants(listings), new ListedVariants(listingsThen))) {
            stopped.add(
                    "The preview compared only " + Quantity.of(comparison.compared(), "record") + "; more may differ.");
        }
        Set<String> unlisted = proposal.barcodes();
        unlisted.removeAll(new HashSet<>(listings.values()));
        unlisted.removeAll(new HashSet<>(listingsThen.values()));
        return new Preview(
                events.events().size(),
                events.faulty(),
                events.faults(),
                events.warned(),
                events.warnings(),
                configurations.settings(),
                tally.partners(),
                tally.fields(),
                tally.examples(),
                found.areAll() ? (long) unlisted.size() : null,
                stopped,
                catalog.unreadable());
    }

    /** The barcodes of SKUs that the events list under a new barcode, or no longer list. */
    private Set<String> barcodesOfListed(Proposal proposal) {
        Set<ListingKey> keys = proposal.listings().stream()
                .map(listing -> listing.event().key())
                .collect(Collectors.toSet());
        Set<Long> companies = keys.stream().map(ListingKey::companyId).collect(Collectors.toSet());
        return Set.copyOf(
                catalog.listings(companies, (key, barcode) -> keys.contains(key), Integer.MAX_VALUE, this::progress)
                        .barcodes()
                        .values());
    }

    /** The listings of the variants that may differ. */
    private RecordedListings listings(Proposal proposal, Set<String> barcodes, Set<Long> reconfigured) {
        Set<Long> named = proposal.companies();
        RecordedListings found = catalog.listings(
                named == null ? null : union(named, reconfigured),
                (key, barcode) -> reconfigured.contains(key.companyId())
                        || (barcodes.contains(barcode) && (named == null || named.contains(key.companyId()))),
                limits.listings(),
                this::progress);
        if (!found.areAll()) {
            stopped.add("The preview read only " + Quantity.of(limits.listings(), "listing") + ".");
        }
        return found;
    }

    private RecordedLayerRows layers(Set<String> barcodes, SortedMap<String, String> listings, Set<Long> reconfigured) {
        RecordedLayerRows rows = catalog.layerRows(
                union(barcodes, listings.values()),
                key -> barcodes.contains(HypotheticalLayers.barcodeOf(key))
                        || HypotheticalLayers.isLayerOf(key, reconfigured),
                limits.layerBytes(),
                this::progress);
        if (!rows.leftOut().isEmpty()) {
            stopped.add("The preview left out " + Quantity.of(rows.leftOut().size(), "variant")
                    + ": the layers of the others take " + limits.layerBytes() / MIB + " MiB.");
        }
        return rows;
    }

    /** Applies the events as the resolver would; returns the resulting listings. */
    private SortedMap<String, String> apply(
            Proposal proposal, Set<String> leftOut, SortedMap<String, String> listings, SnapshotTable layers) {
        NavigableMap<String, String> rows = new TreeMap<>(listings);
        listings.forEach((key, barcode) -> {
            String count = ListedSkus.countKey(ListingKey.parse(key).companyId(), barcode);
            rows.merge(count, "1", (before, one) -> Long.toString(Long.parseLong(before) + 1));
        });
        ListedSkus skus = new ListedSkus(rows::get, (key, value) -> put(rows, key, value));
        HypotheticalLayers changes = new HypotheticalLayers(layers, layers::put);
        proposal.listings().forEach(listing -> {
            ListingMove move = skus.list(listing.event().key(), listing.event().barcode());
            for (KeyValue<String, LayerUpdate> update : move.layerUpdates()) {
                apply(listing.place(), update.key, update.value, leftOut, changes);
            }
        });
        proposal.layers()
                .forEach(layer -> apply(
                        layer.place(), layer.event().barcode(), layer.event().update(), leftOut, changes));
        rows.keySet().removeIf(ListedSkus::isCountKey);
        return rows;
    }

    private void apply(
            String place, String barcode, LayerUpdate update, Set<String> leftOut, HypotheticalLayers changes) {
        if (leftOut.contains(barcode)) {
            return;
        }
        try {
            changes.apply(barcode, update);
        } catch (RejectedRecordException e) {
            events.reject(place, String.valueOf(e.getMessage()));
        }
    }

    private static void put(Map<String, String> rows, String key, @Nullable String value) {
        if (value == null) {
            rows.remove(key);
        } else {
            rows.put(key, value);
        }
    }

    private static <T> Set<T> union(Set<T> some, Iterable<T> others) {
        Set<T> all = new HashSet<>(some);
        others.forEach(all::add);
        return all;
    }

    /** A {@link TopicReading.Progress} that stops when the time is up. */
    private void progress(long done, long all) {
        if (System.nanoTime() > readUntil) {
            throw new OperatorFault("the topics can't be read within "
                    + limits.time().toSeconds() + " s: at " + done + " of " + all + " records; allow more time");
        }
    }
}
