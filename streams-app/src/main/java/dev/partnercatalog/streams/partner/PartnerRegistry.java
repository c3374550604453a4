package dev.partnercatalog.streams.partner;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.RestorePartner;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.streams.partner.CommandRules.Applied;
import dev.partnercatalog.streams.partner.CommandRules.RefusedException;
import dev.partnercatalog.streams.partner.PartnerInput.Published;
import dev.partnercatalog.streams.partner.PartnerInput.Requested;
import dev.partnercatalog.streams.partner.PartnerOutput.Answered;
import dev.partnercatalog.streams.partner.PartnerOutput.Changed;
import dev.partnercatalog.streams.revision.RevisionSequence;
import dev.partnercatalog.streams.sweep.StoreSweep;
import dev.partnercatalog.streams.sweep.Sweeps;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Holds every partner's configuration and is the only one to change it, so that changes can't overwrite each other
 * (D18).
 */
public final class PartnerRegistry extends ContextualProcessor<String, PartnerInput, String, PartnerOutput> {

    /** The store of everything kept about partners. */
    public static final String STORE = "partners";

    private final Sweeps sweeps;
    private @Nullable PartnerStore partners;
    private @Nullable RevisionSequence revisions;
    private @Nullable StoreSweep<byte[]> sweep;

    /** @param sweeps of the store */
    public PartnerRegistry(Sweeps sweeps) {
        this.sweeps = sweeps;
    }

    /** The key of the row that an event of a partner accounts for. */
    public static String row(String partnerId) {
        return PartnerStore.CONFIG + partnerId;
    }

    @Override
    public void init(ProcessorContext<String, PartnerOutput> context) {
        super.init(context);
        PartnerStore store = new PartnerStore(context.getStateStore(STORE));
        partners = store;
        revisions = store.revisions();
        sweep = new StoreSweep<>(
                sweeps, context, STORE, text -> text.getBytes(StandardCharsets.UTF_8), new PublishedPartners());
    }

    @Override
    public void process(Record<String, PartnerInput> record) {
        PartnerInput input = record.value();
        if (input instanceof Published published) {
            Objects.requireNonNull(sweep).arrived(row(record.key()));
            publish(record, published.partner());
        } else if (input instanceof Requested requested) {
            PartnerCommandResult result = carryOut(record, requested.command());
            context().forward(record.withValue(new Answered(result)));
        }
    }

    /** The operator's record replaces the whole configuration (the input contract, "Partner"). */
    private void publish(Record<String, PartnerInput> record, @Nullable Partner after) {
        PartnerConfig before = partners().config(record.key());
        if (partners().isRestored(record.key())) {
            partners().putRestored(record.key(), false);
        }
        if (after != null) {
            // What was requested of the webhook outlives the partner: a partner that comes back must not get back a
            // secret that was rotated away. Headers don't: nobody expects an earlier partner's.
            WebhookControl kept = partners().control(record.key());
            Applied applied = new Applied(after, before == null ? CommandRules.withHeaders(kept, List.of()) : kept);
            if (!isSame(before, applied)) {
                change(record, before, applied);
            }
        } else if (before != null) {
            partners().putConfig(record.key(), null);
            context().forward(record.withValue(new Changed(null)));
        }
    }

    private PartnerCommandResult carryOut(Record<String, PartnerInput> record, PartnerCommand command) {
        PartnerConfig before = partners().config(record.key());
        if (command.getChange() instanceof RestorePartner saved) {
            return restore(record, command, before, saved);
        }
        try {
            PartnerConfig after = change(record, before, CommandRules.apply(command, before, record.timestamp()));
            return result(command, null, after);
        } catch (RefusedException e) {
            return result(command, e.refusal(), before);
        }
    }

    /** A backup's word on a partner: it counts if there is no other, or replaces it if that is asked for. */
    private PartnerCommandResult restore(
            Record<String, PartnerInput> record,
            PartnerCommand command,
            @Nullable PartnerConfig before,
            RestorePartner saved) {
        WebhookControl known = partners().control(record.key());
        WebhookControl control = CommandRules.restored(known, saved.getWebhookControl());
        Partner partner = saved.getPartner();
        if (control.equals(known) && Objects.equals(partner, before == null ? null : before.getPartner())) {
            return result(command, null, before);
        }
        boolean isUnknown =
                before == null && known.equals(WebhookControl.newBuilder().build());
        if (!isUnknown && !saved.getReplace()) {
            return result(command, new Refusal(RefusalCode.PRECONDITION_FAILED, List.of()), before);
        }
        Objects.requireNonNull(revisions).continueAfter(saved.getRevision());
        if (partner != null) {
            if (before == null) {
                partners().putRestored(record.key(), true);
            }
            return result(command, null, change(record, before, new Applied(partner, control)));
        }
        partners().putControl(record.key(), control);
        if (before != null) {
            partners().putConfig(record.key(), null);
            context().forward(record.withValue(new Changed(null)));
        }
        return result(command, null, null);
    }

    private static PartnerCommandResult result(
            PartnerCommand command, @Nullable Refusal refusal, @Nullable PartnerConfig config) {
        return new PartnerCommandResult(command.getCommandId(), command.getPartnerId(), refusal, config);
    }

    private PartnerConfig change(Record<String, PartnerInput> record, @Nullable PartnerConfig before, Applied applied) {
        if (before != null && isSame(before, applied)) {
            return before;
        }
        PartnerConfig same = before != null && before.getPartner().equals(applied.partner()) ? before : null;
        long revision = Objects.requireNonNull(revisions).next();
        PartnerConfig after = new PartnerConfig(
                revision,
                applied.partner(),
                same == null ? revision : CommandRules.partnerRevision(same),
                applied.control());
        partners().putConfig(record.key(), after);
        partners().putControl(record.key(), applied.control());
        context().forward(record.withValue(new Changed(after)));
        return after;
    }

    private static boolean isSame(@Nullable PartnerConfig before, Applied applied) {
        return before != null
                && before.getPartner().equals(applied.partner())
                && before.getWebhookControl().equals(applied.control());
    }

    private PartnerStore partners() {
        return Objects.requireNonNull(partners);
    }

    @Override
    public void close() {
        if (sweep != null) {
            sweep.close();
        }
    }

    /** Partners that upstream published; those of a backup it need not have published again. */
    private final class PublishedPartners implements StoreSweep.Rows {

        @Override
        public boolean areOfInput(String row) {
            return row.startsWith(PartnerStore.CONFIG) && !partners().isRestored(partnerId(row));
        }

        @Override
        public void remove(String row) {
            publish(new Record<>(partnerId(row), new Published(null), context().currentSystemTimeMs()), null);
        }

        private String partnerId(String row) {
            return row.substring(PartnerStore.CONFIG.length());
        }
    }
}
