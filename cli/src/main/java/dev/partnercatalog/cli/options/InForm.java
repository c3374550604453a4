package dev.partnercatalog.cli.options;

import dev.partnercatalog.schemas.key.Ids;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the values of options and parameters. */
public final class InForm {

    private InForm() {}

    /** The fault of a text that is in another form. */
    public static TypeConversionException invalid(String text, String expected) {
        return new TypeConversionException("'" + text + "' is invalid: expected " + expected);
    }

    /** Parses the id of a partner or a client. */
    public static final class Name implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (!Ids.isName(text)) {
                throw invalid(text, "1 to 64 characters from A-Z, a-z, 0-9, '_' and '-'");
            }
            return text;
        }
    }

    /** Parses the id of a company or a location. */
    public static final class Id implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            if (!text.matches("[0-9]{1,16}") || !Ids.isNumber(Long.parseLong(text))) {
                throw invalid(text, "a number from 1 to " + Ids.MAX_NUMBER);
            }
            return Long.valueOf(text);
        }
    }

    /** Parses a barcode. */
    public static final class Barcode implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (!Ids.isBarcode(text)) {
                throw invalid(text, "a barcode");
            }
            return text;
        }
    }

    /** Parses an SKU. */
    public static final class Sku implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            if (!Ids.isSku(text)) {
                throw invalid(text, "an SKU of 1 to 128 characters without '/'");
            }
            return text;
        }
    }

    /** Parses a time, or how long ago it was. */
    public static final class Time implements ITypeConverter<Instant> {

        /** The forms, for a description. */
        public static final String FORMS = "2026-01-31T08:00:00Z, or how long ago, such as 90m, 12h, 3d";

        @Override
        public Instant convert(String text) {
            try {
                Instant time = parse(text);
                if (time.isBefore(Instant.MAX)) {
                    return time;
                }
            } catch (DateTimeException e) {
                // Told below, as any other text that is none.
            }
            throw invalid(text, "a time such as " + FORMS);
        }

        private static Instant parse(String text) {
            if (!text.matches("\\d{1,6}[smhd]")) {
                return Instant.parse(text);
            }
            return Instant.now().minus(Duration.parse((text.endsWith("d") ? "P" : "PT") + text));
        }
    }

    /** Parses an absolute URL of a web server. */
    public static final class Url implements ITypeConverter<URI> {
        @Override
        public URI convert(String text) {
            try {
                URI url = new URI(text);
                if (url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()))) {
                    return url;
                }
            } catch (URISyntaxException e) {
                // Told below, as any other text that is none.
            }
            throw invalid(text, "an http or https URL");
        }
    }

    /** Parses a port number, one of several in an option. */
    public static final class Port implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String text) {
            String number = text.strip();
            if (!number.matches("\\d{1,5}")
                    || Integer.parseInt(number) < 1
                    || Integer.parseInt(number) > Range.MAX_PORT) {
                throw new TypeConversionException("'" + text + "' is not a port: expected 1 to " + Range.MAX_PORT);
            }
            return Integer.valueOf(number);
        }
    }
}
