package dev.partnercatalog.console.page;

import dev.partnercatalog.runtime.html.Place;

/** The parts of the console, as its navigation lists them. */
public enum Section {
    OVERVIEW("Overview"),
    EXPLAIN("Explain", "explain"),
    PREVIEW("Preview", "preview"),
    COMPLETENESS("Completeness", "completeness"),
    PARTNERS("Partners", "partners"),
    DEAD_LETTERS("Dead letters", "dead-letters"),
    AUDIT("Audit", "audit"),
    DOCUMENTS("Documents", "docs");

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a place never changes
    private final Place place;

    Section(String title, String... path) {
        this.title = title;
        this.place = Place.of(path);
    }

    public String title() {
        return title;
    }

    public Place place() {
        return place;
    }
}
