package dev.partnercatalog.cli.client;

import dev.partnercatalog.schemas.key.Ids;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a partner's or a client's id. */
final class NameConverter implements ITypeConverter<String> {

    @Override
    public String convert(String text) {
        if (!Ids.isName(text)) {
            throw new TypeConversionException(
                    "'" + text + "' is invalid: expected 1 to 64 characters from A-Z, a-z, 0-9, '_' and '-'");
        }
        return text;
    }
}
