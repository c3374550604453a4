package dev.partnercatalog.query.operation;

import dev.partnercatalog.runtime.http.HttpProblem;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The entity tags of a condition such as {@code If-Match} (RFC 9110, section 13.1). Ours are strong and contain a
 * revision.
 *
 * <p>A proxy that compresses changes the tag of what passes through it: most make it weak, some append the coding. The
 * caller knows no other tag, so it counts as ours in these forms too; otherwise no condition would ever match. That is
 * safe, since a tag names a revision of the configuration, not the bytes of a response. {@code Cache-Control:
 * no-transform} would not be enough, because common proxies compress in spite of it.
 *
 * @param tags as they were sent, or {@code *}
 */
record EntityTags(List<String> tags) {

    private static final String ANY = "*";

    /** The next tag of a list, which may have empty elements. */
    private static final Pattern ITEM =
            Pattern.compile("\\G[, \\t]*((?:W/)?\"[\\x21\\x23-\\x7e\\x80-\\xff]*\")(?=[ \\t]*(?:,|$))");

    private static final Pattern REVISION =
            Pattern.compile("(?:W/)?\"(0|[1-9][0-9]{0,17})(?:--?(?:gzip|br|deflate|zstd))?\"");

    EntityTags {
        tags = List.copyOf(tags);
    }

    static String of(long revision) {
        return "\"" + revision + "\"";
    }

    /** The condition of a request; null if it has none. Throws {@link HttpProblem} (400) if it is malformed. */
    static @Nullable EntityTags of(Context context, String header) {
        List<String> lines = Collections.list(context.req().getHeaders(header));
        if (lines.isEmpty()) {
            return null;
        }
        String list = String.join(",", lines).strip();
        if (list.equals(ANY)) {
            return new EntityTags(List.of(ANY));
        }
        List<String> tags = new ArrayList<>();
        Matcher item = ITEM.matcher(list);
        int end = 0;
        while (item.find()) {
            tags.add(item.group(1));
            end = item.end();
        }
        if (tags.isEmpty() || !list.substring(end).matches("[, \t]*")) {
            throw HttpProblem.invalid(
                    header,
                    "expected * or entity tags such as \"42\", separated by commas, got " + HttpProblem.shown(list));
        }
        return new EntityTags(tags);
    }

    /** Tags that aren't ours never match. */
    boolean matches(long revision) {
        return tags.contains(ANY)
                || tags.stream()
                        .map(REVISION::matcher)
                        .anyMatch(tag -> tag.matches() && Long.parseLong(tag.group(1)) == revision);
    }
}
