package dev.partnercatalog.query.guide;

import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.commonmark.renderer.html.HtmlWriter;

/**
 * Finds the sections of guides that have all of some words, first those whose headings have them. Without words, it lists
 * all sections. It runs here rather than in the browser, so that it needs no script. Immutable.
 */
final class SearchPage {

    static final String PATH = Guides.PATH + "/search";

    /** Limits the work that a request can cause. */
    private static final int LONGEST_QUERY = 100;

    private static final int SHOWN_BEFORE = 60;
    private static final int SHOWN_AFTER = 140;

    /**
     * A section as it is searched.
     *
     * @param headings its own and its guide's, in lower case
     * @param searched everything in it that can be found, in lower case
     */
    private record Entry(Guide guide, Guide.Section section, String headings, String searched) {

        static Entry of(Guide guide, Guide.Section section) {
            String headings = (guide.title() + " " + section.heading()).toLowerCase(Locale.ROOT);
            return new Entry(
                    guide, section, headings, headings + " " + section.words().toLowerCase(Locale.ROOT));
        }

        boolean has(List<String> words) {
            return words.stream().allMatch(searched::contains);
        }

        boolean isAbout(List<String> words) {
            return words.stream().allMatch(headings::contains);
        }
    }

    private final PageFrame frame;
    private final List<Entry> entries;

    SearchPage(List<Guide> guides, PageFrame frame) {
        this.frame = frame;
        List<Entry> found = new ArrayList<>();
        for (Guide guide : guides) {
            for (Guide.Section section : guide.sections()) {
                found.add(Entry.of(guide, section));
            }
        }
        entries = List.copyOf(found);
    }

    void handle(Context context) {
        String asked = Objects.requireNonNullElse(context.queryParam("q"), "");
        String query = asked.substring(0, Math.min(asked.length(), LONGEST_QUERY));
        List<String> words = Arrays.stream(query.toLowerCase(Locale.ROOT).split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .toList();
        List<Entry> found = entries.stream()
                .filter(entry -> entry.has(words))
                .sorted(Comparator.comparing(entry -> !entry.isAbout(words)))
                .toList();
        context.header("Cache-Control", "no-store").result(frame.page(PATH, "Search", "", list(query, words, found)));
    }

    private static String list(String query, List<String> words, List<Entry> found) {
        StringBuilder html = new StringBuilder();
        HtmlWriter writer = new HtmlWriter(html);
        writer.tag("h1");
        writer.text(words.isEmpty() ? "All sections" : "Sections about “" + query.strip() + "”");
        writer.tag("/h1");
        if (found.isEmpty()) {
            writer.tag("p");
            writer.text("No section has all of these words. Try fewer or shorter ones.");
            writer.tag("/p");
        }
        writer.tag("ul", Map.of("class", "found"));
        for (Entry entry : found) {
            writer.tag("li");
            String guide = entry.section().level() == 1 ? "" : entry.guide().title() + ": ";
            PageFrame.link(
                    writer, entry.section().address(), guide + entry.section().heading(), false);
            if (!words.isEmpty()) {
                writer.tag("p");
                writer.text(excerpt(entry.section().words(), words));
                writer.tag("/p");
            }
            writer.tag("/li");
        }
        writer.tag("/ul");
        return html.toString();
    }

    /** The text around the first of the words that it has. */
    private static String excerpt(String text, List<String> words) {
        String searched = text.toLowerCase(Locale.ROOT);
        int place = words.stream()
                .mapToInt(searched::indexOf)
                .filter(index -> index >= 0)
                .findFirst()
                .orElse(0);
        int begin = wordBoundary(text, place - SHOWN_BEFORE);
        int end = wordBoundary(text, place + SHOWN_AFTER);
        return (begin > 0 ? "… " : "") + text.substring(begin, end).strip() + (end < text.length() ? " …" : "");
    }

    private static int wordBoundary(String text, int place) {
        if (place <= 0) {
            return 0;
        }
        int space = text.indexOf(' ', place);
        return space < 0 ? text.length() : space;
    }
}
