package dev.partnercatalog.standalone;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many files and connections this process has open, of those that the system allows it.
 *
 * @param open how many are open now; 0 if unknown
 * @param limit how many may be open at a time
 */
record OpenFiles(long open, long limit) {
    private static final Logger LOG = LoggerFactory.getLogger(OpenFiles.class);

    /** An empty catalog has 700 open; stores and clients need more. */
    static final long ENOUGH = 4096;

    /** Attempts that fail open none, so a few may be left. */
    private static final long FEW = 16;

    static OpenFiles now() {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)) {
            return new OpenFiles(0, Long.MAX_VALUE);
        }
        long limit = unix.getMaxFileDescriptorCount();
        try {
            return new OpenFiles(unix.getOpenFileDescriptorCount(), limit);
        } catch (InternalError e) {
            LOG.debug("Counting them takes one", e);
            return new OpenFiles(limit, limit);
        }
    }

    /** Says so if fewer are allowed than a small catalog needs. */
    void warnIfFew() {
        if (limit < ENOUGH) {
            LOG.warn(
                    "Only {} files and connections may be open at a time, and {} should be: raise the limit"
                            + " (ulimit -n {}) before the start",
                    limit,
                    ENOUGH,
                    ENOUGH);
        }
    }

    /** That none is left, which makes anything else fail; null otherwise. */
    @Nullable
    String exhausted() {
        return open < limit - FEW
                ? null
                : "%d of the %d files and connections that may be open are: raise the limit (ulimit -n %d), and start it again"
                        .formatted(open, limit, Math.max(ENOUGH, 2 * limit));
    }
}
