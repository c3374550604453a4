package dev.partnercatalog.resolution;

import java.util.function.Predicate;

/** The flags of {@link AllowedFields}, each a switch for some values of some layers (D3, D4, D5). */
enum Flag {
    BADGES(AllowedFields::badges),
    CANNABINOID_OVERRIDES(AllowedFields::cannabinoidOverrides),
    DISPLAY_NAME_OVERRIDES(AllowedFields::displayNameOverrides),
    LABELS(AllowedFields::labels);

    private final Predicate<AllowedFields> setting;

    Flag(Predicate<AllowedFields> setting) {
        this.setting = setting;
    }

    boolean isOn(AllowedFields allowedFields) {
        return setting.test(allowedFields);
    }
}
