package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

/**
 * Why the values of a unit stay as they were, though another unit is configured (D7).
 *
 * @param unitField {@code cannabisUnitOfMeasure} or {@code terpeneUnitOfMeasure}
 * @param wantedUnit as the configuration spells it
 * @param field that is at fault, such as {@code thc.avg} or {@code secondaryCannabinoids.CBG.max}
 * @param value of that field, as it was published
 */
public record ConversionFault(VariantField unitField, String wantedUnit, Reason reason, String field, String value) {

    /** The kinds of reasons. */
    public enum Reason {
        /** The configured unit is none of those that can be converted. */
        UNKNOWN_CONFIGURED_UNIT("the configured unit is none of %, mg/g and mg"),
        /** The variant's unit is none of those that can be converted. */
        UNKNOWN_UNIT("the variant's unit is none of %, mg/g and mg"),
        /** One of the two units is mg, and the variant's weight isn't known. */
        UNKNOWN_WEIGHT("mg needs the variant's weight, and its size doesn't tell it"),
        /** The value is no plain decimal. */
        NO_NUMBER("it is no plain decimal number");

        private final String words;

        Reason(String words) {
            this.words = words;
        }

        /** For people; follows the field and its value. */
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
