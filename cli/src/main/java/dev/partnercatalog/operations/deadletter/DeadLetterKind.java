package dev.partnercatalog.operations.deadletter;

import java.util.regex.Pattern;

/**
 * What dead letters with the same cause have in common.
 *
 * @param topic full name of the topic that they came from; {@value #UNKNOWN} if the dead letter doesn't say
 * @param reason the reason in its general form
 */
public record DeadLetterKind(String topic, String reason) {

    public static final String UNKNOWN = "unknown";

    /** Stands for what is specific to one event. */
    static final String DETAIL = "…";

    /**
     * The parts of reasons that are specific to one event: numbers and quoted text, in which a backslash precedes a
     * quotation mark of the text itself. The quote may be cut off at the end.
     */
    private static final Pattern SPECIFIC =
            Pattern.compile("\"[^\"\\\\]*+(?:\\\\[\\s\\S][^\"\\\\]*+)*+(?:\"|\\\\?$)|(?<![\\w-])\\d+(?![\\w-])");

    public static DeadLetterKind of(DeadLetter letter) {
        return new DeadLetterKind(
                letter.source() == null ? UNKNOWN : letter.source().topic(), general(letter.reason()));
    }

    /** The general form of a reason: “…” replaces what is specific to one event. */
    public static String general(String reason) {
        return SPECIFIC.matcher(reason).replaceAll(DETAIL);
    }
}
