package dev.partnercatalog.streams.commit;

import dev.partnercatalog.runtime.CommitPace;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.jspecify.annotations.Nullable;

/**
 * What a stream thread has done since it last committed or requested a commit. A commit is due once the oldest of it has
 * waited for a moment. While the thread is behind, throughput matters more: a commit is due only once it has run out of
 * work. For use by that thread only.
 */
final class UncommittedWork {

    private static final Duration LONGEST_WAIT = Duration.ofMillis(10);

    /**
     * A thread has run out of work if it has found nothing for this long. A shorter pause only means that the next
     * records are on their way from the broker; committing at each of those cost a third of the throughput.
     */
    private static final Duration IDLE = Duration.ofMillis(5);

    private final CommitPace pace;
    private final LongSupplier nanoTime;
    private @Nullable ProcessingContext latest;
    private long began;
    private long worked;
    private boolean behind;

    /** @param nanoTime as {@link System#nanoTime} */
    UncommittedWork(LongSupplier nanoTime) {
        this.pace = new CommitPace(nanoTime);
        this.nanoTime = nanoTime;
    }

    /** @param task has processed a record, and so has something to commit */
    void add(ProcessingContext task) {
        worked = nanoTime.getAsLong();
        if (latest == null) {
            began = worked;
        }
        latest = task;
    }

    /**
     * How long the thread may wait for records before it should commit, in whole milliseconds, which is the unit in
     * which consumers wait.
     */
    Duration patience(Duration longest) {
        if (latest == null) {
            return longest;
        }
        Duration untilIdle = left(IDLE, worked);
        Duration untilDue = behind ? untilIdle : shorter(untilIdle, left(LONGEST_WAIT, began));
        Duration untilPaced = pace.remaining();
        Duration remaining = untilPaced.compareTo(untilDue) > 0 ? untilPaced : untilDue;
        return shorter(remaining.plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS), longest);
    }

    /**
     * The thread has polled. A commit of one task commits all of them.
     *
     * @param found whether it found records
     * @param isBehind whether more records await it than it works off in a moment; asked only if it matters
     */
    void polled(boolean found, BooleanSupplier isBehind) {
        if (latest == null || !pace.isDue()) {
            return;
        }
        boolean old = left(LONGEST_WAIT, began).isZero();
        behind = old && isBehind.getAsBoolean();
        if ((old && !behind) || (!found && left(IDLE, worked).isZero())) {
            latest.commit();
            latest = null;
            pace.requested();
        }
    }

    void committed() {
        latest = null;
        pace.committed();
    }

    private Duration left(Duration of, long since) {
        Duration left = of.minusNanos(nanoTime.getAsLong() - since);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
