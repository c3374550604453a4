package dev.partnercatalog.cli.options;

import dev.partnercatalog.operations.deadletter.LogPosition;
import dev.partnercatalog.operations.operation.Parameter.Form;
import dev.partnercatalog.operations.operation.PastTime;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses options whose values have the forms of operations' parameters. */
public final class InForm {

    private InForm() {}

    /** A value, if it is in its form; any other is wrong usage. */
    private static String require(Form form, String text) {
        try {
            return form.require(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    /** Parses a time, or how long ago it was. */
    public static final class Time implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String text) {
            return PastTime.parse(require(Form.TIME, text));
        }
    }

    /** Parses an absolute URL of a web server. */
    public static final class Url implements ITypeConverter<URI> {
        @Override
        public URI convert(String text) {
            return URI.create(require(Form.URL, text));
        }
    }

    /** Parses a dead letter's id. */
    public static final class DeadLetter implements ITypeConverter<LogPosition> {
        @Override
        public LogPosition convert(String text) {
            return LogPosition.parse(require(Form.DEAD_LETTER, text)).orElseThrow();
        }
    }

    /** Parses the name of a topic that dead letters come from. */
    public static final class Source implements ITypeConverter<CatalogTopic> {
        @Override
        public CatalogTopic convert(String text) {
            return CatalogTopic.ofBaseName(require(Form.SOURCE, text)).orElseThrow();
        }
    }

    /** Parses an operator's name. */
    public static final class Operator implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            return require(Form.OPERATOR, text);
        }
    }
}
