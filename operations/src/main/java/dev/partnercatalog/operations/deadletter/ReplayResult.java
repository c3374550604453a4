package dev.partnercatalog.operations.deadletter;

import org.jspecify.annotations.Nullable;

/**
 * What became of a dead letter that was to be published again.
 *
 * @param topic that it came from, null where the letter doesn't say
 * @param detail where it lies now, what is newer, or why not; in words
 */
public record ReplayResult(LogPosition id, @Nullable String topic, Outcome outcome, String detail) {

    /** The ways it can go. */
    public enum Outcome {
        /** It lies in its topic once more. */
        REPLAYED,
        /** Nothing hinders it; this was a dry run. */
        REPLAYABLE,
        /** A newer event of its key is there, which it would overwrite. */
        SUPERSEDED,
        /** It was published again after it was rejected. */
        REPLAYED_BEFORE,
        /** It can't be published, whatever is done. */
        IMPOSSIBLE,
        /** The brokers didn't take it. */
        REFUSED
    }
}
