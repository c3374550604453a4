package dev.partnercatalog.console.page;

import dev.partnercatalog.console.html.Tag;
import org.jspecify.annotations.Nullable;

/** What is shown in place of a page. */
public final class ErrorPage {

    private ErrorPage() {}

    /**
     * The page.
     *
     * @param section that the visitor was in; null for none
     */
    public static Page of(@Nullable Section section, String title, String message) {
        return Page.of(section, title, Tag.P.styled("fault").of(message));
    }
}
