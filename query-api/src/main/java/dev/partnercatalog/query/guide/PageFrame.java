package dev.partnercatalog.query.guide;

import dev.partnercatalog.runtime.ResourceFile;
import java.util.List;
import java.util.Map;
import org.commonmark.renderer.html.HtmlWriter;

/** What all pages have: the navigation, the search field and the style. Immutable. */
final class PageFrame {

    private static final int SHOWN_LEVEL = 2;

    private final String template = ResourceFile.text(PageFrame.class, "page.html");
    private final List<Guide> guides;

    PageFrame(List<Guide> guides) {
        this.guides = List.copyOf(guides);
    }

    /**
     * A whole page.
     *
     * @param address its path, by which the navigation shows where it is
     * @param head more elements of the head
     * @param content of the main part, as HTML
     */
    String page(String address, String title, String head, String content) {
        return template.replace("{{title}}", escaped(title))
                .replace("{{head}}", head)
                .replace("{{contents}}", contents(address))
                .replace("{{main}}", content);
    }

    static String escaped(String text) {
        StringBuilder html = new StringBuilder();
        new HtmlWriter(html).text(text);
        return html.toString();
    }

    private String contents(String address) {
        StringBuilder html = new StringBuilder();
        HtmlWriter writer = new HtmlWriter(html);
        for (Guide guide : guides) {
            boolean current = guide.address().equals(address);
            writer.tag("li");
            link(writer, guide.address(), guide.title(), current);
            if (current) {
                writer.tag("ul");
                guide.sections().stream()
                        .filter(section -> section.level() == SHOWN_LEVEL)
                        .forEach(section -> {
                            writer.tag("li");
                            link(writer, section.address(), section.heading(), false);
                            writer.tag("/li");
                        });
                writer.tag("/ul");
            }
            writer.tag("/li");
        }
        writer.tag("li");
        link(writer, ReferencePage.PATH, ReferencePage.TITLE, address.equals(ReferencePage.PATH));
        writer.tag("/li");
        return html.toString();
    }

    static void link(HtmlWriter writer, String address, String text, boolean current) {
        writer.tag("a", current ? Map.of("href", address, "aria-current", "page") : Map.of("href", address));
        writer.text(text);
        writer.tag("/a");
    }
}
