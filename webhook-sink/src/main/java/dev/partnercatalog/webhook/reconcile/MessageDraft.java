package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.message.VariantsChanged;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.subscription.Subscriber;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The message that a {@link Gathering} fills, up to its limits. Not thread-safe. */
final class MessageDraft {

    private final DueQueue queue;
    private final InFlightMessage inFlight;
    private final int records;
    private final VariantsChanged body;
    private final List<Intent.Entry> entries = new ArrayList<>();
    private final Set<ScopedVariant> variants = new HashSet<>();

    /**
     * @param records the most records that it may contain
     * @param bytes the most bytes that its body may take
     * @param now the time in milliseconds since 1970
     */
    MessageDraft(DueQueue queue, int records, int bytes, long now) {
        this.queue = queue;
        this.inFlight = new InFlightMessage(now);
        this.records = records;
        this.body = new VariantsChanged(records, bytes);
    }

    boolean isEmpty() {
        return entries.isEmpty();
    }

    boolean isFull() {
        return body.isFull();
    }

    /** How many more records it may contain. */
    int room() {
        return records - body.records();
    }

    List<Intent.Entry> entries() {
        return Collections.unmodifiableList(entries);
    }

    boolean contains(ScopedVariant variant) {
        return variants.contains(variant);
    }

    /**
     * Adds a diff, which is in flight from now on; returns false if it doesn't fit.
     *
     * @param inDoubt whether what the partner has of the variant is in doubt even before this message
     * @param anew whether it is sent even if the partner has it
     * @param since when the variant became due, in milliseconds since 1970
     * @param eventTime of the first event that made it due
     */
    boolean add(
            Diff diff, ScopedVariant variant, boolean inDoubt, boolean anew, long since, PublicationTime eventTime) {
        if (!diff.addTo(body, variant)) {
            return false;
        }
        entries.add(new Intent.Entry(variant, diff.content(), inDoubt, anew, since, eventTime));
        variants.add(variant);
        queue.variants().putInFlight(variant, inFlight);
        return true;
    }

    /** The message, under its intent. */
    Batch batch(Subscriber subscriber, Batch.Sending sending, Intent intent) {
        return Batch.of(subscriber, sending, intent, inFlight, body);
    }
}
