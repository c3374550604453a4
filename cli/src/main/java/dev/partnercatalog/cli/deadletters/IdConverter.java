package dev.partnercatalog.cli.deadletters;

import dev.partnercatalog.operations.deadletter.LogPosition;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses a dead letter's id. */
final class IdConverter implements ITypeConverter<LogPosition> {

    @Override
    public LogPosition convert(String text) {
        return LogPosition.parse(text)
                .orElseThrow(() -> new TypeConversionException("'" + text
                        + "' is not the id of a dead letter: expected one such as 0-17, see 'dead-letters list'"));
    }
}
