package dev.partnercatalog.operations.operation;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values that someone gave for an operation's parameters, each in its form. Immutable. */
public final class Given {

    private final Map<String, String> values;

    private Given(Map<String, String> values) {
        this.values = values;
    }

    /**
     * Reads the values for an operation.
     *
     * @param values returns the value of a parameter; null or empty if it isn't given
     * @throws WrongUsageException if one is missing, or not in its form
     */
    public static Given of(Operation operation, Function<Parameter, @Nullable String> values) {
        Map<String, String> given = new HashMap<>();
        for (Parameter parameter : operation.parameters()) {
            String value = values.apply(parameter);
            if (value != null && !value.isEmpty()) {
                given.put(parameter.name(), parameter.check(value));
            } else if (parameter.use() != Parameter.Use.OPTIONAL) {
                throw new WrongUsageException("--" + parameter.name() + " is missing");
            }
        }
        return new Given(given);
    }

    /** A value that must be given. */
    String text(Parameter parameter) {
        String value = orNull(parameter);
        if (value == null) {
            throw new IllegalStateException(parameter.name() + " isn't among the operation's parameters");
        }
        return value;
    }

    @Nullable
    String orNull(Parameter parameter) {
        return values.get(parameter.name());
    }

    @Nullable
    Long number(Parameter parameter) {
        String value = orNull(parameter);
        return value == null ? null : Long.valueOf(value);
    }

    /** Throws {@link WrongUsageException} if a parameter is given without another one that it needs. */
    void requireWith(Parameter parameter, Parameter other) {
        if (orNull(parameter) != null && orNull(other) == null) {
            throw new WrongUsageException("--" + parameter.name() + " requires --" + other.name());
        }
    }
}
