package dev.partnercatalog.console.pages;

import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Tag;
import org.jspecify.annotations.Nullable;

/**
 * A page without the parts that all pages share.
 *
 * @param section section that it belongs to; null for none
 * @param refreshes whether its content changes by itself, so that it is reloaded every few seconds
 */
record Page(@Nullable Section section, String title, Html content, boolean refreshes) {

    static Page of(@Nullable Section section, String title, Html... content) {
        return new Page(section, title, Html.of(content), false);
    }

    static Page refreshing(Section section, String title, Html... content) {
        return new Page(section, title, Html.of(content), true);
    }

    /** What is shown instead of a page. */
    static Page error(String title, String message) {
        return of(null, title, Tag.P.styled("fault").of(message));
    }
}
