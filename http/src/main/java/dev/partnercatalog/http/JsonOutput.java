package dev.partnercatalog.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Writes the JSON documents of this module. */
public final class JsonOutput {

    /** Something that writes one JSON value. */
    @FunctionalInterface
    public interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }

    /** Strings are written as they are, except that half a surrogate pair, which UTF-8 can't represent, is escaped. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonWriteFeature.COMBINE_UNICODE_SURROGATES_IN_UTF8)
            .build();

    private JsonOutput() {}

    /**
     * Writes the document in UTF-8, and closes the stream.
     *
     * @throws IOException if the stream does
     */
    public static void write(OutputStream out, Content content) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            content.writeTo(json);
        }
    }

    /** The document in UTF-8. */
    public static byte[] bytes(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try {
            write(bytes, content);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write JSON to memory", e);
        }
        return bytes.toByteArray();
    }
}
