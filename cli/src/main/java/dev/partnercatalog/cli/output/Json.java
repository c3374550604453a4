package dev.partnercatalog.cli.output;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.partnercatalog.records.WebhookAttempt;
import java.time.Instant;
import java.util.Locale;

/** JSON as commands and the console write it: times are text, and what is null is left out. */
public final class Json {

    /** Also reads records, and refuses fields that they don't have. */
    public static final JsonMapper MAPPER = JsonMapper.builder()
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .addMixIn(WebhookAttempt.class, ShownAttempt.class)
            .addModule(new SimpleModule().addSerializer(Instant.class, ToStringSerializer.instance))
            .build();

    /** Never the URL, which may contain what only the partner should know. */
    @JsonIncludeProperties({
        "at",
        "kind",
        "outcome",
        "httpStatus",
        "durationMs",
        "records",
        "removed",
        "error",
        "webhookId"
    })
    private interface ShownAttempt {}

    private Json() {}

    /** The value on one line. */
    public static String of(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("what is printed is always JSON", e);
        }
    }

    /** A name of our own in lower case with dashes, such as {@code backing-off}. */
    public static String words(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
