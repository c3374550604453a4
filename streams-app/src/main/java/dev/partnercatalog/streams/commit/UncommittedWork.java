package dev.partnercatalog.streams.commit;

import dev.partnercatalog.runtime.CommitPace;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.jspecify.annotations.Nullable;

/** What a stream thread has done since it last committed or requested a commit. For use by that thread only. */
final class UncommittedWork {

    /**
     * A thread is idle if it has found nothing for this long. A shorter pause only means that the next records are on
     * their way from the broker; committing at each of those cost a third of the throughput.
     */
    private static final Duration IDLE = Duration.ofMillis(5);

    private final CommitPace pace;
    private final LongSupplier nanoTime;
    private @Nullable ProcessingContext latest;
    private long worked;

    /** @param nanoTime as {@link System#nanoTime} */
    UncommittedWork(LongSupplier nanoTime) {
        this.pace = new CommitPace(nanoTime);
        this.nanoTime = nanoTime;
    }

    /** @param task has processed a record, and so has something to commit */
    void add(ProcessingContext task) {
        latest = task;
        worked = nanoTime.getAsLong();
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

    /** The thread has found no records. A commit of one task commits all of them. */
    void idle() {
        if (latest != null && remaining().isZero()) {
            latest.commit();
            latest = null;
            pace.requested();
        }
    }

    void committed() {
        latest = null;
        pace.committed();
    }

    private Duration remaining() {
        Duration untilIdle = IDLE.minusNanos(nanoTime.getAsLong() - worked);
        Duration untilPaced = pace.remaining();
        Duration longer = untilIdle.compareTo(untilPaced) > 0 ? untilIdle : untilPaced;
        return longer.isNegative() ? Duration.ZERO : longer;
    }
}
