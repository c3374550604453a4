package dev.partnercatalog.streams.commit;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.processor.Cancellable;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.jspecify.annotations.Nullable;

/**
 * What a stream thread has done since it last asked for a commit. It asks as soon as it has processed what it found,
 * though not more often than at the pace. While the thread is behind, throughput matters more: it asks only once it has
 * run out of work, and is otherwise left to the interval. For use by that thread only.
 *
 * <p>What can't be asked for yet is left to a punctuator, which looks after each round that the thread makes over its
 * tasks, immediately before Kafka Streams checks whether a commit was asked for. There is none without such work: after
 * a punctuator has run, Kafka Streams takes its task for changed, and would commit at the interval though nothing
 * happens.
 */
final class UncommittedWork {

    /** From one request to the next on average: with every few records, commits took a third of the throughput. */
    private static final Duration SHORTEST_PACE = Duration.ofMillis(25);

    /** What comes while brokers are slow waits for twice the time of a commit, but no longer than this. */
    private static final Duration LONGEST_PACE = Duration.ofMillis(60);

    /** So many requests may be made at once, so that an event that comes alone waits at none of its steps. */
    private static final int AT_ONCE = 3;

    /** A thread that was behind has run out of work if it has found nothing for this long. */
    private static final Duration IDLE = Duration.ofMillis(5);

    /**
     * Often, because Kafka Streams takes half as many records in a round after one in which a punctuator ran, down to
     * one of each task. A round can't be interrupted, and a change of a product sold by many thousands of companies takes
     * most of a second.
     */
    private static final Duration INTERVAL = Duration.ofMillis(1);

    /** The brokers abort a transaction that takes a quarter as long again. */
    private static final Duration LONGEST_ROUND = Duration.ofSeconds(12);

    private final LongSupplier nanoTime;
    private @Nullable ProcessingContext task;
    private @Nullable Cancellable punctuator;
    private long worked;
    private long pace = SHORTEST_PACE.toNanos();
    private long next;
    private long asked;
    private boolean committing;
    private int found;
    private boolean behind;
    private boolean newRound = true;
    private long roundBegan;

    /** @param nanoTime as {@link System#nanoTime} */
    UncommittedWork(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.next = nanoTime.getAsLong();
    }

    /**
     * The thread has processed what it had found, and has found more.
     *
     * @param count of records, at least one
     * @param full whether it couldn't take more at once, so that others are likely to wait
     */
    void polled(int count, boolean full) {
        measure();
        found = count;
        behind = full;
        newRound = true;
    }

    /**
     * To be called before each record.
     *
     * @throws TimeoutException if the brokers would abort the transaction before the round ends. The thread must be
     *     replaced then: a new one begins with rounds of one record of each task
     */
    void requireShortRound() {
        if (!newRound && isPast(roundBegan, LONGEST_ROUND)) {
            throw new TimeoutException("the records that were taken at once are too much for one transaction: they are"
                    + " taken again, one at a time");
        }
    }

    /** @param by the task that has processed a record, and so has something to commit */
    void add(ProcessingContext by) {
        worked = nanoTime.getAsLong();
        if (newRound) {
            newRound = false;
            roundBegan = worked;
        }
        found--;
        if (isDue()) {
            ask(by);
        } else if (punctuator == null) {
            task = by;
            punctuator = by.schedule(INTERVAL, PunctuationType.WALL_CLOCK_TIME, time -> roundEnded(by));
        }
    }

    private void roundEnded(ProcessingContext by) {
        newRound = true;
        if (isDue()) {
            ask(by);
        }
    }

    private boolean isDue() {
        return nanoTime.getAsLong() - next >= 0 && ((found <= 0 && !behind) || isPast(worked, IDLE));
    }

    /** The commit comes before whatever the thread does next, which may be to wait for records. */
    private void measure() {
        if (committing) {
            committing = false;
            long twice = 2 * (nanoTime.getAsLong() - asked);
            pace = Math.max(SHORTEST_PACE.toNanos(), Math.min(LONGEST_PACE.toNanos(), twice));
        }
    }

    /** A commit of one task commits all of them. */
    private void ask(ProcessingContext by) {
        asked = nanoTime.getAsLong();
        committing = true;
        // All that was found is processed, or the thread has just looked for more.
        newRound = true;
        long earliest = asked - (AT_ONCE - 1) * pace;
        next = (next - earliest > 0 ? next : earliest) + pace;
        by.commit();
        forget();
    }

    /** The task is closed, and its punctuator with it. Its work was committed, or is given up. */
    void closed(ProcessingContext by) {
        if (by.equals(task)) {
            forget();
        }
    }

    private void forget() {
        if (punctuator != null) {
            punctuator.cancel();
        }
        punctuator = null;
        task = null;
    }

    private boolean isPast(long since, Duration time) {
        return nanoTime.getAsLong() - since >= time.toNanos();
    }
}
