package dev.partnercatalog.cli.connection;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a time, or how long ago it was. */
public final class PastTime implements ITypeConverter<Instant> {

    /** The forms, for a description or a fault. */
    public static final String FORMS = "2026-01-31T08:00:00Z, or how long ago, such as 90m, 12h, 3d";

    @Override
    public Instant convert(String text) {
        try {
            if (text.matches("\\d{1,6}[smh]")) {
                return Instant.now().minus(Duration.parse("PT" + text));
            }
            if (text.matches("\\d{1,6}d")) {
                return Instant.now().minus(Duration.parse("P" + text));
            }
            return Instant.parse(text);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("'" + text + "' is not a time: expected one such as " + FORMS);
        }
    }
}
