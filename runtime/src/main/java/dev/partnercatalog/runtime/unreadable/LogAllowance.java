package dev.partnercatalog.runtime.unreadable;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Admits a limited number of lines per minute to the log: someone who writes garbage must not fill disks. Thread-safe.
 */
final class LogAllowance {

    /** What to do with a line. */
    enum Verdict {
        LOG,
        /** The first line in this minute that must not be logged. */
        SAY_THAT_MORE_COME,
        DROP
    }

    static final int LINES = 100;

    private static final long WINDOW = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanoTime;
    private long began;
    private int lines;

    LogAllowance(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.began = nanoTime.getAsLong();
    }

    synchronized Verdict next() {
        long now = nanoTime.getAsLong();
        if (now - began >= WINDOW) {
            began = now;
            lines = 0;
        }
        if (lines > LINES) {
            return Verdict.DROP;
        }
        lines++;
        return lines > LINES ? Verdict.SAY_THAT_MORE_COME : Verdict.LOG;
    }
}
