package dev.partnercatalog.resolution;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** What a variant may lack that buyers look for. */
public enum Lack {
    /** {@code assets} has no asset of any type. */
    IMAGE,
    /** {@code unitOfMeasure} is empty, or {@code unitSize} isn't above 0: the amount sold is unknown. */
    UNIT,
    /** {@code thc}, {@code cbd}, {@code tac} and {@code secondaryCannabinoids} have no value. */
    POTENCY,
    /** There is such a value, but {@code cannabisUnitOfMeasure} is empty. */
    POTENCY_UNIT;

    /** What is missing in values whose required fields are all set. */
    public static Set<Lack> of(FieldValues values) {
        EnumSet<Lack> lacks = EnumSet.noneOf(Lack.class);
        if (requireNonNull(values.assets(VariantField.ASSETS)).values().stream().allMatch(List::isEmpty)) {
            lacks.add(IMAGE);
        }
        if (requireNonNull(values.text(VariantField.UNIT_OF_MEASURE)).isBlank()
                || requireNonNull(values.number(VariantField.UNIT_SIZE)) <= 0) {
            lacks.add(UNIT);
        }
        if (!hasPotency(values)) {
            lacks.add(POTENCY);
        } else if (requireNonNull(values.text(VariantField.CANNABIS_UNIT_OF_MEASURE))
                .isBlank()) {
            lacks.add(POTENCY_UNIT);
        }
        return Collections.unmodifiableSet(lacks);
    }

    private static boolean hasPotency(FieldValues values) {
        Map<String, MeasuredRange> others = requireNonNull(values.ranges(VariantField.SECONDARY_CANNABINOIDS));
        return Stream.concat(
                        Stream.of(VariantField.THC, VariantField.CBD, VariantField.TAC)
                                .map(field -> requireNonNull(values.range(field))),
                        others.values().stream())
                .anyMatch(range -> !range.equals(MeasuredRange.EMPTY));
    }
}
