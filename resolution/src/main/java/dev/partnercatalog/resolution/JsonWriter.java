package dev.partnercatalog.resolution;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.ByteArrayBuilder;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.IntSupplier;

/**
 * Writes JSON as UTF-8, with strings in the form of RFC 8785. Output whose keys are in order and whose numbers are
 * {@link CanonicalNumber}s is therefore in canonical form.
 */
final class JsonWriter {

    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .disable(JsonWriteFeature.WRITE_HEX_UPPER_CASE)
            .build();

    private static final int USUAL_SIZE = 2_048;
    private static final int REPLACEMENT = 0xFFFD;

    private JsonWriter() {}

    /** Writes one JSON value, and can query how many bytes it has written so far. */
    @FunctionalInterface
    interface Content {
        void writeTo(JsonGenerator json, IntSupplier position) throws IOException;
    }

    static byte[] bytes(Content content) {
        // Unlike the JDK's, it returns its size without taking a lock.
        var bytes = new ByteArrayBuilder(USUAL_SIZE);
        try (JsonGenerator json = new WellFormedText(FACTORY.createGenerator(bytes))) {
            content.writeTo(json, () -> bytes.size() + json.getOutputBuffered());
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }

    /**
     * Writes U+FFFD for a lone surrogate. UTF-8 can't represent one, and many readers reject a whole document that
     * escapes one.
     */
    private static final class WellFormedText extends JsonGeneratorDelegate {

        WellFormedText(JsonGenerator json) {
            super(json);
        }

        @Override
        public void writeFieldName(String name) throws IOException {
            super.writeFieldName(wellFormed(name));
        }

        @Override
        public void writeString(String text) throws IOException {
            super.writeString(wellFormed(text));
        }
    }

    /** The text with each lone surrogate replaced by U+FFFD. */
    static String wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                return withoutLoneSurrogates(text);
            }
        }
        return text;
    }

    private static String withoutLoneSurrogates(String text) {
        return text.codePoints()
                .map(point -> Character.getType(point) == Character.SURROGATE ? REPLACEMENT : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
