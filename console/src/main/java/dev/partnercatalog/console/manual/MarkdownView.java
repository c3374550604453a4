package dev.partnercatalog.console.manual;

import dev.partnercatalog.runtime.html.Attribute;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Table;
import dev.partnercatalog.runtime.html.Tag;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.BulletList;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.ListBlock;
import org.commonmark.node.ListItem;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.jspecify.annotations.Nullable;

/**
 * A document in Markdown as markup. It goes through the console's own markup, not through the library's renderer, so
 * that it has no way around the rules there: no raw HTML, and no link to anywhere else. Not thread-safe.
 */
final class MarkdownView {

    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    private final String path;
    private final Function<String, @Nullable Place> places;

    /** Makes the same anchors as GitHub. */
    private final IdGenerator ids = IdGenerator.builder().build();

    private final Set<String> anchors = new HashSet<>();

    /** How often each name of a table or an example was used. */
    private final Map<String, Integer> names = new HashMap<>();

    private String title = "";
    private String section = "";

    private MarkdownView(String path, Function<String, @Nullable Place> places) {
        this.path = path;
        this.places = places;
    }

    /**
     * Renders a document.
     *
     * @param path of its file in the repository
     * @param places where the console shows a file of the repository; null if it doesn't
     * @throws IllegalArgumentException if the document contains something that the console doesn't show
     */
    static Chapter of(String path, String markdown, Function<String, @Nullable Place> places) {
        MarkdownView view = new MarkdownView(path, places);
        Html content = view.children(PARSER.parse(markdown));
        return new Chapter(view.title, content, view.anchors);
    }

    private Html children(Node parent) {
        List<Html> pieces = new ArrayList<>();
        for (Node node : childrenOf(parent)) {
            pieces.add(html(node));
        }
        return Html.of(pieces);
    }

    private Html html(Node node) {
        if (node instanceof Text text) {
            return Html.text(text.getLiteral());
        } else if (node instanceof Code code) {
            return Tag.CODE.of(code.getLiteral());
        } else if (node instanceof SoftLineBreak) {
            return Html.text("\n");
        } else if (node instanceof Emphasis) {
            return Tag.EM.of(children(node));
        } else if (node instanceof StrongEmphasis) {
            return Tag.STRONG.of(children(node));
        } else if (node instanceof Link link) {
            return link(link);
        } else if (node instanceof Image) {
            // The only pictures are of the console itself.
            return Tag.EM.of(plain(node));
        } else if (node instanceof Paragraph) {
            return isTight(node) ? children(node) : Tag.P.of(children(node));
        } else if (node instanceof Heading heading) {
            return heading(heading);
        } else if (node instanceof BulletList) {
            return Tag.UL.of(children(node));
        } else if (node instanceof OrderedList) {
            return Tag.OL.of(children(node));
        } else if (node instanceof ListItem) {
            return Tag.LI.of(children(node));
        } else if (node instanceof FencedCodeBlock block) {
            return Tag.PRE
                    .with(Attribute.TABINDEX, "0")
                    .with(Attribute.ROLE, "region")
                    .with(Attribute.ARIA_LABEL, unique(section + ", example"))
                    .of(block.getLiteral());
        } else if (node instanceof TableBlock) {
            return table(node);
        }
        throw new IllegalArgumentException(path + ", " + section + ": the console can't show a "
                + node.getClass().getSimpleName());
    }

    private static boolean isTight(Node paragraph) {
        Node item = paragraph.getParent();
        return item instanceof ListItem && item.getParent() instanceof ListBlock list && list.isTight();
    }

    private Html heading(Heading heading) {
        String text = plain(heading);
        section = text;
        if (heading.getLevel() == 1) {
            title = text;
            return Html.nothing();
        }
        String anchor = ids.generateId(text);
        anchors.add(anchor);
        return (heading.getLevel() == 2 ? Tag.H2 : Tag.H3)
                .with(Attribute.ID, anchor)
                .of(children(heading));
    }

    /** A link within the documents; of any other, only where it leads. */
    private Html link(Link link) {
        String destination = link.getDestination();
        int hash = destination.indexOf('#');
        String file = hash < 0 ? destination : destination.substring(0, hash);
        String target = file.isEmpty() ? path : URI.create(path).resolve(file).toString();
        Place place = places.apply(target);
        Html text = children(link);
        if (place == null) {
            return ("/" + target).endsWith("/" + plain(link)) ? text : Html.of(text, Html.text(" (" + target + ")"));
        }
        return Tag.A
                .to(hash < 0 ? place : place.at(destination.substring(hash + 1)))
                .of(text);
    }

    private Html table(Node block) {
        Table table = null;
        for (Node part : childrenOf(block)) {
            for (Node row : childrenOf(part)) {
                List<Node> cells = childrenOf(row);
                if (table == null) {
                    table = new Table(
                            unique(section),
                            cells.stream().map(MarkdownView::plain).toArray(String[]::new));
                } else {
                    List<Html> content = new ArrayList<>();
                    cells.forEach(cell -> content.add(children(cell)));
                    if (!content.get(0).isEmpty()) {
                        content.set(0, Tag.SPAN.styled("prose").of(content.get(0)));
                    }
                    table.row(content);
                }
            }
        }
        return table == null ? Html.nothing() : table.html();
    }

    private String unique(String name) {
        int use = names.merge(name, 1, Integer::sum);
        return use == 1 ? name : name + " " + use;
    }

    private static String plain(Node node) {
        if (node instanceof Text text) {
            return text.getLiteral();
        } else if (node instanceof Code code) {
            return code.getLiteral();
        }
        StringBuilder text = new StringBuilder();
        childrenOf(node).forEach(child -> text.append(plain(child)));
        return text.toString();
    }

    private static List<Node> childrenOf(Node parent) {
        List<Node> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNext()) {
            children.add(child);
        }
        return children;
    }
}
