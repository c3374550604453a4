package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

/**
 * Why the values of a unit are unchanged although another unit is configured (D7).
 *
 * @param unitField {@code cannabisUnitOfMeasure} or {@code terpeneUnitOfMeasure}
 * @param wantedUnit as the configuration spells it
 * @param field the field at fault, such as {@code thc.avg} or {@code secondaryCannabinoids.CBG.max}
 * @param value of that field, as it was published
 */
public record ConversionFault(VariantField unitField, String wantedUnit, Reason reason, String field, String value) {

    /** The kinds of reasons. */
    public enum Reason {
        /** The configured unit is not one that can be converted. */
        UNKNOWN_CONFIGURED_UNIT("the configured unit is not one of %, mg/g and mg"),
        /** The variant's unit is not one that can be converted. */
        UNKNOWN_UNIT("the variant's unit is not one of %, mg/g and mg"),
        /** One of the two units is mg, and the variant's weight is unknown. */
        UNKNOWN_WEIGHT("mg requires the variant's weight, which its size doesn't determine"),
        /** The value is not a plain decimal. */
        NO_NUMBER("it is not a plain decimal number");

        private final String words;

        Reason(String words) {
            this.words = words;
        }

        /** For people; to be shown after the field and its value. */
        public String words() {
            return words;
        }
    }

    public ConversionFault {
        requireNonNull(unitField, "unitField");
        requireNonNull(wantedUnit, "wantedUnit");
        requireNonNull(reason, "reason");
        requireNonNull(field, "field");
        requireNonNull(value, "value");
    }
}
