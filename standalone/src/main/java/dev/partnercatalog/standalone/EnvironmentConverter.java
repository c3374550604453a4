package dev.partnercatalog.standalone;

import dev.partnercatalog.query.Environment;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the name of an environment. */
final class EnvironmentConverter implements ITypeConverter<Environment> {

    @Override
    public Environment convert(String text) {
        return Arrays.stream(Environment.values())
                .filter(environment ->
                        environment.name().toLowerCase(Locale.ROOT).equals(text))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException(
                        "'" + text + "' is no environment: expected production or staging"));
    }
}
