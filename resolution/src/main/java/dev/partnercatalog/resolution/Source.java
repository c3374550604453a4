package dev.partnercatalog.resolution;

/** Where a field's value came from, as in {@code catalogSource} (D2). */
public enum Source {
    BPD("BPD"),
    COMPANY("Company"),
    LOCATION("Location");

    private final String jsonName;

    Source(String jsonName) {
        this.jsonName = jsonName;
    }

    public String jsonName() {
        return jsonName;
    }
}
