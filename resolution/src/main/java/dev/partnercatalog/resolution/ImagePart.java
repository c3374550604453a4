package dev.partnercatalog.resolution;

/** What the places of a {@link VariantImage} depend on that are not the same for everyone. */
enum ImagePart {
    BADGES(0),
    LABELS(1),
    NAMES(2),
    /** The cannabinoids, by their flag and their unit. */
    CANNABINOIDS(3),
    /** The terpenes, by their unit. */
    TERPENES(4),
    ASSETS(5),
    COMPANY_ID(6),
    LOCATION_ID(7);

    /** The unit as it is, and each one that it may be converted to. */
    static final int UNITS = 1 + PotencyUnit.values().length;

    private static final ImagePart[] NUMBERED = new ImagePart[values().length];

    static {
        for (ImagePart part : values()) {
            NUMBERED[part.number] = part;
        }
    }

    private final int number;

    ImagePart(int number) {
        this.number = number;
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
        return switch (this) {
            case BADGES, LABELS, NAMES -> 2;
            case CANNABINOIDS -> 2 * UNITS;
            case TERPENES -> UNITS;
            case ASSETS, COMPANY_ID, LOCATION_ID -> 1;
        };
    }
}
