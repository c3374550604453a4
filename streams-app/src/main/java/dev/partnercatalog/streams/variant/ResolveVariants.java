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
        revisions = new RevisionSequence(context.getStateStore(REVISIONS));
    }

    @Override
    public void process(Record<String, LayerUpdate> record) {
        LayerStore store = Objects.requireNonNull(layers);
        String barcode = record.key();
        LayerUpdate update = record.value();
        String key = LayerKey.of(barcode, update);
        byte[] layer = bytes(update.getLayer());
        byte[] held = store.get(key);
        if (Arrays.equals(held, layer)) {
            return;
        }
        Long companyId = update.getCompanyId();
        Long locationId = update.getLocationId();
        if (companyId == null) {
            changeBpd(store, record, key, held, layer);
        } else if (locationId == null) {
            changeCompany(store, record, companyId, key, layer);
        } else {
            changeLocation(store, record, companyId, locationId, key, layer);
        }
        resolved.reached(Cause.of(record.headers()), context().currentSystemTimeMs());
    }

    /** Everything that is known of the barcode may change. */
    private void changeBpd(
            LayerStore store,
            Record<String, LayerUpdate> cause,
            String key,
            byte @Nullable [] held,
            byte @Nullable [] layer) {
        String barcode = cause.key();
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
            LayerStore store, Record<String, LayerUpdate> cause, long companyId, String key, byte @Nullable [] layer) {
        String barcode = cause.key();
        Bpd bpd = store.bpd(barcode);
        LayerReader.CompanyVisitor visitor = (id, before) -> {
            ScopeLayers after = store.changed(before, cause.value(), layer);
            Change change = new Change(new CompanyView(bpd, before), new CompanyView(bpd, after));
            writeCompany(cause, companyId, change);
            return (locationId, location) -> writeLocation(cause, companyId, locationId, change, location, location);
        };
        if (cause.value().getKind() == LayerKind.LISTING) {
            visitor.visit(companyId, store.company(barcode, companyId));
        } else {
            store.visitCompany(barcode, companyId, visitor);
        }
        store.put(key, layer);
    }

    private void changeLocation(
            LayerStore store,
            Record<String, LayerUpdate> cause,
            long companyId,
            long locationId,
            String key,
            byte @Nullable [] layer) {
        String barcode = cause.key();
        CompanyView company = new CompanyView(store.bpd(barcode), store.shared(barcode, companyId));
        ScopeLayers before = store.location(barcode, companyId, locationId);
        store.put(key, layer);
        ScopeLayers after = store.changed(before, cause.value(), layer);
        writeLocation(cause, companyId, locationId, new Change(company, company), before, after);
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
                : VariantRecords.variant(key, Objects.requireNonNull(revisions).next(), after.skus(), after.resolved());
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

    private static byte @Nullable [] bytes(@Nullable ByteBuffer buffer) {
        if (buffer == null) {
            return null;
        }
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
