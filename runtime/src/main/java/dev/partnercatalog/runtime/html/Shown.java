package dev.partnercatalog.runtime.html;

import static dev.partnercatalog.runtime.html.Attribute.ARIA_HIDDEN;
import static dev.partnercatalog.runtime.html.Attribute.ARIA_LABEL;
import static dev.partnercatalog.runtime.html.Attribute.DATETIME;
import static dev.partnercatalog.runtime.html.Attribute.ROLE;
import static dev.partnercatalog.runtime.html.Attribute.TABINDEX;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats values for people. */
public final class Shown {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** A longer text may be divided anywhere, if there is no room for its words. */
    private static final int SHORT = 30;

    private Shown() {}

    /** How good something is; always shown in words too, never by colour alone. */
    public enum Mood {
        GOOD,
        WARNING,
        BAD,
        QUIET
    }

    public static Html time(Instant time) {
        return Tag.TIME.with(DATETIME, time).of(TIME.format(time) + " UTC");
    }

    public static Html timeOrNone(@Nullable Instant time) {
        return time == null ? none() : time(time);
    }

    public static Html orNone(@Nullable Object value) {
        return value == null ? none() : Html.text(value);
    }

    /** Text, which takes the room of a table's column that it needs and is never cut. */
    public static Html prose(@Nullable String text) {
        return text == null
                ? none()
                : text.length() <= SHORT
                        ? Html.text(text)
                        : Tag.SPAN.styled("prose").of(text);
    }

    /** Text as it is, in a frame that scrolls and that the keyboard reaches. */
    public static Html pre(String label, String text) {
        return Tag.PRE
                .with(TABINDEX, "0")
                .with(ROLE, "region")
                .with(ARIA_LABEL, label)
                .of(text);
    }

    /** Where there is no value. A card omits it. */
    public static Html none() {
        return Tag.SPAN.styled("quiet").of("–");
    }

    public static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    public static Html badge(Mood mood, String words) {
        return Tag.SPAN
                .styled("badge " + mood.name().toLowerCase(Locale.ROOT))
                .of(Tag.SPAN.styled("dot").with(ARIA_HIDDEN, "true").of(), Html.text(words));
    }

    /** A term and its value. */
    public static Html fact(String term, Html value) {
        return Tag.DIV.of(Tag.DT.of(term), Tag.DD.of(value));
    }

    public static Html facts(Html... facts) {
        return Tag.DL.of(facts);
    }

    /** A fault because of which a page may be incomplete. */
    public static Html fault(@Nullable String fault) {
        return fault == null ? Html.nothing() : Tag.P.styled("fault").of(fault);
    }
}
