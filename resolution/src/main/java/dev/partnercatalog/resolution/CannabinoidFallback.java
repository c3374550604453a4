package dev.partnercatalog.resolution;

import static dev.partnercatalog.resolution.VariantField.CANNABIS_UNIT_OF_MEASURE;
import static dev.partnercatalog.resolution.VariantField.CBD;
import static dev.partnercatalog.resolution.VariantField.SECONDARY_CANNABINOIDS;
import static dev.partnercatalog.resolution.VariantField.TAC;
import static dev.partnercatalog.resolution.VariantField.THC;
import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** BPD's cannabinoids, which a variant returns if {@code cannabinoidOverrides} is off (D4). */
public record CannabinoidFallback(
        MeasuredRange thc,
        MeasuredRange cbd,
        MeasuredRange tac,
        Map<String, MeasuredRange> secondaryCannabinoids,
        String cannabisUnitOfMeasure) {

    static final List<VariantField> FIELDS = List.of(THC, CBD, TAC, SECONDARY_CANNABINOIDS, CANNABIS_UNIT_OF_MEASURE);

    public CannabinoidFallback {
        requireNonNull(thc, "thc");
        requireNonNull(cbd, "cbd");
        requireNonNull(tac, "tac");
        // Not Map.copyOf: it takes quadratic time for names with equal hash codes.
        secondaryCannabinoids = Collections.unmodifiableMap(new TreeMap<>(secondaryCannabinoids));
        requireNonNull(cannabisUnitOfMeasure, "cannabisUnitOfMeasure");
    }

    /** The cannabinoids among values in which all required fields are set. */
    static CannabinoidFallback of(FieldValues values) {
        return new CannabinoidFallback(
                requireNonNull(values.range(THC)),
                requireNonNull(values.range(CBD)),
                requireNonNull(values.range(TAC)),
                requireNonNull(values.ranges(SECONDARY_CANNABINOIDS)),
                requireNonNull(values.text(CANNABIS_UNIT_OF_MEASURE)));
    }

    /** The value of one of {@link #FIELDS}. */
    Object get(VariantField field) {
        return switch (field) {
            case THC -> thc;
            case CBD -> cbd;
            case TAC -> tac;
            case SECONDARY_CANNABINOIDS -> secondaryCannabinoids;
            case CANNABIS_UNIT_OF_MEASURE -> cannabisUnitOfMeasure;
            default -> throw new IllegalArgumentException(field.jsonName() + " is not a cannabinoid");
        };
    }
}
