package dev.partnercatalog.resolution;

/** The flags of {@link AllowedFields}, each a switch for some values of some layers (D3, D4, D5). */
enum Flag {
    BADGES,
    CANNABINOID_OVERRIDES,
    DISPLAY_NAME_OVERRIDES,
    LABELS;

    boolean isOn(AllowedFields allowedFields) {
        return switch (this) {
            case BADGES -> allowedFields.badges();
            case CANNABINOID_OVERRIDES -> allowedFields.cannabinoidOverrides();
            case DISPLAY_NAME_OVERRIDES -> allowedFields.displayNameOverrides();
            case LABELS -> allowedFields.labels();
        };
    }
}
