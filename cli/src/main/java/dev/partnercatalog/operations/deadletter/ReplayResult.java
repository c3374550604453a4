package dev.partnercatalog.operations.deadletter;

import org.jspecify.annotations.Nullable;

/**
 * The result of replaying a dead letter.
 *
 * @param topic its source topic, null if the dead letter doesn't say
 * @param detail where it is now, what is newer, or why it was not replayed; as text
 */
public record ReplayResult(LogPosition id, @Nullable String topic, Outcome outcome, String detail) {

    /** The possible outcomes. */
    public enum Outcome {
        /** It is in its topic again. */
        REPLAYED,
        /** Nothing prevents it; this was a dry run. */
        REPLAYABLE,
        /** It would overwrite a newer event of its key. */
        SUPERSEDED,
        /** It was republished after it was rejected. */
        REPLAYED_BEFORE,
        /** It can't be published in any case. */
        IMPOSSIBLE,
        /** The brokers rejected it. */
        REFUSED
    }
}
