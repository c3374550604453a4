package dev.partnercatalog.streams.partner;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.streams.partner.CommandRules.Applied;
import dev.partnercatalog.streams.partner.CommandRules.RefusedException;
import dev.partnercatalog.streams.partner.PartnerInput.Published;
import dev.partnercatalog.streams.partner.PartnerInput.Requested;
import dev.partnercatalog.streams.partner.PartnerOutput.Answered;
import dev.partnercatalog.streams.partner.PartnerOutput.Changed;
import dev.partnercatalog.streams.revision.RevisionSequence;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Holds every partner's configuration and is alone in changing it, so that no change is lost to another (D18). */
public final class PartnerRegistry extends ContextualProcessor<String, PartnerInput, String, PartnerOutput> {

    /** The store of configurations by partner. */
    public static final String STORE = "partners";

    /**
     * The store of what is wanted of each partner's webhook. It outlives the partner: one that comes back must not get
     * back a secret that was rotated away.
     */
    public static final String CONTROLS = "webhook-controls";

    /** The store of answers to commands with an idempotency key. */
    public static final String ANSWERS = "answered-commands";

    /** The store of the idempotency keys of those answers, by partner. */
    public static final String ANSWERED_KEYS = "answered-keys";

    /** The store of the revisions given out. */
    public static final String REVISIONS = "partner-revisions";

    private static final Duration EXPIRY_INTERVAL = Duration.ofMinutes(1);

    private @Nullable KeyValueStore<String, PartnerConfig> partners;
    private @Nullable KeyValueStore<String, WebhookControl> controls;
    private @Nullable AnsweredCommands answers;
    private @Nullable RevisionSequence revisions;

    @Override
    public void init(ProcessorContext<String, PartnerOutput> context) {
        super.init(context);
        partners = context.getStateStore(STORE);
        controls = context.getStateStore(CONTROLS);
        AnsweredCommands remembered =
                new AnsweredCommands(context.getStateStore(ANSWERS), context.getStateStore(ANSWERED_KEYS));
        answers = remembered;
        revisions = new RevisionSequence(context.getStateStore(REVISIONS));
        context.schedule(EXPIRY_INTERVAL, PunctuationType.WALL_CLOCK_TIME, remembered::forget);
    }

    @Override
    public void process(Record<String, PartnerInput> record) {
        PartnerInput input = record.value();
        if (input instanceof Published published) {
            publish(record, published.partner());
        } else if (input instanceof Requested requested) {
            PartnerCommandResult result = answer(record, requested.command());
            context().forward(record.withValue(new Answered(result)));
        }
    }

    /** The operator's word replaces the whole configuration (the input contract, "Partner"). */
    private void publish(Record<String, PartnerInput> record, @Nullable Partner after) {
        PartnerConfig before = partners().get(record.key());
        if (after != null) {
            change(record, before, new Applied(after, control(record.key(), before)));
        } else if (before != null) {
            partners().delete(record.key());
            context().forward(record.withValue(new Changed(null)));
        }
    }

    private WebhookControl control(String partnerId, @Nullable PartnerConfig config) {
        if (config != null) {
            return config.getWebhookControl();
        }
        WebhookControl kept = Objects.requireNonNull(controls).get(partnerId);
        return kept == null ? WebhookControl.newBuilder().build() : kept;
    }

    private PartnerCommandResult answer(Record<String, PartnerInput> record, PartnerCommand command) {
        AnsweredCommands remembered = Objects.requireNonNull(answers);
        PartnerCommandResult earlier = remembered.find(command);
        if (earlier != null) {
            return earlier;
        }
        PartnerCommandResult result = carryOut(record, command);
        // What was refused changed nothing, so asking again is asking afresh: perhaps on another condition.
        if (result.getRefusal() == null) {
            remembered.remember(command, result, context().currentSystemTimeMs());
        }
        return result;
    }

    private PartnerCommandResult carryOut(Record<String, PartnerInput> record, PartnerCommand command) {
        PartnerConfig before = partners().get(record.key());
        try {
            PartnerConfig after = change(record, before, CommandRules.apply(command, before, record.timestamp()));
            return result(command, null, after);
        } catch (RefusedException e) {
            return result(command, e.refusal(), before);
        }
    }

    private static PartnerCommandResult result(
            PartnerCommand command, @Nullable Refusal refusal, @Nullable PartnerConfig config) {
        return new PartnerCommandResult(command.getCommandId(), command.getPartnerId(), refusal, config, false);
    }

    private PartnerConfig change(Record<String, PartnerInput> record, @Nullable PartnerConfig before, Applied applied) {
        PartnerConfig same = before != null && before.getPartner().equals(applied.partner()) ? before : null;
        if (same != null && same.getWebhookControl().equals(applied.control())) {
            return same;
        }
        long revision = Objects.requireNonNull(revisions).next();
        PartnerConfig after = new PartnerConfig(
                revision,
                applied.partner(),
                same == null ? revision : CommandRules.partnerRevision(same),
                applied.control());
        partners().put(record.key(), after);
        Objects.requireNonNull(controls).put(record.key(), applied.control());
        context().forward(record.withValue(new Changed(after)));
        return after;
    }

    private KeyValueStore<String, PartnerConfig> partners() {
        return Objects.requireNonNull(partners);
    }

    /** The names of all its stores. */
    public static List<String> stores() {
        return List.of(STORE, CONTROLS, ANSWERS, ANSWERED_KEYS, REVISIONS);
    }
}
