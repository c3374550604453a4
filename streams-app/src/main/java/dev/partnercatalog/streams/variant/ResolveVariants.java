package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.runtime.trace.Freshness;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.VariantKey;
import dev.partnercatalog.streams.revision.RevisionSequence;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies a change of one layer: puts it into the store and writes every entry that it makes different, and no other.
 *
 * <p>What an entry was before is worked out again from the layers before the change, which costs less than keeping
 * every entry a second time.
 */
public final class ResolveVariants extends ContextualProcessor<String, LayerUpdate, String, ResolvedVariant> {

    private static final Logger LOG = LoggerFactory.getLogger(ResolveVariants.class);

    /** The store of layers, keyed as {@code LayerKey} says. */
    public static final String STORE = "layers";

    /** The store of the revisions given out. */
    public static final String REVISIONS = "variant-revisions";

    private final Freshness resolved;
    private @Nullable LayerStore layers;
    private @Nullable EntryBudget budget;
    private @Nullable RevisionSequence revisions;

    /** @param resolved told of each event whose entries are written */
    public ResolveVariants(Freshness resolved) {
        this.resolved = resolved;
    }

    @Override
    public void init(ProcessorContext<String, ResolvedVariant> context) {
        super.init(context);
        KeyValueStore<String, byte[]> store = context.getStateStore(STORE);
        layers = new LayerStore(store);
        budget = new EntryBudget(store);
        revisions = new RevisionSequence(context.getStateStore(REVISIONS));
    }

    /** @throws dev.partnercatalog.runtime.quarantine.RefusedRecordException if it would write too much at once */
    @Override
    public void process(Record<String, LayerUpdate> record) {
        LayerUpdate update = record.value();
        boolean changed = update.getKind() == LayerKind.LISTING
                ? list(record)
                : change(record, LayerKey.of(record.key(), update), bytes(update.getLayer()));
        if (changed) {
            resolved.reached(Cause.of(record.headers()), context().currentSystemTimeMs());
        }
    }

    /** Only a scope's first SKU and its last make a difference to entries; the others are counted. */
    private boolean list(Record<String, LayerUpdate> record) {
        LayerStore store = layers();
        LayerUpdate update = record.value();
        String sku = LayerKey.ofSku(record.key(), update);
        byte[] listed = bytes(update.getLayer());
        if (Arrays.equals(store.get(sku), listed)) {
            return false;
        }
        String key = LayerKey.of(record.key(), update);
        long before = count(store.get(key));
        long after = before + (listed == null ? -1 : 1);
        if (before == 0 || after == 0) {
            change(record, key, count(after));
        } else {
            store.put(key, count(after));
        }
        store.put(sku, listed);
        return true;
    }

    private boolean change(Record<String, LayerUpdate> cause, String key, byte @Nullable [] layer) {
        LayerStore store = layers();
        byte[] held = store.get(key);
        if (Arrays.equals(held, layer)) {
            return false;
        }
        Long companyId = cause.value().getCompanyId();
        Long locationId = cause.value().getLocationId();
        if (companyId == null) {
            changeBpd(store, cause, key, held, layer);
        } else if (locationId == null) {
            changeCompany(store, cause, companyId, key, held, layer);
        } else {
            changeLocation(store, cause, companyId, locationId, key, held, layer);
        }
        return true;
    }

    /** Everything that is known of the barcode may change. */
    private void changeBpd(
            LayerStore store,
            Record<String, LayerUpdate> cause,
            String key,
            byte @Nullable [] held,
            byte @Nullable [] layer) {
        String barcode = cause.key();
        budget().requireBpd(barcode, cause.value(), held, layer);
        Bpd before = store.bpd(held);
        store.put(key, layer);
        Bpd after = store.bpd(layer);
        Change plain = Change.of(before, after, ScopeLayers.NONE);
        write(
                cause,
                VariantKey.everywhere(barcode),
                plain.before().everywhere(),
                plain.after().everywhere());
        store.forEachCompany(barcode, (companyId, company) -> {
            Change change = company.isEmpty() ? plain : Change.of(before, after, company);
            writeCompany(cause, companyId, change);
            return (locationId, location) -> writeLocation(cause, companyId, locationId, change, location, location);
        });
    }

