package dev.partnercatalog.cli.options;

import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the values of options and parameters. */
public abstract class FormatConverter<T> implements ITypeConverter<T> {

    private final Function<String, Optional<T>> parser;
    private final String expected;

    /** @param parser for a text of another form: empty, {@link DateTimeException} or {@link IllegalArgumentException} */
    protected FormatConverter(Function<String, Optional<T>> parser, String expected) {
        this.parser = parser;
        this.expected = expected;
    }

    @Override
    public final T convert(String text) {
        Optional<T> value = Optional.empty();
        try {
            value = parser.apply(text);
        } catch (DateTimeException | IllegalArgumentException e) {
            // Told below, as any other text that is none.
        }
        return value.orElseThrow(() -> new TypeConversionException("'" + text + "' is invalid: expected " + expected));
    }

    /** The name of one of some topics, without its prefix. */
    public abstract static class Topic extends FormatConverter<CatalogTopic> {
        protected Topic(Predicate<CatalogTopic> topics, String expected) {
            super(
                    text -> CatalogTopic.ofBaseName(text).filter(topics),
                    Arrays.stream(CatalogTopic.values())
                            .filter(topics)
                            .map(CatalogTopic::baseName)
                            .collect(Collectors.joining(", ", expected + ": ", "")));
        }
    }

    /** An input topic. */
    public static final class InputTopic extends Topic {
        public InputTopic() {
            super(CatalogTopic::isInput, "an input topic without the prefix");
        }
    }

    /** The id of a partner or a client. */
    public static final class Name extends FormatConverter<String> {
        public Name() {
            super(text -> Optional.of(text).filter(Ids::isName), "1 to 64 characters from A-Z, a-z, 0-9, '_' and '-'");
        }
    }

    /** The id of a company or a location. */
    public static final class Id extends FormatConverter<Long> {
        public Id() {
            super(text -> number(text, 16).filter(Ids::isNumber), "a number from 1 to " + Ids.MAX_NUMBER);
        }
    }

    /** A barcode. */
    public static final class Barcode extends FormatConverter<String> {
        public Barcode() {
            super(text -> Optional.of(text).filter(Ids::isBarcode), "a barcode");
        }
    }

    /** An SKU. */
    public static final class Sku extends FormatConverter<String> {
        public Sku() {
            super(text -> Optional.of(text).filter(Ids::isSku), "an SKU of 1 to 128 characters without '/'");
        }
    }

    /** A time, or how long ago it was. */
    public static final class Time extends FormatConverter<Instant> {

        /** The forms, for a description. */
        public static final String FORMS = "2026-01-31T08:00:00Z, or how long ago, such as 90m, 12h, 3d";

        public Time() {
            super(text -> Optional.of(parse(text)), "a time such as " + FORMS);
        }

        private static Instant parse(String text) {
            return text.matches("\\d{1,6}[smhd]")
                    ? Instant.now().minus(Duration.parse((text.endsWith("d") ? "P" : "PT") + text))
                    : Instant.parse(text);
        }
    }

    /** An absolute URL of a web server. */
    public static final class Url extends FormatConverter<URI> {
        public Url() {
            super(
                    text -> Optional.of(text)
                            .filter(any -> any.matches("https?://.*"))
                            .map(URI::create)
                            .filter(url -> url.getHost() != null),
                    "an http or https URL");
        }
    }

    /** A port number, one of several in an option. */
    public static final class Port extends FormatConverter<Integer> {
        public Port() {
            super(
                    text -> number(text.strip(), 5)
                            .filter(number -> number >= 1 && number <= Range.MAX_PORT)
                            .map(Long::intValue),
                    "a port from 1 to " + Range.MAX_PORT);
        }
    }

    /** Kafka brokers. */
    static final class BootstrapServers extends FormatConverter<String> {
        BootstrapServers() {
            super(
                    text -> Optional.of(text).filter(any -> any.matches("[^,\\s/]+:\\d{1,5}(,[^,\\s/]+:\\d{1,5})*")),
                    "host:port of Kafka brokers, several separated by commas");
        }
    }

    private static Optional<Long> number(String text, int digits) {
        return Optional.of(text)
                .filter(any -> any.matches("[0-9]{1," + digits + "}"))
                .map(Long::valueOf);
    }
}
