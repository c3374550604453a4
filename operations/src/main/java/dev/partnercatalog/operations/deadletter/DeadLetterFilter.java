package dev.partnercatalog.operations.deadletter;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Selects dead letters.
 *
 * @param topic full name of the topic that they came from; null for any
 * @param since rejected at this time or later; null for any time
 * @param until rejected before this time; null for any time
 */
public record DeadLetterFilter(
        @Nullable String topic,
        @Nullable Instant since,
        @Nullable Instant until) {

    public static final DeadLetterFilter ALL = new DeadLetterFilter(null, null, null);

    boolean matches(DeadLetter letter) {
        return (topic == null
                        || (letter.source() != null && letter.source().topic().equals(topic)))
                && (since == null || !letter.time().isBefore(since))
                && (until == null || letter.time().isBefore(until));
    }
}
