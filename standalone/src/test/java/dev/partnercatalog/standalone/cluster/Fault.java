package dev.partnercatalog.standalone.cluster;

import java.time.Duration;

/**
 * Something that goes wrong for a while.
 *
 * @param subject what it happens to; only one fault at a time
 */
record Fault(Kind kind, Object subject, String name, Duration length, Step begin, Step end) {

    /** The kind of a fault determines which effects it may have. */
    enum Kind {
        KILL,
        PAUSE,
        DISK,
        CLOCK,
        BROKER,
        REGISTRY
    }

    /** Makes it begin or end. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    @Override
    public String toString() {
        return subject + " " + name + " for " + length.toMillis() + " ms";
    }
}
