package dev.partnercatalog.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Decides which task may send next to an endpoint that wants time between messages: the one that has waited longest.
 * Without turns, the task that checks first would always win. Not thread-safe: its {@link EndpointQueue} guards it.
 */
final class TaskTurns {

    /**
     * A task that hasn't asked for this long is gone, or has nothing more to send. Tasks ask every few milliseconds,
     * but not while they commit, nor for a while after a slow commit. They must not lose their turns because of that.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Map<Object, Instant> lastAsked = new LinkedHashMap<>();

    /**
     * Asks for the next turn, and waits for it from then on.
     *
     * @param asker the caller, always the same object
     * @param free whether there is a turn to take
     * @return whether the asker got the turn; it stops waiting then
     */
    boolean ask(Object asker, Instant now, boolean free) {
        lastAsked.put(asker, now);
        if (!free) {
            return false;
        }
        Iterator<Map.Entry<Object, Instant>> first = lastAsked.entrySet().iterator();
        while (first.hasNext()) {
            Map.Entry<Object, Instant> next = first.next();
            if (next.getKey().equals(asker)) {
                first.remove();
                return true;
            }
            // A time in the future comes from a clock that was set back.
            if (!next.getValue().plus(PATIENCE).isBefore(now)
                    && !next.getValue().isAfter(now)) {
                return false;
            }
            first.remove();
        }
        throw new IllegalStateException("the asker must be among those waiting");
    }
}
