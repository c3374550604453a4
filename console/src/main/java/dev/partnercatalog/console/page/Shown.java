package dev.partnercatalog.console.page;

import static dev.partnercatalog.console.html.Attribute.ARIA_HIDDEN;
import static dev.partnercatalog.console.html.Attribute.ARIA_LABEL;
import static dev.partnercatalog.console.html.Attribute.DATETIME;
import static dev.partnercatalog.console.html.Attribute.ROLE;
import static dev.partnercatalog.console.html.Attribute.TABINDEX;

import dev.partnercatalog.console.html.Html;
import dev.partnercatalog.console.html.Tag;
import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats values for people. */
final class Shown {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** A lower rate would be rounded to zero. */
    private static final double ROUNDED_TO_NONE = 0.05;

    private Shown() {}

    /** How good something is; always shown in words too, never by colour alone. */
    enum Mood {
        GOOD,
        WARNING,
        BAD,
        QUIET
    }

    static Html time(Instant time) {
        return Tag.TIME.with(DATETIME, time).of(TIME.format(time) + " UTC");
    }

    static Html timeOrNone(@Nullable Instant time) {
        return time == null ? none() : time(time);
    }

    static Html orNone(@Nullable Object value) {
        return value == null ? none() : Html.text(value);
    }

    /** A field's value as JSON; a long one can be unfolded. */
    static Html value(Object value) {
        String cut = ShownValue.of(value);
        String whole = ShownValue.whole(value);
        return cut.equals(whole)
                ? Tag.CODE.of(whole)
                : Tag.DETAILS.styled("long").of(Tag.SUMMARY.of(Tag.CODE.of(cut)), Tag.CODE.of(whole));
    }

    /** Text as it is, in a frame that scrolls and that the keyboard reaches. */
    static Html pre(String label, String text) {
        return Tag.PRE
                .with(TABINDEX, "0")
                .with(ROLE, "region")
                .with(ARIA_LABEL, label)
                .of(text);
    }

    /** Where there is no value. A card omits it. */
    static Html none() {
        return Tag.SPAN.styled("quiet").of("–");
    }

    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String rate(@Nullable Double perSecond) {
        if (perSecond == null) {
            return "measuring…";
        }
        if (perSecond < ROUNDED_TO_NONE) {
            return perSecond == 0 ? "0/s" : "< 0.1/s";
        }
        return perSecond < 10 ? String.format(Locale.ROOT, "%.1f/s", perSecond) : number(Math.round(perSecond)) + "/s";
    }

    /** A rate that is an upper bound. */
    static String rateAtMost(@Nullable Double perSecond) {
        return isAtMost(perSecond) ? "≤ " + rate(perSecond) : rate(perSecond);
    }

    /** Whether {@link #rateAtMost} shows a rate as an upper bound. */
    static boolean isAtMost(@Nullable Double perSecond) {
        return perSecond != null && perSecond >= ROUNDED_TO_NONE;
    }

    static Html badge(Mood mood, String words) {
        return Tag.SPAN
                .styled("badge " + mood.name().toLowerCase(Locale.ROOT))
                .of(Tag.SPAN.styled("dot").with(ARIA_HIDDEN, "true").of(), Html.text(words));
    }

    static Html state(WebhookStatus.State state) {
        return badge(mood(state), state.words());
    }

    private static Mood mood(WebhookStatus.State state) {
        return switch (state) {
            case HEALTHY -> Mood.GOOD;
            case BACKING_OFF, HELD, NO_CLIENT -> Mood.WARNING;
            case SUSPENDED -> Mood.BAD;
            case DISABLED -> Mood.QUIET;
        };
    }

    /** A term and its value. */
    static Html fact(String term, Html value) {
        return Tag.DIV.of(Tag.DT.of(term), Tag.DD.of(value));
    }

    static Html facts(Html... facts) {
        return Tag.DL.of(facts);
    }

    /** A fault because of which a page may be incomplete. */
    static Html fault(@Nullable String fault) {
        return fault == null ? Html.nothing() : Tag.P.styled("fault").of(fault);
    }
}
