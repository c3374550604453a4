package dev.partnercatalog.runtime.html;

import dev.partnercatalog.schemas.key.Ids;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A piece of markup. A string can become one only as text, which is escaped, so that nothing that upstream and partners
 * publish can become markup on a page.
 */
public final class Html {

    private static final Html NOTHING = new Html("");
    private static final int REPLACEMENT = 0xFFFD;

    private final String markup;

    private Html(String markup) {
        this.markup = markup;
    }

    public static Html nothing() {
        return NOTHING;
    }

    /**
     * A value as text; characters that aren't printable, such as those that change the direction of text, are replaced.
     */
    public static Html text(@Nullable Object value) {
        return value == null ? NOTHING : new Html(escaped(value.toString()));
    }

    /**
     * A value that is sent back as it is shown, so that no character is replaced; HTML can't represent the character 0,
     * so it is left out.
     */
    public static Html editable(String value) {
        return new Html(escapedWhole(value));
    }

    public static Html of(Html... pieces) {
        return of(Arrays.asList(pieces));
    }

    public static Html of(Collection<Html> pieces) {
        return new Html(pieces.stream().map(Html::toString).collect(Collectors.joining()));
    }

    static Html element(Tag tag, String attributes, Html content) {
        String start = "<" + tag.nameInMarkup() + attributes + ">";
        return new Html(tag.isVoid() ? start : start + content.markup + "</" + tag.nameInMarkup() + ">");
    }

    /** The whole document. */
    static Html document(Html root) {
        return new Html("<!DOCTYPE html>\n" + root.markup);
    }

    static String escaped(String text) {
        return escaped(text.codePoints().map(point -> point == '\n' || Ids.isPrintable(point) ? point : REPLACEMENT));
    }

    static String escapedWhole(String text) {
        return escaped(text.codePoints().filter(point -> point != 0));
    }

    private static String escaped(IntStream points) {
        StringBuilder escaped = new StringBuilder();
        points.forEach(point -> {
            switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(point);
            }
        });
        return escaped.toString();
    }

    public boolean isEmpty() {
        return markup.isEmpty();
    }

    /** The markup. */
    @Override
    public String toString() {
        return markup;
    }
}