    /** The company's entry may change, and, as a listing holds for its own scope alone, by other layers its locations' too. */
    private void changeCompany(
            LayerStore store,
            Record<String, LayerUpdate> cause,
            long companyId,
            String key,
            byte @Nullable [] held,
            byte @Nullable [] layer) {
        String barcode = cause.key();
        boolean listing = cause.value().getKind() == LayerKind.LISTING;
        ScopeLayers before = store.company(barcode, companyId);
        ScopeLayers after = store.changed(before, cause.value(), layer);
        long growth = listing ? 0 : growth(held, layer);
        budget().change(barcode, companyId, cause.value(), entries(before, after), growth, 0);
        store.put(key, layer);
        Bpd bpd = store.bpd(barcode);
        Change change = new Change(new CompanyView(bpd, before), new CompanyView(bpd, after));
        writeCompany(cause, companyId, change);
        if (!listing) {
            store.forEachLocation(
                    barcode,
                    companyId,
                    (locationId, location) -> writeLocation(cause, companyId, locationId, change, location, location));
        }
    }

    private void changeLocation(
            LayerStore store,
            Record<String, LayerUpdate> cause,
            long companyId,
            long locationId,
            String key,
            byte @Nullable [] held,
            byte @Nullable [] layer) {
        String barcode = cause.key();
        ScopeLayers before = store.location(barcode, companyId, locationId);
        ScopeLayers after = store.changed(before, cause.value(), layer);
        long growth = cause.value().getKind() == LayerKind.LISTING ? 0 : growth(held, layer);
        budget().change(barcode, companyId, cause.value(), entries(before, after), 0, growth);
        store.put(key, layer);
        CompanyView company = new CompanyView(store.bpd(barcode), store.shared(barcode, companyId));
        writeLocation(cause, companyId, locationId, new Change(company, company), before, after);
    }

    private static int entries(ScopeLayers before, ScopeLayers after) {
        return (before.isEmpty() ? 1 : 0) - (after.isEmpty() ? 1 : 0);
    }

    private static long growth(byte @Nullable [] held, byte @Nullable [] layer) {
        return EntryBudget.blocks(layer) - EntryBudget.blocks(held);
    }

    private void writeCompany(Record<String, LayerUpdate> cause, long companyId, Change change) {
        write(
                cause,
                VariantKey.ofCompany(cause.key(), companyId),
                change.before().company(),
                change.after().company());
    }

    private void writeLocation(
            Record<String, LayerUpdate> cause,
            long companyId,
            long locationId,
            Change company,
            ScopeLayers before,
            ScopeLayers after) {
        write(
                cause,
                VariantKey.ofLocation(cause.key(), companyId, locationId),
                company.before().location(before),
                company.after().location(after));
    }

    private void write(
            Record<String, LayerUpdate> cause, VariantKey key, @Nullable Entry before, @Nullable Entry after) {
        if (Objects.equals(before, after)) {
            return;
        }
        ResolvedVariant variant = after == null
                ? null
                : VariantRecords.variant(
                        key, Objects.requireNonNull(revisions).next(), after.listed(), after.resolved());
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "{} {}{}",
                    key.encode(),
                    variant == null ? "is gone" : "is at revision " + variant.getRevision(),
                    Cause.of(cause.headers()).inLog());
        }
        context().forward(new Record<>(key.encode(), variant, cause.timestamp(), cause.headers()));
    }

    /** A company's view before and after. */
    private record Change(CompanyView before, CompanyView after) {

        static Change of(@Nullable Bpd before, @Nullable Bpd after, ScopeLayers company) {
            return new Change(new CompanyView(before, company), new CompanyView(after, company));
        }
    }

    private LayerStore layers() {
        return Objects.requireNonNull(layers);
    }

    private EntryBudget budget() {
        return Objects.requireNonNull(budget);
    }

    private static long count(byte @Nullable [] count) {
        return count == null ? 0 : ByteBuffer.wrap(count).getLong();
    }

    private static byte @Nullable [] count(long count) {
        return count == 0
                ? null
                : ByteBuffer.allocate(Long.BYTES).putLong(count).array();
    }

    private static byte @Nullable [] bytes(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return null;
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
