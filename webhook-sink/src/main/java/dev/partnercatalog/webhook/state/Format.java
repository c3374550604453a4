package dev.partnercatalog.webhook.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.util.StdConverter;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogKeys;
import java.io.IOException;
import java.io.UncheckedIOException;

/** How rows are written of which there are few: as JSON. */
final class Format {

    private static final ObjectMapper JSON = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .addModule(new SimpleModule()
                    .addSerializer(
                            new StdDelegatingSerializer(ScopedVariant.class, new StdConverter<ScopedVariant, byte[]>() {
                                @Override
                                public byte[] convert(ScopedVariant variant) {
                                    return CatalogKeys.of(variant);
                                }
                            }))
                    .addDeserializer(
                            ScopedVariant.class,
                            new StdDelegatingDeserializer<>(new StdConverter<byte[], ScopedVariant>() {
                                @Override
                                public ScopedVariant convert(byte[] key) {
                                    return CatalogKeys.variant(key, 0);
                                }
                            })))
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
