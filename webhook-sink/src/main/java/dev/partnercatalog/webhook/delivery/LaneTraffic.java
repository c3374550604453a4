package dev.partnercatalog.webhook.delivery;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The messages of an endpoint in one lane: those in flight, and those that are ready for when an attempt ends. Not
 * thread-safe: its {@link EndpointInUse} guards it.
 */
final class LaneTraffic {

    /** A message that has its place and waits for an attempt to end. It is begun or withheld, once. */
    interface Ready {

        Lane lane();

        /** Whether it goes before others of its lane. */
        boolean isUrgent();

        /** Whether there is something newer to send, so that it must not be begun. */
        boolean isOutdated();

        void begin();

        /** Nothing is sent for a while, or the message is out of date: its sender decides again. */
        void withhold();
    }

    private final Deque<Ready> urgent = new ArrayDeque<>();
    private final Deque<Ready> others = new ArrayDeque<>();
    /** How many messages have a place. */
    int taken;

    int inFlight;

    void offer(Ready message) {
        queue(message).addLast(message);
    }

    boolean takeBack(Ready message) {
        return queue(message).remove(message);
    }

    private Deque<Ready> queue(Ready message) {
        return message.isUrgent() ? urgent : others;
    }

    boolean hasReady() {
        return !urgent.isEmpty() || !others.isEmpty();
    }

    /**
     * Takes what may begin. Gives back messages that are out of date by then, and all of them if nothing may be sent for a
     * while: a message gathered later says more at once.
     *
     * @param width how many may be in flight
     */
    void poll(boolean isOpen, int width, List<Ready> begun, List<Ready> withheld) {
        for (Deque<Ready> queue : List.of(urgent, others)) {
            while (!queue.isEmpty() && (!isOpen || inFlight < width)) {
                Ready next = queue.removeFirst();
                boolean begins = isOpen && !next.isOutdated();
                inFlight += begins ? 1 : 0;
                (begins ? begun : withheld).add(next);
            }
        }
    }
}
