package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.delivery.MessageDelivery;
import org.jspecify.annotations.Nullable;

/** A message from when it is formed until its outcome is known. Not thread-safe. */
final class InFlightMessage {

    private final long since;
    private MessageDelivery.@Nullable Attempt attempt;

    /** @param since when it was formed, in milliseconds since 1970 */
    InFlightMessage(long since) {
        this.since = since;
    }

    long since() {
        return since;
    }

    /** It was offered to its endpoint. */
    void offered(MessageDelivery.Attempt toIt) {
        attempt = toIt;
    }

    /** It is out of date, and is not sent if that hasn't begun yet. */
    void outdate() {
        if (attempt != null) {
            attempt.outdate();
        }
    }
}
