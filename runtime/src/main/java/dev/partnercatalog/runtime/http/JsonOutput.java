package dev.partnercatalog.runtime.http;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
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

    /** It writes fields and ignores getters: a getter of an Avro record returns its schema. */
    private static final JsonMapper RECORDS = JsonMapper.builder(FACTORY)
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .build();

    private static final JsonMapper ALPHABETICAL = RECORDS.rebuild()
            .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();

    private JsonOutput() {}

    /**
     * A Java record or an Avro record as JSON in UTF-8. The members have the order of the components. A component that is
     * null is written as null, unless the record's {@code @JsonInclude} leaves it out.
     */
    public static byte[] of(Object value) {
        try {
            return RECORDS.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("can't write JSON to memory", e);
        }
    }

    /** Writes a record as {@link #of} does, with its members in alphabetical order, to a stream, which is closed. */
    public static void writeAlphabetically(OutputStream out, Object value) throws IOException {
        ALPHABETICAL.writeValue(out, value);
    }

    /** The document in UTF-8. */
    public static byte[] bytes(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            content.writeTo(json);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write JSON to memory", e);
        }
        return bytes.toByteArray();
    }
}
