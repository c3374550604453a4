package dev.partnercatalog.operations.deadletter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Selects dead letters.
 *
 * @param topic full name of the topic that they came from; null for any
 * @param since rejected at this time or later; null for any time
 * @param until rejected before this time; null for any time
 * @param reason part of the reason, or, if it has a “…”, of its general form ({@link DeadLetterKind#general}); null for
 *     any reason
 */
public record DeadLetterFilter(
        @Nullable String topic,
        @Nullable Instant since,
        @Nullable Instant until,
        @Nullable String reason) {

    /** Every dead letter. */
    public static final DeadLetterFilter ALL = new DeadLetterFilter(null, null, null, null);

    boolean matches(DeadLetter letter) {
        return matches(letter.time(), DeadLetterKind.of(letter), letter.reason());
    }

    /**
     * Whether a dead letter is selected.
     *
     * @param ownReason its reason, of which {@code kind} has the general form
     */
    public boolean matches(Instant time, DeadLetterKind kind, String ownReason) {
        return (topic == null || kind.topic().equals(topic))
                && (since == null || !time.isBefore(since))
                && (until == null || time.isBefore(until))
                && (reason == null
                        || ownReason.contains(reason)
                        || (reason.contains(DeadLetterKind.DETAIL)
                                && kind.reason().contains(reason)));
    }
}
