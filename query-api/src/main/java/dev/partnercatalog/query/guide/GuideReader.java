package dev.partnercatalog.query.guide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Reads guides, which are written in Markdown with tables. Thread-safe. */
final class GuideReader {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Pattern ELSEWHERE = Pattern.compile("https://.+");
    private static final Pattern GUIDE = Pattern.compile("(?:([A-Za-z-]+)\\.md)?(#.+)?");

    private final Parser parser = Parser.builder().extensions(EXTENSIONS).build();

    /** @throws IllegalArgumentException if a link leads neither to a guide nor to another site */
    Guide read(String name, String markdown) {
        String address = address(name);
        Node document = parser.parse(markdown);
        Map<Node, String> anchors = new HashMap<>();
        String html = HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Heading) {
                        anchors.put(node, Objects.requireNonNull(attributes.get("id")));
                    } else if (node instanceof Link link) {
                        attributes.put("href", served(address, link.getDestination()));
                    }
                })
                .build()
                .render(document);
        List<Guide.Section> sections = sections(document, address, anchors);
        return new Guide(address, sections.get(0).heading(), html, sections);
    }

    /** The path at which a guide is served: the index of all guides is the first page. */
    private static String address(String name) {
        return name.equals(Guides.INDEX) ? Guides.PATH : Guides.PATH + "/" + name;
    }

    private static String served(String address, String destination) {
        if (ELSEWHERE.matcher(destination).matches()) {
            return destination;
        }
        Matcher guide = GUIDE.matcher(destination);
        if (!guide.matches() || (guide.group(1) != null && !Guides.NAMES.contains(guide.group(1)))) {
            throw new IllegalArgumentException(address + " has a link to " + destination + ", which is not served");
        }
        return (guide.group(1) == null ? address : address(guide.group(1)))
                + Objects.requireNonNullElse(guide.group(2), "");
    }

    private static List<Guide.Section> sections(Node document, String address, Map<Node, String> anchors) {
        List<Guide.Section> sections = new ArrayList<>();
        Node node = document.getFirstChild();
        while (node instanceof Heading heading) {
            Words words = new Words();
            node = heading.getNext();
            while (node != null && !(node instanceof Heading)) {
                node.accept(words);
                node = node.getNext();
            }
            Words title = new Words();
            heading.accept(title);
            sections.add(new Guide.Section(
                    address + "#" + anchors.get(heading), heading.getLevel(), title.text(), words.text()));
        }
        return sections;
    }

    /** Collects the words of a part of a guide. */
    private static final class Words extends AbstractVisitor {

        private final StringBuilder words = new StringBuilder();

        String text() {
            return words.toString().replaceAll("\\s+", " ").strip();
        }

        @Override
        public void visit(Text text) {
            words.append(text.getLiteral());
        }

        @Override
        public void visit(Code code) {
            words.append(code.getLiteral());
        }

        @Override
        public void visit(FencedCodeBlock block) {
            words.append(block.getLiteral());
        }

        @Override
        public void visit(SoftLineBreak lineBreak) {
            words.append(' ');
        }

        @Override
        public void visit(Paragraph paragraph) {
            visitChildren(paragraph);
            words.append(' ');
        }

        /** A cell of a table, among others. */
        @Override
        public void visit(CustomNode node) {
            visitChildren(node);
            words.append(' ');
        }
    }
}
