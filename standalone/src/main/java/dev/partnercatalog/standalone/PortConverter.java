package dev.partnercatalog.standalone;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a port, 0 for any free one. */
final class PortConverter implements ITypeConverter<Integer> {

    private static final int HIGHEST = 65_535;

    @Override
    public Integer convert(String text) {
        if (text.matches("\\d{1,5}") && Integer.parseInt(text) <= HIGHEST) {
            return Integer.valueOf(text);
        }
        throw new TypeConversionException("'" + text + "' is no port: expected 0 to " + HIGHEST);
    }
}
