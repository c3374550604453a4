package dev.partnercatalog.connect;

import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.key.MalformedEventException;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;

/**
 * Makes an event of one of the catalog's input topics from each row: an event of Debezium, as it comes or flattened by
 * {@code ExtractNewRecordState}, or a row of a JDBC source, with or without a schema. The result has the topic, the key as
 * text, and the value in the registry's wire format, for {@code StringConverter} and {@code ByteArrayConverter}.
 *
 * <p>A row that doesn't fit goes to {@code rejected.topic}. Without one it fails with {@link DataException}, and Connect
 * decides what follows ({@code errors.tolerance}). Records of topics that {@code topics} doesn't name become JSON,
 * unless they are text or bytes: the converters take nothing else.
 */
public final class ToCatalog<R extends ConnectRecord<R>> implements Transformation<R> {

    /** As in Connect's own dead-letter queue, which only connectors that read from Kafka have. */
    private static final String REASON = "__connect.errors.exception.message";

    private static final String SOURCE = "__connect.errors.topic";

    private final Duration patience;
    private final Map<String, InputEvents> inputs = new HashMap<>();
    private @Nullable String rejectedTopic;

    public ToCatalog() {
        this(Duration.ofSeconds(30));
    }

    /** @param patience how long to wait for the registry */
    ToCatalog(Duration patience) {
        this.patience = patience;
    }

    @Override
    public ConfigDef config() {
        return ToCatalogSettings.DEFINITION;
    }

    /**
     * Registers the schemas, so that no row ever waits for the registry: Connect would skip rows while it is away, if
     * {@code errors.tolerance} is {@code all}.
     *
     * @throws ConnectException if the registry can't be reached, or refuses a schema
     */
    @Override
    public void configure(Map<String, ?> configs) {
        ToCatalogSettings settings = ToCatalogSettings.of(configs);
        SchemaRegistry registry = new SchemaRegistry(settings.registry(), patience);
        rejectedTopic = settings.rejectedTopic();
        settings.topics().forEach((source, input) -> {
            String name = input.name(settings.topicPrefix());
            try {
                registry.contentId(name, input.valueSchema());
            } catch (RegistryUnavailableException | IncompatibleSchemaException e) {
                throw new ConnectException(FaultWords.of(e), e);
            }
            inputs.put(source, new InputEvents(input, name, settings, registry));
        });
    }

    @Override
    public R apply(R row) {
        InputEvents input = inputs.get(row.topic());
        if (input == null) {
            return isTextOrBytes(row.key()) && isTextOrBytes(row.value()) ? row : json(row, row.topic(), row.headers());
        }
        try {
            return input.of(row);
        } catch (MalformedEventException e) {
            if (rejectedTopic == null) {
                throw new DataException(
                        "a row of " + row.topic() + " doesn't fit " + input.topicName() + ": " + e.getMessage(), e);
            }
            Headers reason = row.headers().duplicate();
            reason.addString(SOURCE, row.topic()).addString(REASON, e.getMessage());
            return json(row, rejectedTopic, reason);
        }
    }

    private static boolean isTextOrBytes(@Nullable Object value) {
        return value == null || value instanceof String || value instanceof byte[] || value instanceof ByteBuffer;
    }

    private static <R extends ConnectRecord<R>> R json(R row, String topic, Headers headers) {
        String key = row.key() == null ? null : TableRow.json(row.key()).toString();
        String value = row.value() == null ? null : TableRow.json(row.value()).toString();
        return TableRow.record(row, topic, key, value == null ? null : value.getBytes(StandardCharsets.UTF_8), headers);
    }

    @Override
    public void close() {}
}
