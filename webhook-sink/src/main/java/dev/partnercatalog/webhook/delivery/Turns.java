package dev.partnercatalog.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which task may send next to an endpoint that wants time between messages: the one that has waited longest. Without turns,
 * the task that looks first would always win. Not thread-safe: its {@link EndpointInUse} guards it.
 */
final class Turns {

    /**
     * A task that hasn't asked for so long is gone, or has nothing to send any more. Tasks ask every few milliseconds, but not
     * while they commit, nor for a while after a slow commit. They must not lose their turns by that.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Map<Object, Instant> lastAsked = new LinkedHashMap<>();

    /**
     * Asks for the next turn, and waits for it from then on.
     *
     * @param asker one and the same object, whenever it asks
     * @param free whether there is a turn to take
     * @return whether the asker has got it; it waits no more then
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
            // A time ahead is of a clock that was set back.
            if (!next.getValue().plus(PATIENCE).isBefore(now)
                    && !next.getValue().isAfter(now)) {
                return false;
            }
            first.remove();
        }
        throw new IllegalStateException("an asker is always among those who wait");
    }
}
