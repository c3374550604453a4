package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.Range;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a port number, one of several in an option. */
final class PortNumber implements ITypeConverter<Integer> {

    @Override
    public Integer convert(String text) {
        String number = text.strip();
        if (!number.matches("\\d{1,5}") || Integer.parseInt(number) < 1 || Integer.parseInt(number) > Range.MAX_PORT) {
            throw new TypeConversionException("'" + text + "' is not a port: expected 1 to " + Range.MAX_PORT);
        }
        return Integer.valueOf(number);
    }
}
