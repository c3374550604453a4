package dev.partnercatalog.resolution;

import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** The flag that must be on for this layer's value of the field to apply; null if no flag governs it. */
    @Nullable
    Flag flag(VariantField field) {
        return switch (field) {
            case BADGES -> Flag.BADGES;
            case LABELS -> Flag.LABELS;
            case NAME, PARENT_PRODUCT_NAME ->
                this == COMPANY_ATTRIBUTES || this == LOCATION_ATTRIBUTES ? Flag.DISPLAY_NAME_OVERRIDES : null;
            case THC, CBD, TAC, SECONDARY_CANNABINOIDS, CANNABIS_UNIT_OF_MEASURE ->
                this == COMPANY_OVERRIDE ? Flag.CANNABINOID_OVERRIDES : null;
            default -> null;
        };
    }
}
