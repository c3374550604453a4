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

    /** Who says what is said at a scope itself. */
    static Source at(Scope scope) {
        if (scope instanceof Scope.Everywhere) {
            return BPD;
        }
        return scope.isCompany() ? COMPANY : LOCATION;
    }

    public String jsonName() {
        return jsonName;
    }
}
