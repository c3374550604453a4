package dev.partnercatalog.console.pages;

import dev.partnercatalog.runtime.html.Place;

/** The parts of the console, as its navigation lists them. */
enum Section {
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

    String title() {
        return title;
    }

    Place place() {
        return place;
    }
}
