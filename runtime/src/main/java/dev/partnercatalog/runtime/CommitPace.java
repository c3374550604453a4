package dev.partnercatalog.runtime;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How often the tasks of a stream thread may ask for a commit, so that a change waits for next to nothing while there is
 * little to do, and commits take no more than a third of the time while there is much. For the thread alone.
 */
public final class CommitPace {

    private static final long SHORTEST = Duration.ofMillis(10).toNanos();

    /** A commit takes a third of the time, and two thirds are left to what it is for. */
    private static final int PAUSE_OF_COMMIT = 2;

    /** A commit that waited for brokers or for a lost task doesn't predict the next one. */
    private static final long LONGEST_PAUSE = Duration.ofMillis(200).toNanos();

    private final LongSupplier nanoTime;
    private long asked;
    private boolean waiting;
    private long taken;
    private long next;

    /** @param nanoTime as {@link System#nanoTime} */
    public CommitPace(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.next = nanoTime.getAsLong();
    }

    /** Whether the last commit is long enough ago. */
    public boolean isDue() {
        return remaining().isZero();
    }

    /** How long it takes until the last commit is long enough ago; zero if it is. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, next - nanoTime.getAsLong()));
    }

    /** A task has asked for a commit. It begins after all tasks had their turn: its time counts from the last that asked. */
    public void asked() {
        waiting = true;
        asked = nanoTime.getAsLong();
    }

    /** A task has committed, and with it those that had asked. If none had, it took as long as the one before. */
    public void committed() {
        long now = nanoTime.getAsLong();
        if (waiting) {
            waiting = false;
            taken = now - asked;
        }
        next = now + Math.min(LONGEST_PAUSE, Math.max(SHORTEST - taken, PAUSE_OF_COMMIT * taken));
    }
}
