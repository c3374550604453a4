package dev.partnercatalog.query.guide;

import java.util.List;

/**
 * A guide as its page shows it, and as the search finds it. Immutable.
 *
 * @param address the page's path
 * @param title its first heading
 * @param html the whole content
 * @param sections in order, beginning with the one below the title
 */
record Guide(String address, String title, String html, List<Section> sections) {

    /**
     * A heading and what follows it, up to the next heading.
     *
     * @param address the heading's, a path with an anchor
     * @param level 1 for the title
     * @param words the text, without marks
     */
    record Section(String address, int level, String heading, String words) {}

    Guide {
        sections = List.copyOf(sections);
    }
}
