package dev.partnercatalog.cli.console;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.partnercatalog.cli.deadletter.LogPosition;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.StrictJson;
import io.javalin.http.Context;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.stream.Collectors;

/** Records as JSON, field by field. */
final class ConsoleJson {

    static final int MAX_BYTES = 64 << 10;

    private static final JsonMapper JSON = JsonMapper.builder()
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .visibility(PropertyAccessor.CREATOR, Visibility.ANY)
            .addMixIn(Client.class, ShownClient.class)
            .addMixIn(WebhookAttempt.class, ShownAttempt.class)
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addSerializer(LogPosition.class, ToStringSerializer.instance))
            .build();

    /** Never the hash of its secret. */
    @JsonIncludeProperties({"clientId", "enabled", "createdAt"})
    private interface ShownClient {}

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

    private ConsoleJson() {}

    static byte[] write(Object value) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("can't write JSON to memory", e);
        }
    }

    /** The request's body; throws {@link HttpProblem} if it isn't such JSON. */
    static <T> T read(Context context, Class<T> type) {
        try {
            return JSON.treeToValue(StrictJson.object(RequestBody.json(context, MAX_BYTES)), type);
        } catch (UnrecognizedPropertyException e) {
            throw HttpProblem.invalid(e.getPropertyName(), "isn't a field of this request");
        } catch (JsonProcessingException e) {
            String field = e instanceof JsonMappingException found
                    ? found.getPath().stream().map(Reference::getFieldName).collect(Collectors.joining("."))
                    : "";
            throw HttpProblem.invalid(field.isEmpty() ? "body" : field, "isn't of this field's type");
        }
    }
}
