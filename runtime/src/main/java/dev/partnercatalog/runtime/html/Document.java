package dev.partnercatalog.runtime.html;

import org.jspecify.annotations.Nullable;

/**
 * A complete page as a browser receives it.
 *
 * @param style where its style sheet is
 * @param icon where its icon is
 * @param script where its script is; null for none
 */
public record Document(Place style, Place icon, @Nullable Place script) {

    private static final int REFRESH_WITHOUT_SCRIPT_SECONDS = 15;

    /**
     * Renders a page.
     *
     * @param refreshes whether it reloads itself in browsers without scripts
     */
    public String of(String title, boolean refreshes, Html body) {
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
                Tag.LINK.with(Attribute.REL, "icon").to(icon).of(),
                Tag.LINK.with(Attribute.REL, "stylesheet").to(style).of(),
                script == null
                        ? Html.nothing()
                        : Tag.SCRIPT.with(Attribute.TYPE, "module").to(script).of(),
                refresh);
        return Html.document(Tag.HTML.with(Attribute.LANG, "en").of(head, body)).toString();
    }
}
