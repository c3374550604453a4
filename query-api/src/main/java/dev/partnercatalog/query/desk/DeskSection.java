package dev.partnercatalog.query.desk;

import dev.partnercatalog.runtime.html.Place;

/** The parts of the desk, as its navigation lists them. */
enum DeskSection {
    WEBHOOK("Webhook"),
    DELIVERIES("Deliveries", "deliveries"),
    VARIANTS("Variants", "variants"),
    CONFIGURATION("Configuration", "configuration"),
    COPY("Copy", "copy"),
    SIGNATURES("Signatures", "signatures"),
    API("API", "api");

    private final String title;

    @SuppressWarnings("ImmutableEnumChecker") // a place never changes
    private final Place place;

    DeskSection(String title, String... path) {
        this.title = title;
        this.place = path.length == 0 ? Place.of("desk") : Place.of("desk", path[0]);
    }

    String title() {
        return title;
    }

    Place place() {
        return place;
    }
}
