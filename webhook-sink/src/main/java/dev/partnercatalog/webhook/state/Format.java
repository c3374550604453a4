package dev.partnercatalog.webhook.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;

/** How rows are written of which there are few: as JSON. */
final class Format {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .build();

    private Format() {}

    static byte[] write(Object row) {
        try {
            return JSON.writeValueAsBytes(row);
        } catch (IOException e) {
            throw new UncheckedIOException("can't write to memory", e);
        }
    }

    /** @throws IllegalStateException if another version of the program wrote it, in a form that this one can't read */
    static <T> T read(byte[] value, Class<T> type) {
        try {
            return JSON.readValue(value, type);
        } catch (IOException e) {
            throw new IllegalStateException(
                    "the store contains a " + type.getSimpleName() + " that this version of the program does not read",
                    e);
        }
    }
}
