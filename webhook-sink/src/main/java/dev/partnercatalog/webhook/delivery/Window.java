package dev.partnercatalog.webhook.delivery;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * How many attempts may be in flight to one endpoint: one at the beginning and after a failure, one more for each
 * response that doesn't take much longer than the quickest ones to messages of about the same size, one less for each
 * that does. While the endpoint responds quickly, several times as many messages may be ready, because the next ones
 * come with the next commit. Records that may be at fault have a place of their own, so that an endpoint that hangs on
 * one of them keeps no other waiting. Not thread-safe: its {@link EndpointQueue} guards it.
 */
final class Window {

    private static final int SLOWER = 3;

    /** How many more messages may be ready for each attempt beyond the first. */
    private static final int AHEAD = 4;

    /** How much later a busy machine may answer without being overloaded. */
    private static final long SLACK_MS = 200;

    /** An endpoint may become slower for good: after some 70 responses the quickest time has doubled. */
    private static final double FORGETTING = 1.01;

    private final int widest;
    private int width = 1;
    private int taken;
    private int inFlight;
    private final Set<Priority> asideTaken = EnumSet.noneOf(Priority.class);
    private int asideInFlight;

    /**
     * The quickest times by message size: each class holds sizes up to twice those of the class before, because many
     * records may take longer than one.
     */
    private final double[] quickestMs = new double[Integer.SIZE + 1];

    Window(int widest) {
        this.widest = widest;
        Arrays.fill(quickestMs, Double.MAX_VALUE);
    }

    /** Takes a place for the next message; returns whether one was free. */
    boolean take(Priority priority) {
        if (priority.isAside()) {
            return asideTaken.add(priority);
        }
        if (taken >= places(priority)) {
            return false;
        }
        taken++;
        return true;
    }

    /** One place is reserved for live changes, as one attempt is, so that they needn't wait behind a big resend. */
    private int places(Priority priority) {
        int places = width + 1 + AHEAD * (width - 1);
        return priority == Priority.LIVE ? places : places - 1;
    }

    /** Whether a message that takes a place now would wait for an attempt to end. */
    boolean isAhead() {
        return taken >= width;
    }

    /** The message is done, or isn't sent after all. */
    void leave(Priority priority) {
        if (priority.isAside()) {
            asideTaken.remove(priority);
        } else {
            taken--;
        }
    }

    /** Whether an attempt may start now; counts it. */
    boolean begin(Priority priority) {
        if (priority.isAside()) {
            asideInFlight++;
            return true;
        }
        if (inFlight >= (priority == Priority.LIVE || width == 1 ? width : width - 1)) {
            return false;
        }
        inFlight++;
        return true;
    }

    void end(Priority priority) {
        if (priority.isAside()) {
            asideInFlight--;
        } else {
            inFlight--;
        }
    }

    /** A message of this size in bytes was accepted after this time. */
    void answered(int bytes, Duration time) {
        double took = time.toNanos() / 1e6;
        int size = Integer.SIZE - Integer.numberOfLeadingZeros(bytes);
        quickestMs[size] = Math.min(quickestMs[size] * FORGETTING, took);
        boolean slow = took > SLOWER * quickestMs[size] + SLACK_MS;
        width = slow ? Math.max(1, width - 1) : Math.min(width + 1, widest);
    }

    void close() {
        width = 1;
    }

    int inFlight() {
        return inFlight + asideInFlight;
    }
}
