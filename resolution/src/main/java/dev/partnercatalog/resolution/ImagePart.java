package dev.partnercatalog.resolution;

import java.util.List;

/** What the places of a {@link VariantImage} depend on that are not the same for everyone. */
enum ImagePart {
    BADGES(0, 2, List.of(VariantField.BADGES)),
    LABELS(1, 2, List.of(VariantField.LABELS)),
    NAMES(2, 2, List.of(VariantField.NAME, VariantField.PARENT_PRODUCT_NAME)),
    /** The cannabinoids, by their flag and their unit. */
    CANNABINOIDS(3, 2 * PotencyUnit.CHOICES, CannabinoidFallback.FIELDS),
    /** The terpenes, by their unit. */
    TERPENES(4, PotencyUnit.CHOICES, List.of(VariantField.TOTAL_TERPENE, VariantField.TERPENE_UNIT_OF_MEASURE)),
    ASSETS(5, 1, List.of(VariantField.ASSETS, VariantField.BRAND_ASSETS)),
    COMPANY_ID(6, 1, List.of()),
    LOCATION_ID(7, 1, List.of());

    private static final ImagePart[] NUMBERED = new ImagePart[values().length];

    static {
        for (ImagePart part : values()) {
            NUMBERED[part.number] = part;
        }
    }

    private final int number;
    private final int choices;

    @SuppressWarnings("ImmutableEnumChecker") // each of the lists above is immutable
    private final List<VariantField> fields;

    ImagePart(int number, int choices, List<VariantField> fields) {
        this.number = number;
        this.choices = choices;
        this.fields = fields;
    }

    static ImagePart of(int number) {
        return NUMBERED[number];
    }

    /** Under which images name it; from 0. */
    int number() {
        return number;
    }

    /** Alone in a set of parts. */
    int bit() {
        return 1 << number;
    }

    /** How many choices a configuration has. The first one is what the image's text has. */
    int choices() {
        return choices;
    }

    /** The fields whose members it decides on, those of {@code catalogSource} included. */
    List<VariantField> fields() {
        return fields;
    }
}
