package dev.partnercatalog.webhook.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * The messages of an endpoint in one lane: those in flight, and those that are ready for when an attempt ends. How many may
 * be in flight: one at the beginning and after a failure, one more for each response that doesn't take much longer than the
 * quickest ones to messages of about the same size, one less for each that does. Not thread-safe: its {@link EndpointInUse}
 * guards it.
 */
final class LaneTraffic {

    private static final int SLOWER = 3;

    /** How many more messages may be ready for each attempt beyond the first. */
    private static final int AHEAD = 4;

    /** How much later a busy machine may answer without being overloaded. */
    private static final long SLACK_MS = 200;

    /** An endpoint may become slower for good: after some 70 responses the quickest time has doubled. */
    private static final double FORGETTING = 1.01;

    /** A message that has its place and waits for an attempt to end. It is begun or withheld, once. */
    interface Ready {

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
    private final int widest;
    private final int spare;
    private int width = 1;

    /**
     * The quickest times by message size: each class holds sizes up to twice those of the class before, because many
     * records may take longer than one.
     */
    private final double[] quickestMs = new double[Integer.SIZE + 1];

    /** How many messages have a place. */
    int taken;

    int inFlight;

    /** Whether something has waited for the end of the endpoint's pause. */
    boolean waits;

    /**
     * @param widest how many may be in flight at most
     * @param spare how many more may be ready while one is in flight
     */
    LaneTraffic(int widest, int spare) {
        this.widest = widest;
        this.spare = spare;
        Arrays.fill(quickestMs, Double.MAX_VALUE);
    }

    /** How many may be in flight. */
    int width() {
        return width;
    }

    /** How many messages may be in flight or ready, because the next ones come with the next commit. */
    int places() {
        return width + spare + AHEAD * (width - 1);
    }

    /** A message of this size in bytes was accepted after this time. */
    void answered(int bytes, Duration time) {
        double took = time.toNanos() / 1e6;
        int size = Integer.SIZE - Integer.numberOfLeadingZeros(bytes);
        quickestMs[size] = Math.min(quickestMs[size] * FORGETTING, took);
        boolean slow = took > SLOWER * quickestMs[size] + SLACK_MS;
        width = slow ? Math.max(1, width - 1) : Math.min(width + 1, widest);
    }

    void failed() {
        width = 1;
    }

    Deque<Ready> queue(Ready message) {
        return message.isUrgent() ? urgent : others;
    }

    boolean hasReady() {
        return !urgent.isEmpty() || !others.isEmpty();
    }

    /**
     * Takes what may begin. Gives back messages that are out of date by then, and all of them if nothing may be sent for a
     * while: a message gathered later says more at once. Either is what the returned steps do, outside of locks.
     */
    List<Runnable> poll(boolean isOpen) {
        List<Runnable> steps = new ArrayList<>();
        for (Deque<Ready> queue : List.of(urgent, others)) {
            while (!queue.isEmpty() && (!isOpen || inFlight < width)) {
                Ready next = queue.removeFirst();
                boolean begins = isOpen && !next.isOutdated();
                inFlight += begins ? 1 : 0;
                steps.add(begins ? next::begin : next::withhold);
            }
        }
        return steps;
    }
}
