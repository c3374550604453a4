package dev.partnercatalog.console.page;

import dev.partnercatalog.operations.deadletter.DeadLetter;
import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.runtime.PrintableText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a list shows of a dead letter; without its value, which may be megabytes large.
 *
 * @param topic its source topic; null if the letter doesn't say
 */
public record LetterRow(
        LogPosition id, Instant time, @Nullable String topic, String key, String reason) {

    private static final int KEY = 60;
    private static final int REASON = 300;

    public static LetterRow of(DeadLetter letter) {
        byte[] key = letter.key();
        String reason = letter.reason();
        return new LetterRow(
                letter.id(),
                letter.time(),
                letter.source() == null ? null : letter.source().topic(),
                key == null ? "(no key)" : PrintableText.of(key, KEY),
                reason.length() <= REASON ? reason : reason.substring(0, REASON) + "…");
    }
}
