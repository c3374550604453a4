package dev.partnercatalog.streams.partner;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.webhook.WebhookRequests;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.input.InputEvent;
import dev.partnercatalog.streams.input.InputEvent.CommandEvent;
import dev.partnercatalog.streams.input.InputEvent.PartnerEvent;
import dev.partnercatalog.streams.input.InputKey;
import dev.partnercatalog.streams.revision.RevisionSequence;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Holds every partner's configuration and is the only one to change it. A command is carried out only if the
 * configuration still is the one from which it was made, so changes can't overwrite each other (D18), and a command that
 * arrives twice is carried out once. Its outcome is the next revision, which names the command, or another one; a command
 * that isn't carried out has the configuration written once more.
 */
public final class PartnerRegistry extends ContextualProcessor<String, InputEvent, String, PartnerConfig> {

    /** The store of everything kept about partners. */
    public static final String STORE = "partners";

    private @Nullable PartnerStore partners;
    private @Nullable RevisionSequence revisions;

    /** The record of an input that a row of the store is for; null if it is for none. */
    public static @Nullable InputKey input(String row) {
        return partner(row, PartnerStore.CONFIG);
    }

    /** The partner whom only a backup has if there is this row; null if the row says something else. */
    public static @Nullable InputKey restored(String row) {
        return partner(row, PartnerStore.RESTORED);
    }

    private static @Nullable InputKey partner(String row, String kind) {
        return row.startsWith(kind) ? new InputKey(CatalogTopic.PARTNERS, row.substring(kind.length())) : null;
    }

    @Override
    public void init(ProcessorContext<String, PartnerConfig> context) {
        super.init(context);
        KeyValueStore<String, byte[]> store = context.getStateStore(STORE);
        partners = new PartnerStore(store::get, store::put);
        revisions = new RevisionSequence(store, PartnerStore.REVISIONS);
    }

    @Override
    public void process(Record<String, InputEvent> record) {
        PartnerConfig before = partners().config(record.key());
        if (record.value() instanceof PartnerEvent published) {
            publish(record, before, published.partner());
        } else if (record.value() instanceof CommandEvent requested) {
            PartnerCommand command = requested.command();
            if (command.getMadeFrom() == (before == null ? 0 : before.getRevision())) {
                carryOut(record, before, command);
            } else if (before != null) {
                // Who made it can't have read it, perhaps because the record can't be read.
                context().forward(record.withValue(before));
            }
        }
    }

    /** The operator's record replaces the whole configuration (the input contract, "Partner"). */
    private void publish(Record<String, InputEvent> record, @Nullable PartnerConfig before, @Nullable Partner after) {
        if (partners().isRestored(record.key())) {
            partners().putRestored(record.key(), false);
        }
        if (after == null) {
            change(record, before, null);
            return;
        }
        // What was requested of the webhook outlives the partner: a partner that comes back must not get back a
        // secret that was rotated away. Headers don't: nobody expects an earlier partner's.
        WebhookControl kept = partners().control(record.key());
        WebhookControl control = before == null ? WebhookRequests.withHeaders(kept, List.of()) : kept;
        if (before == null
                || !before.getPartner().equals(after)
                || !before.getWebhookControl().equals(control)) {
            change(record, before, config(before, after, control, null));
        }
    }

    /** The caller learns the outcome from the configuration alone, so even one that changes nothing gets a revision. */
    private void carryOut(Record<String, InputEvent> record, @Nullable PartnerConfig before, PartnerCommand command) {
        if (command.getLaterThan() > 0) {
            Objects.requireNonNull(revisions).continueAfter(command.getLaterThan());
        }
        WebhookControl control = WebhookRequests.adopt(partners().control(record.key()), command.getWebhookControl());
        partners().putControl(record.key(), control);
        Partner after = command.getPartner();
        if (before == null && after != null) {
            partners().putRestored(record.key(), true);
        }
        change(record, before, after == null ? null : config(before, after, control, command.getCommandId()));
    }

    private PartnerConfig config(
            @Nullable PartnerConfig before, Partner after, WebhookControl control, @Nullable String commandId) {
        long revision = Objects.requireNonNull(revisions).next();
        long partnerRevision =
                before != null && before.getPartner().equals(after) ? before.getPartnerRevision() : revision;
        return new PartnerConfig(revision, after, partnerRevision, control, commandId);
    }

    private void change(
            Record<String, InputEvent> record, @Nullable PartnerConfig before, @Nullable PartnerConfig after) {
        partners().putConfig(record.key(), after);
        if (after != null) {
            partners().putControl(record.key(), after.getWebhookControl());
        }
        if (before != null || after != null) {
            context().forward(record.withValue(after));
        }
    }

    private PartnerStore partners() {
        return Objects.requireNonNull(partners);
    }
}
