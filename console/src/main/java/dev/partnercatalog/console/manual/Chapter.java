package dev.partnercatalog.console.manual;

import dev.partnercatalog.runtime.html.Html;
import java.util.Set;

/**
 * A document as the console shows it.
 *
 * @param title its first heading, which isn't part of the content
 * @param anchors the ids of the other headings, as in the links of the repository
 */
public record Chapter(String title, Html content, Set<String> anchors) {

    public Chapter {
        anchors = Set.copyOf(anchors);
    }
}
