package dev.partnercatalog.operations.operation;

import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values that someone gave for an operation's parameters, each in its form. Immutable. */
public final class Given {

    /** The value of a flag that is on. */
    public static final String ON = "yes";

    private final Map<String, List<String>> values;

    private Given(Map<String, List<String>> values) {
        this.values = values;
    }

    /**
     * Reads the values for an operation.
     *
     * @param values returns the values of a parameter; none, or an empty one, if it isn't given
     * @throws WrongUsageException if one is missing, or not in its form
     */
    public static Given of(Operation operation, Function<Parameter, List<String>> values) {
        Map<String, List<String>> given = new HashMap<>();
        for (Parameter parameter : operation.parameters()) {
            List<String> those = values.apply(parameter).stream()
                    .filter(value -> !value.isEmpty())
                    .map(parameter::check)
                    .toList();
            if (!those.isEmpty()) {
                given.put(parameter.name(), those);
            } else if (parameter.orElse() != null) {
                given.put(parameter.name(), List.of(parameter.orElse().value()));
            } else if (parameter.isRequired()) {
                throw new WrongUsageException(parameter, "--" + parameter.name() + " is missing");
            }
        }
        return new Given(given);
    }

    /** A value that must be given. */
    String text(Parameter parameter) {
        return Objects.requireNonNull(orNull(parameter), parameter.name());
    }

    @Nullable
    String orNull(Parameter parameter) {
        List<String> those = all(parameter);
        return those.isEmpty() ? null : those.get(0);
    }

    List<String> all(Parameter parameter) {
        return values.getOrDefault(parameter.name(), List.of());
    }

    boolean isOn(Parameter flag) {
        return !all(flag).isEmpty();
    }

    @Nullable
    Long number(Parameter parameter) {
        String value = orNull(parameter);
        return value == null ? null : Long.valueOf(value);
    }

    long numberOr(Parameter parameter, long otherwise) {
        Long value = number(parameter);
        return value == null ? otherwise : value;
    }

    @Nullable
    Instant time(Parameter parameter) {
        String value = orNull(parameter);
        return value == null ? null : PastTime.parse(value);
    }

    /** Throws {@link WrongUsageException} if a parameter is given without another one that it needs. */
    void requireWith(Parameter parameter, Parameter other) {
        if (orNull(parameter) != null && orNull(other) == null) {
            throw new WrongUsageException(other, "--" + parameter.name() + " requires --" + other.name());
        }
    }

    /** Throws {@link WrongUsageException} unless exactly one of these is given. */
    void requireOneOf(Parameter... parameters) {
        if (Arrays.stream(parameters).filter(this::isOn).count() != 1) {
            throw new WrongUsageException(
                    parameters[0],
                    "specify one of "
                            + String.join(
                                    ", ",
                                    Arrays.stream(parameters)
                                            .map(parameter -> "--" + parameter.name())
                                            .toList()));
        }
    }
}
