package dev.partnercatalog.webhook.membership;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How often the tasks of a stream thread may request a commit, and for how long they may work towards it: under low load, a
 * change hardly waits; under high load, commits take no more than a third of the time, and what comes while the tasks work
 * doesn't wait long for the commit after it. For use by that thread only.
 */
public final class CommitPace {

    private static final long SHORTEST = Duration.ofMillis(10).toNanos();

    /** A commit takes a third of the time, which leaves two thirds for processing. */
    private static final int PAUSE_OF_COMMIT = 2;

    /** A commit that waited for brokers or for a lost task doesn't predict the next one. */
    private static final long LONGEST_PAUSE = Duration.ofMillis(200).toNanos();

    private static final long LONGEST_WORK = Duration.ofMillis(30).toNanos();

    private final LongSupplier nanoTime;
    private long workEnds;
    private long asked;
    private boolean waiting;
    private long taken;
    private long next;

    /** @param nanoTime as {@link System#nanoTime} */
    public CommitPace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.next = nanoTime.getAsLong();
    }

    /** Whether enough time has passed since the last commit. Until a task requests one, work for it begins here. */
    public boolean isDue() {
        long now = nanoTime.getAsLong();
        if (!waiting) {
            workEnds = now + LONGEST_WORK;
        }
        return next - now <= 0;
    }

    /** Whether the tasks of the thread may work on before they commit. */
    public boolean isTimeLeft() {
        return workEnds - nanoTime.getAsLong() > 0;
    }

    /**
     * A task has requested a commit. It begins after all tasks have had their turn, so its time counts from the last
     * request.
     */
    public void requested() {
        waiting = true;
        asked = nanoTime.getAsLong();
    }

    /** A task has committed, and with it those that requested it. If none had, the previous commit's time is used. */
    public void committed() {
        long now = nanoTime.getAsLong();
        if (waiting) {
            waiting = false;
            taken = now - asked;
        }
        next = now + Math.min(LONGEST_PAUSE, Math.max(SHORTEST - taken, PAUSE_OF_COMMIT * taken));
    }
}
