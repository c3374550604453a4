package dev.partnercatalog.streams.partner;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.streams.revision.RevisionSequence;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Holds every partner's configuration and is alone in changing it, so that no change is lost to another. */
public final class PartnerRegistry extends ContextualProcessor<String, @Nullable Partner, String, PartnerConfig> {

    /** The store of configurations by partner. */
    public static final String STORE = "partners";

    /** The store of the revisions given out. */
    public static final String REVISIONS = "partner-revisions";

    private @Nullable KeyValueStore<String, PartnerConfig> partners;
    private @Nullable RevisionSequence revisions;

    @Override
    public void init(ProcessorContext<String, PartnerConfig> context) {
        super.init(context);
        partners = context.getStateStore(STORE);
        revisions = new RevisionSequence(context.getStateStore(REVISIONS));
    }

    /** The operator's word replaces the whole configuration (the input contract, "Partner"). */
    @Override
    public void process(Record<String, @Nullable Partner> record) {
        KeyValueStore<String, PartnerConfig> store = Objects.requireNonNull(partners);
        PartnerConfig before = store.get(record.key());
        Partner after = record.value();
        if (Objects.equals(before == null ? null : before.getPartner(), after)) {
            return;
        }
        PartnerConfig config = after == null
                ? null
                : PartnerConfig.newBuilder().setRevision(Objects.requireNonNull(revisions).next()).setPartner(after).build();
        store.put(record.key(), config);
        context().forward(record.withValue(config));
    }
}
