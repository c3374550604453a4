package dev.partnercatalog.query.desk;

import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Tag;
import org.jspecify.annotations.Nullable;

/**
 * A page without the parts that all pages share.
 *
 * @param section to which it belongs; null for none
 */
record DeskView(@Nullable DeskSection section, String title, int status, Html content) {

    static DeskView of(@Nullable DeskSection section, String title, Html... content) {
        return new DeskView(section, title, 200, Html.of(content));
    }

    /** What is said instead of a page that can't be shown. */
    static DeskView fault(int status, String title, String... lines) {
        Html[] content = new Html[lines.length];
        for (int i = 0; i < lines.length; i++) {
            content[i] = Tag.P.of(lines[i]);
        }
        return new DeskView(null, title, status, Html.of(content));
    }

    DeskView withStatus(int other) {
        return new DeskView(section, title, other, content);
    }
}
