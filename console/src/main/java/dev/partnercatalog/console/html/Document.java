package dev.partnercatalog.console.html;

/** A complete page as a browser receives it. */
public final class Document {

    private static final int REFRESH_WITHOUT_SCRIPT_SECONDS = 15;

    private Document() {}

    /**
     * Renders a page.
     *
     * @param refreshes whether it reloads itself in browsers without scripts
     */
    public static String of(String title, boolean refreshes, Html body) {
        Html refresh = refreshes
                ? Tag.NOSCRIPT.of(Tag.META
                        .with(Attribute.CONTENT, REFRESH_WITHOUT_SCRIPT_SECONDS)
                        .httpEquivRefresh()
                        .of())
                : Html.nothing();
        Html head = Tag.HEAD.of(
                Tag.META.with(Attribute.CHARSET, "utf-8").of(),
                Tag.META
                        .with(Attribute.NAME, "viewport")
                        .with(Attribute.CONTENT, "width=device-width, initial-scale=1")
                        .of(),
                Tag.META
                        .with(Attribute.NAME, "color-scheme")
                        .with(Attribute.CONTENT, "light dark")
                        .of(),
                Tag.TITLE.of(title + " · Partner Catalog"),
                Tag.LINK.with(Attribute.REL, "icon").to(Place.of("icon.svg")).of(),
                Tag.LINK
                        .with(Attribute.REL, "stylesheet")
                        .to(Place.of("style.css"))
                        .of(),
                Tag.SCRIPT
                        .with(Attribute.TYPE, "module")
                        .to(Place.of("console.js"))
                        .of(),
                refresh);
        return Html.document(Tag.HTML.with(Attribute.LANG, "en").of(head, body)).toString();
    }
}
