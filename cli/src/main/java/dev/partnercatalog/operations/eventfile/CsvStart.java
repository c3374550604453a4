package dev.partnercatalog.operations.eventfile;

import dev.partnercatalog.schemas.plain.FieldPath;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what is wrong with a table whose first line shows another form; it leaves the text where it was. */
final class CsvStart {

    /** A header has at most some hundred names. */
    private static final int LONGEST = 1 << 14;

    private static final String ANNOUNCEMENT = "sep=";

    /** If a line has several of them, the first of these separates its columns. */
    private static final char[] SEPARATORS = {',', ';', '\t', '|'};

    private static final String WITH_COMMAS = "commas are needed: export the table with commas between the columns";

    private CsvStart() {}

    /** Returns what is wrong, to follow the number of the first line; null if it may be a header. */
    static @Nullable String problem(BufferedReader text) throws IOException {
        String line = firstLine(text);
        if (line.startsWith("{") || line.startsWith("[")) {
            return "is JSON, not the header of a table: read it with --format ndjson";
        }
        if (line.regionMatches(true, 0, ANNOUNCEMENT, 0, ANNOUNCEMENT.length())) {
            String separator = line.substring(ANNOUNCEMENT.length());
            return separator.equals(",")
                    ? null
                    : "announces " + named(separator) + " between the columns, but " + WITH_COMMAS;
        }
        for (char separator : SEPARATORS) {
            if (hasOutsideQuotes(line, separator)) {
                return separator == ','
                        ? null
                        : "has " + named(String.valueOf(separator)) + " between the columns, but " + WITH_COMMAS;
            }
        }
        return null;
    }

    /** Whether a row only says that commas separate the columns, as some spreadsheets want it said. */
    static boolean announcesCommas(List<String> row) {
        return row.size() == 2
                && row.get(0).equalsIgnoreCase(ANNOUNCEMENT)
                && row.get(1).isEmpty();
    }

    private static String named(String separator) {
        return switch (separator) {
            case ";" -> "semicolons";
            case "\t" -> "tabs";
            case "|" -> "vertical bars";
            default -> FieldPath.quote(separator);
        };
    }

    private static String firstLine(BufferedReader text) throws IOException {
        text.mark(LONGEST);
        StringBuilder line = new StringBuilder();
        for (int c = text.read(); c >= 0 && c != '\n' && c != '\r' && line.length() < LONGEST - 1; c = text.read()) {
            line.append((char) c);
        }
        text.reset();
        return line.toString();
    }

    private static boolean hasOutsideQuotes(String line, char separator) {
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            if (line.charAt(i) == '"') {
                quoted = !quoted;
            } else if (line.charAt(i) == separator && !quoted) {
                return true;
            }
        }
        return false;
    }
}
