package dev.partnercatalog.streams.commit;

import dev.partnercatalog.runtime.CommitPace;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.apache.kafka.streams.processor.api.ProcessingContext;
import org.jspecify.annotations.Nullable;

/** What a stream thread has done since it last committed or asked for it. For that thread alone. */
final class UncommittedWork {

    private final CommitPace pace;
    private @Nullable ProcessingContext latest;

    UncommittedWork(CommitPace pace) {
        this.pace = pace;
    }

    /** @param task that has processed a record, and so has something to commit */
    void add(ProcessingContext task) {
        latest = task;
    }

    /** How long the thread may wait for records before it should commit, in whole milliseconds, as consumers wait. */
    Duration patience(Duration longest) {
        if (latest == null) {
            return longest;
        }
        Duration remaining = pace.remaining().plusNanos(999_999).truncatedTo(ChronoUnit.MILLIS);
        return remaining.compareTo(longest) < 0 ? remaining : longest;
    }

    /** The thread has found no records. A commit of one task commits all. */
    void idle() {
        if (latest != null && pace.remaining().isZero()) {
            latest.commit();
            latest = null;
            pace.asked();
        }
    }

    void committed() {
        latest = null;
        pace.committed();
    }
}
