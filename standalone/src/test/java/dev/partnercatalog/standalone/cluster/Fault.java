package dev.partnercatalog.standalone.cluster;

import java.time.Duration;

/**
 * Something that goes wrong for a while.
 *
 * @param subject what it happens to; one thing at a time
 */
record Fault(Kind kind, Object subject, String name, Duration length, Step begin, Step end) {

    /** What may be seen of a fault depends on its kind. */
    enum Kind {
        KILL,
        PAUSE,
        DISK,
        CLOCK,
        BROKER,
        REGISTRY
    }

    /** What makes it begin or end. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    @Override
    public String toString() {
        return subject + " " + name + " for " + length.toMillis() + " ms";
    }
}
