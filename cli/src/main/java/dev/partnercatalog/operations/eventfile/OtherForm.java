package dev.partnercatalog.operations.eventfile;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes a file that has its events in another form than one JSON object per line, by its first line: each of the
 * other lines would only repeat the fault.
 */
final class OtherForm {

    /** What to do with an array. */
    static final String SPLIT = "put each object on a line of its own: jq -c '.[]' FILE";

    /** What to do with objects that don't have a line each. */
    static final String JOIN = "put each object on one line: jq -c . FILE";

    /** Possessive: a group that could be left again would take a frame of the stack for each column. */
    private static final Pattern HEADER = Pattern.compile("[\\w.$\"]++(?: *+[,;\t]\\s*+[\\w.$\"]++)++");

    private static final int LONGEST_HEADER = 1 << 14;

    private OtherForm() {}

    /** Returns which form the line, which is at fault, begins; null if it begins no other form. */
    static @Nullable String problem(LineReader.RawLine first) {
        String line = new String(first.bytes(), StandardCharsets.UTF_8).strip();
        if (line.startsWith("[")) {
            return "is " + (JsonLine.endsTooEarly(line) ? "the beginning of an array" : "an array")
                    + ", but each line must be an object: " + SPLIT;
        }
        if (line.startsWith("{") && JsonLine.endsTooEarly(line)) {
            return "is the beginning of an object that doesn't end on its line: " + JOIN;
        }
        if (line.length() <= LONGEST_HEADER && HEADER.matcher(line).matches()) {
            return "looks like the header of a table: read it with --format csv";
        }
        return null;
    }
}
