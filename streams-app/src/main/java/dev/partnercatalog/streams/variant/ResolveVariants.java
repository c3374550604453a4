package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerKind;
import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.ResolvedEntry;
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
public final class ResolveVariants extends ContextualProcessor<String, LayerUpdate, VariantKey, ResolvedVariant> {

    private static final Logger LOG = LoggerFactory.getLogger(ResolveVariants.class);

    /** The store of layers, keyed as {@code LayerKey} says. */
    public static final String STORE = "layers";

    private final Freshness resolved;
    private @Nullable LayerStore layers;
    private @Nullable EntryBudget budget;
    private @Nullable RevisionSequence revisions;

    /** @param resolved told of each event whose entries are written */
    public ResolveVariants(Freshness resolved) {
        this.resolved = resolved;
    }

    @Override
    public void init(ProcessorContext<VariantKey, ResolvedVariant> context) {
        super.init(context);
        KeyValueStore<String, byte[]> store = context.getStateStore(STORE);
        layers = new LayerStore(store);
        budget = new EntryBudget(store);
        revisions = new RevisionSequence(store, LayerKey.REVISIONS);
    }

    /** @throws dev.partnercatalog.runtime.quarantine.RefusedRecordException if it would write too much at once */
    @Override
    public void process(Record<String, LayerUpdate> cause) {
        String key = LayerKey.of(cause.key(), cause.value());
        byte[] layer = bytes(cause.value().getLayer());
        byte[] held = layers().get(key);
        if (Arrays.equals(held, layer)) {
            return;
        }
        Long companyId = cause.value().getCompanyId();
        Long locationId = cause.value().getLocationId();
        if (companyId == null) {
            changeBpd(cause, key, held, layer);
        } else if (locationId == null) {
            changeCompany(cause, companyId, key, held, layer);
        } else {
            changeLocation(cause, companyId, locationId, key, held, layer);
        }
        resolved.reached(Cause.of(cause.headers()), context().currentSystemTimeMs());
    }

    /** Everything that is known of the barcode may change. */
    private void changeBpd(
            Record<String, LayerUpdate> cause, String key, byte @Nullable [] held, byte @Nullable [] layer) {
        String barcode = cause.key();
        budget().requireBpd(barcode, cause.value(), held, layer);
        Bpd before = layers().bpd(held);
        layers().put(key, layer);
        Bpd after = layers().bpd(layer);
        write(
                cause,
                VariantKey.everywhere(barcode),
                before == null ? null : before.resolved(),
                after == null ? null : after.resolved());
        layers().forEachCompany(
                        barcode,
                        rows -> writeAll(
                                cause,
                                rows,
                                new CompanyEntries(before, rows.company()),
                                new CompanyEntries(after, rows.company())));
    }

    /** The company's entry may change, and those of its locations, but not because it lists the variant or no longer does. */
    private void changeCompany(
            Record<String, LayerUpdate> cause,
            long companyId,
            String key,
            byte @Nullable [] held,
            byte @Nullable [] layer) {
        String barcode = cause.key();
        boolean listing = cause.value().getKind() == LayerKind.LISTING;
        CompanyRows rows =
                listing ? layers().companyAlone(barcode, companyId) : layers().companyAndLocations(barcode, companyId);
        CompanyLayers after = layers().changed(rows.company(), cause.value(), layer);
        int entries = entries(!rows.company().isEmpty(), !after.isEmpty());
        budget().change(barcode, companyId, cause.value(), entries, listing ? 0 : growth(held, layer), 0);
        layers().put(key, layer);
        Bpd bpd = layers().bpd(barcode);
        writeAll(cause, rows, new CompanyEntries(bpd, rows.company()), new CompanyEntries(bpd, after));
    }

    private void changeLocation(
            Record<String, LayerUpdate> cause,
            long companyId,
            long locationId,
            String key,
            byte @Nullable [] held,
            byte @Nullable [] layer) {
        String barcode = cause.key();
        int entries = entries(held != null, layer != null);
        budget().change(barcode, companyId, cause.value(), entries, 0, growth(held, layer));
        layers().put(key, layer);
        CompanyEntries company = new CompanyEntries(layers().bpd(barcode), layers().company(barcode, companyId));
        write(
                cause,
                VariantKey.ofLocation(barcode, companyId, locationId),
                company.ofLocation(layers().attributes(held)),
                company.ofLocation(layers().attributes(layer)));
    }

    private static int entries(boolean before, boolean after) {
        return (after ? 1 : 0) - (before ? 1 : 0);
    }

    private static long growth(byte @Nullable [] held, byte @Nullable [] layer) {
        return EntryBudget.blocks(layer) - EntryBudget.blocks(held);
    }

    private void writeAll(
            Record<String, LayerUpdate> cause, CompanyRows rows, CompanyEntries before, CompanyEntries after) {
        write(cause, VariantKey.ofCompany(cause.key(), rows.companyId()), before.ofCompany(), after.ofCompany());
        rows.locations()
                .forEach((locationId, attributes) -> write(
                        cause,
                        VariantKey.ofLocation(cause.key(), rows.companyId(), locationId),
                        before.ofLocation(attributes),
                        after.ofLocation(attributes)));
    }

    private void write(
            Record<String, LayerUpdate> cause,
            VariantKey key,
            @Nullable ResolvedEntry before,
            @Nullable ResolvedEntry after) {
        if (Objects.equals(before, after)) {
            return;
        }
        ResolvedVariant variant = after == null
                ? null
                : VariantRecords.variant(key, Objects.requireNonNull(revisions).next(), after);
        if (LOG.isDebugEnabled()) {
            LOG.debug(
                    "{} {}{}",
                    key.encode(),
                    variant == null ? "is gone" : "is at revision " + variant.getRevision(),
                    Cause.of(cause.headers()).inLog());
        }
        context().forward(new Record<>(key, variant, cause.timestamp(), cause.headers()));
    }

    private LayerStore layers() {
        return Objects.requireNonNull(layers);
    }

    private EntryBudget budget() {
        return Objects.requireNonNull(budget);
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
