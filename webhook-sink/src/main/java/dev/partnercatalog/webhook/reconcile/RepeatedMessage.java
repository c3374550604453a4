package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.delivery.Priority;
import dev.partnercatalog.webhook.state.Due;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.state.ListedAndAcknowledged;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A message that is sent again, with the newest state of its variants.
 *
 * @param repeated the message's intent if the message is the same as before; otherwise null
 * @param replaced the message's intent if another one replaces it; otherwise null
 * @param time the time of the new message if it says the same as before, so that it has the same id; otherwise null
 * @param marked the variants whose marks are covered by the message
 */
record RepeatedMessage(
        @Nullable Intent repeated,
        @Nullable Intent replaced,
        @Nullable Long time,
        List<ScopedVariant> marked) {

    RepeatedMessage {
        marked = List.copyOf(marked);
    }

    /**
     * Puts the variants of a message into a draft; queues those that don't fit any more as a separate message.
     *
     * @param priority of the message
     */
    static RepeatedMessage of(
            Repeats.Repeat repeat,
            Priority priority,
            Examination examination,
            DueQueue queue,
            MessageDraft draft,
            long now) {
        Intent intent = repeat.intent();
        SinkState state = examination.state();
        boolean sameEndpoint = examination.isOfThisEndpoint(intent.endpoint());
        List<Intent.Entry> left = new ArrayList<>();
        List<ScopedVariant> marked = new ArrayList<>();
        for (Intent.Entry entry : intent.entries()) {
            Due due = left.isEmpty() ? state.marks().get(queue.partnerId(), entry.variant()) : null;
            PublicationTime eventTime =
                    due == null ? entry.eventTime() : entry.eventTime().earlier(due.eventTime());
            ListedAndAcknowledged both = state.listedAndAcknowledged(queue.partnerId(), entry.variant());
            if (!left.isEmpty() || !add(entry, both, eventTime, examination, queue, draft)) {
                left.add(entry); // Records have grown since then: the rest makes a separate message.
            } else if (examination.awaits(both)) {
                examination.await(both, isAnew(entry, queue), entry.since(), eventTime, queue, now);
            } else if (due != null) {
                marked.add(entry.variant());
            }
        }
        if (sameEndpoint && draft.entries().equals(intent.entries())) {
            return new RepeatedMessage(intent, null, null, marked);
        }
        if (!left.isEmpty()) {
            Intent rest = intent.part(state.uniqueTime(now), left);
            state.intents().put(rest);
            queue.sendAgain(priority == Priority.SUSPECT ? priority : Priority.LIVE, rest, repeat.failures());
        }
        boolean same = sameEndpoint && isSame(intent.entries(), draft.entries());
        return new RepeatedMessage(null, intent, same ? intent.time() : null, marked);
    }

    /** Whether a message says the same as before, whatever caused it. */
    private static boolean isSame(List<Intent.Entry> before, List<Intent.Entry> after) {
        return before.size() == after.size()
                && IntStream.range(0, before.size()).allMatch(i -> before.get(i).says(after.get(i)));
    }

    /** Returns false if it has to be sent but doesn't fit into this message. */
    private static boolean add(
            Intent.Entry entry,
            ListedAndAcknowledged both,
            PublicationTime eventTime,
            Examination examination,
            DueQueue queue,
            MessageDraft draft) {
        boolean inDoubt = entry.inDoubt() || both.acknowledged().inDoubt();
        boolean anew = isAnew(entry, queue);
        Diff diff = examination.diff(both, inDoubt, anew);
        return diff == null || draft.add(diff, entry.variant(), inDoubt, anew, entry.since(), eventTime);
    }

    private static boolean isAnew(Intent.Entry entry, DueQueue queue) {
        return entry.anew() || queue.variants().isResentUnlessAccepted(entry.variant());
    }
}
