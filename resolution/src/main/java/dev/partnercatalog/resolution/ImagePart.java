package dev.partnercatalog.resolution;

import java.util.List;

/** The parts of a {@link VariantImage} that differ among partners and scopes. */
enum ImagePart {
    BADGES(0, 2, List.of(VariantField.BADGES)),
    LABELS(1, 2, List.of(VariantField.LABELS)),
    NAMES(2, 2, List.of(VariantField.NAME, VariantField.PARENT_PRODUCT_NAME)),
    /** The cannabinoids, by their flag and their unit. */
    CANNABINOIDS(3, 2 * PotencyUnit.CHOICES, FlagFilter.CANNABINOIDS),
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

    /** The number by which images refer to the part; from 0. */
    int number() {
        return number;
    }

    /** The bit of this part in a set of parts. */
    int bit() {
        return 1 << number;
    }

    /** The number of choices that a configuration has. The first one is the choice in the image's text. */
    int choices() {
        return choices;
    }

    /** The fields whose members it determines, including their members of {@code catalogSource}. */
    List<VariantField> fields() {
        return fields;
    }
}
