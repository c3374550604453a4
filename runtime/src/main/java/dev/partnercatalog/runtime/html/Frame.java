package dev.partnercatalog.runtime.html;

import java.util.List;

/**
 * The frame of pages: a link to the content, a header with the navigation, and a footer.
 *
 * @param brand what the header begins with, a link to {@code home}
 */
public record Frame(String brand, Place home, String footer) {

    private static final String MAIN = "main";

    /**
     * A link of the navigation.
     *
     * @param current whether it leads to the section of the page
     */
    public record Link(String title, Place place, boolean current) {}

    /** The element with the content, which {@link #body} expects. */
    public static Element main() {
        return Tag.MAIN.with(Attribute.ID, MAIN).with(Attribute.TABINDEX, "-1");
    }

    /**
     * The body of a page.
     *
     * @param links of the navigation; empty for none
     * @param session who has signed in, and how to sign in or out
     */
    public Html body(List<Link> links, Html session, Html main) {
        return Tag.BODY.of(
                Tag.A.styled("skip").to(Place.fragment(MAIN)).of("Skip to content"),
                Tag.HEADER.of(
                        Tag.P.styled("brand").of(Tag.A.to(home).of(brand)),
                        links.isEmpty() ? Html.nothing() : navigation(links),
                        session),
                main,
                Tag.FOOTER.of(Tag.P.of(footer)));
    }

    private static Html navigation(List<Link> links) {
        return Tag.NAV
                .with(Attribute.ARIA_LABEL, "Sections")
                .of(Tag.UL.of(Html.of(links.stream()
                        .map(link -> Tag.LI.of(Tag.A
                                .to(link.place())
                                .with(link.current(), Attribute.ARIA_CURRENT, "page")
                                .of(link.title())))
                        .toList())));
    }
}
