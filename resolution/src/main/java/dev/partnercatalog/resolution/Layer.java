package dev.partnercatalog.resolution;

import java.util.List;

/** The layers of a variant, lowest first (specification, "Override rules"; D1). */
public enum Layer {
    BPD(Source.BPD),
    COMPANY_OVERRIDE(Source.COMPANY),
    COMPANY_ATTRIBUTES(Source.COMPANY),
    LOCATION_ATTRIBUTES(Source.LOCATION);

    private static final List<Layer> HIGHEST_FIRST =
            List.of(LOCATION_ATTRIBUTES, COMPANY_ATTRIBUTES, COMPANY_OVERRIDE, BPD);

    private final Source source;

    Layer(Source source) {
        this.source = source;
    }

    static List<Layer> highestFirst() {
        return HIGHEST_FIRST;
    }

    /** The name of this layer in {@code catalogSource}. */
    public Source source() {
        return source;
    }

    /** Whether such a layer counts at a scope: a location's counts only there. */
    public boolean countsAt(Scope scope) {
        return source.compareTo(Source.at(scope)) <= 0;
    }

    /** Whether a scope itself can have such a layer. */
    public boolean isOf(Scope scope) {
        return source == Source.at(scope);
    }

    /** Whether the flags of a scope let this layer's value of a field apply (D3, D4, D5). */
    boolean applies(VariantField field, AllowedFields flags) {
        return switch (field) {
            case BADGES -> flags.badges();
            case LABELS -> flags.labels();
            case NAME, PARENT_PRODUCT_NAME -> !isDisplayName(field) || flags.displayNameOverrides();
            case THC, CBD, TAC, SECONDARY_CANNABINOIDS, CANNABIS_UNIT_OF_MEASURE ->
                this != COMPANY_OVERRIDE || flags.cannabinoidOverrides();
            default -> true;
        };
    }

    /** Whether this layer's value of a field is a display name (D3). */
    boolean isDisplayName(VariantField field) {
        return (this == COMPANY_ATTRIBUTES || this == LOCATION_ATTRIBUTES)
                && (field == VariantField.NAME || field == VariantField.PARENT_PRODUCT_NAME);
    }
}
