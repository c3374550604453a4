package dev.partnercatalog.cli.audit;

import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses an operator's name. */
public final class OperatorName implements ITypeConverter<String> {

    @Override
    public String convert(String text) {
        try {
            return Ids.requireOperator(text);
        } catch (InvalidKeyException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }
}
