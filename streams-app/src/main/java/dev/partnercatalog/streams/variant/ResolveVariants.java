package dev.partnercatalog.streams.variant;

import dev.partnercatalog.records.LayerUpdate;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.streams.input.InputKey;
import dev.partnercatalog.streams.revision.RevisionSequence;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies a change of one layer: puts it into the store and writes every entry that it changes, and no other.
 */
public final class ResolveVariants extends ContextualProcessor<String, LayerUpdate, ScopedVariant, SpecificRecord> {

    private static final Logger LOG = LoggerFactory.getLogger(ResolveVariants.class);

    /** The store of layers, with keys as described in {@code LayerKey}. */
    public static final String STORE = "layers";

    private final Freshness resolved;
    private @Nullable LayerChanges changes;
    private @Nullable RevisionSequence revisions;

    /** @param resolved receives each event whose entries were written */
    public ResolveVariants(Freshness resolved) {
        this.resolved = resolved;
    }

    /** The record of an input that an update of a barcode's layer is made of. */
    public static @Nullable InputKey input(String barcode, LayerUpdate update) {
        return input(LayerKey.of(barcode, update));
    }

    /** The record of an input that a row of the store is for; null if it is for several. */
    public static @Nullable InputKey input(String row) {
        return LayerKey.input(row);
    }

    @Override
    public void init(ProcessorContext<ScopedVariant, SpecificRecord> context) {
        super.init(context);
        KeyValueStore<String, byte[]> store = context.getStateStore(STORE);
        RevisionSequence sequence = new RevisionSequence(store, LayerKey.REVISIONS);
        changes = new LayerChanges(store, sequence::next);
        revisions = sequence;
    }

    /** @throws dev.partnercatalog.streams.quarantine.RejectedRecordException if it would write too much at once */
    @Override
    public void process(Record<String, LayerUpdate> cause) {
        LayerChanges.Listener entries = (key, entry, bpd) -> write(cause, key, entry, bpd);
        if (Objects.requireNonNull(changes).apply(cause.key(), cause.value(), entries)) {
            resolved.reached(PublicationTime.of(cause.headers()), context().currentSystemTimeMs());
        }
    }

    private void write(
            Record<String, LayerUpdate> cause, ScopedVariant key, @Nullable ResolvedEntry entry, @Nullable Bpd bpd) {
        SpecificRecord record = entry == null || bpd == null ? null : record(key, entry, bpd);
        LOG.debug("{} {}", key, record == null ? "is gone" : "is written");
        context().forward(new Record<>(key, record, cause.timestamp(), cause.headers()));
    }

    private SpecificRecord record(ScopedVariant key, ResolvedEntry entry, Bpd bpd) {
        return VariantKeys.isOfCompany(key)
                ? VariantRecords.companyVariant(
                        key, Objects.requireNonNull(revisions).next(), entry, bpd.revision())
                : VariantRecords.variant(key, bpd.revision(), entry);
    }
}
