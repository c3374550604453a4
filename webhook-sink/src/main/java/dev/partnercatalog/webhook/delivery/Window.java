package dev.partnercatalog.webhook.delivery;

import java.time.Duration;
import java.util.Arrays;

/**
 * How many attempts may be in flight in an endpoint's main lane: one at the beginning and after a failure, one more for
 * each response that doesn't take much longer than the quickest ones to messages of about the same size, one less for each
 * that does. Not thread-safe: its {@link EndpointInUse} guards it.
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

    /**
     * The quickest times by message size: each class holds sizes up to twice those of the class before, because many
     * records may take longer than one.
     */
    private final double[] quickestMs = new double[Integer.SIZE + 1];

    Window(int widest) {
        this.widest = widest;
        Arrays.fill(quickestMs, Double.MAX_VALUE);
    }

    int width() {
        return width;
    }

    /** How many messages may be in flight or ready, because the next ones come with the next commit. */
    int places() {
        return width + 1 + AHEAD * (width - 1);
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
}
