package dev.partnercatalog.console.page;

import dev.partnercatalog.runtime.html.Tag;
import org.jspecify.annotations.Nullable;

/** What is shown instead of a page. */
public final class ErrorPage {

    private ErrorPage() {}

    /**
     * Creates the page.
     *
     * @param section the visitor's section; null for none
     */
    public static Page of(@Nullable Section section, String title, String message) {
        return Page.of(section, title, Tag.P.styled("fault").of(message));
    }
}
