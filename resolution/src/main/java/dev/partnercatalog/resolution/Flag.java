package dev.partnercatalog.resolution;

/**
 * The flags of {@link AllowedFields}, each of which switches certain values of certain layers on or off (D3, D4, D5).
 */
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
