package dev.partnercatalog.console.pages;

import dev.partnercatalog.operations.explain.ShownValue;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Formats the catalog's own values for people. */
final class CatalogValues {

    /** A lower rate would be rounded to zero. */
    private static final double ROUNDED_TO_NONE = 0.05;

    private CatalogValues() {}

    /** A field's value as JSON; a long one can be unfolded. */
    static Html value(Object value) {
        String cut = ShownValue.of(value);
        String whole = ShownValue.whole(value);
        return cut.equals(whole)
                ? Tag.CODE.of(whole)
                : Tag.DETAILS.styled("long").of(Tag.SUMMARY.of(Tag.CODE.of(cut)), Tag.CODE.of(whole));
    }

    static String rate(@Nullable Double perSecond) {
        if (perSecond == null) {
            return "measuring…";
        }
        if (perSecond < ROUNDED_TO_NONE) {
            return perSecond == 0 ? "0/s" : "< 0.1/s";
        }
        return perSecond < 10
                ? String.format(Locale.ROOT, "%.1f/s", perSecond)
                : Shown.number(Math.round(perSecond)) + "/s";
    }

    /** A rate that is an upper bound. */
    static String rateAtMost(@Nullable Double perSecond) {
        return isAtMost(perSecond) ? "≤ " + rate(perSecond) : rate(perSecond);
    }

    /** Whether {@link #rateAtMost} shows a rate as an upper bound. */
    static boolean isAtMost(@Nullable Double perSecond) {
        return perSecond != null && perSecond >= ROUNDED_TO_NONE;
    }
}
