package dev.partnercatalog.streams.commit;

import dev.partnercatalog.runtime.CommitPace;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.jspecify.annotations.Nullable;

/**
 * What a stream thread has done since it last committed or requested a commit. A commit is due once the oldest of it has
 * waited for a moment. While the thread is behind, throughput matters more, and only the interval counts. For use by
 * that thread only.
 */
final class UncommittedWork {

    private static final Duration LONGEST_WAIT = Duration.ofMillis(10);

    private final CommitPace pace;
    private final LongSupplier nanoTime;
    private @Nullable ProcessingContext latest;
    private long began;
    private boolean behind;

    /** @param nanoTime as {@link System#nanoTime} */
    UncommittedWork(LongSupplier nanoTime) {
        this.pace = new CommitPace(nanoTime);
        this.nanoTime = nanoTime;
    }

    /** @param task has processed a record, and so has something to commit */
    void add(ProcessingContext task) {
        if (latest == null) {
            began = nanoTime.getAsLong();
        }
        latest = task;
        commitIfDue();
    }

    /**
     * How long the thread may wait for records before it should commit, in whole milliseconds, which is the unit in
     * which consumers wait.
     */
    Duration patience(Duration longest) {
        if (latest == null) {
            return longest;
        }
        Duration remaining = remaining().plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS);
        return remaining.compareTo(longest) < 0 ? remaining : longest;
    }

    /**
     * The thread has polled.
     *
     * @param isBehind whether more records await it than it can keep up with
     */
    void polled(boolean isBehind) {
        behind = isBehind;
        commitIfDue();
    }

    void committed() {
        latest = null;
        pace.committed();
    }

    /** A commit of one task commits all of them. */
    private void commitIfDue() {
        if (latest != null && !behind && remaining().isZero()) {
            latest.commit();
            latest = null;
            pace.requested();
        }
    }

    private Duration remaining() {
        Duration untilOld = LONGEST_WAIT.minusNanos(nanoTime.getAsLong() - began);
        Duration untilPaced = pace.remaining();
        Duration longer = untilOld.compareTo(untilPaced) > 0 ? untilOld : untilPaced;
        return longer.isNegative() ? Duration.ZERO : longer;
    }
}
