package dev.partnercatalog.resolution;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** JSON as bytes of UTF-8. */
final class Json {

    // Characters beyond the basic plane as they are; a lone surrogate, which UTF-8 can't hold, is still escaped.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    private static final int USUAL_SIZE = 2_048;

    private Json() {}

    /** Writes one JSON value. */
    @FunctionalInterface
    interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    static byte[] bytes(Content content) {
        var bytes = new ByteArrayOutputStream(USUAL_SIZE);
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            content.writeTo(json);
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return bytes.toByteArray();
    }
}
