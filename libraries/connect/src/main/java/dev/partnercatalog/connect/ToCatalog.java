package dev.partnercatalog.connect;

import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.components.Versioned;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.transforms.Transformation;
import org.jspecify.annotations.Nullable;

/**
 * Makes an event of one of the catalog's input topics from each row: an event of Debezium, as it comes or flattened by
 * {@code ExtractNewRecordState}, or a row of a JDBC source, with or without a schema. The result has the topic, the key as
 * text, and the value in the registry's wire format, for {@code StringConverter} and {@code ByteArrayConverter}.
 *
 * <p>A row that doesn't fit goes to {@code rejected.topic}. Without one it fails with {@link DataException}, and Connect
 * decides what follows ({@code errors.tolerance}). Records of topics that {@code topics} doesn't name become JSON,
 * unless they are text or bytes.
 */
public final class ToCatalog<R extends ConnectRecord<R>> implements Transformation<R>, Versioned {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Duration patience;
    private Map<String, InputEvents> inputs = Map.of();
    private @Nullable String rejectedTopic;

    /** Connect creates it, and then calls {@link #configure}. */
    public ToCatalog() {
        this(PATIENCE);
    }

    /** @param patience how long to wait for the registry */
    ToCatalog(Duration patience) {
        this.patience = patience;
    }

    @Override
    public String version() {
        return Objects.requireNonNullElse(ToCatalog.class.getPackage().getImplementationVersion(), "0");
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
        Map<String, InputEvents> byTopic = new HashMap<>();
        try {
            for (Map.Entry<String, CatalogTopic> source : settings.topics().entrySet()) {
                CatalogTopic input = source.getValue();
                String name = input.name(settings.topicPrefix());
                registry.contentId(name, input.valueSchema());
                byTopic.put(source.getKey(), new InputEvents(input, name, settings, registry));
            }
        } catch (RegistryUnavailableException | IncompatibleSchemaException e) {
            throw new ConnectException(FaultWords.of(e), e);
        }
        inputs = Map.copyOf(byTopic);
        rejectedTopic = settings.rejectedTopic();
    }

    @Override
    public R apply(R row) {
        InputEvents input = inputs.get(row.topic());
        if (input == null) {
            return JsonRecord.of(row);
        }
        InputEvents.Event event;
        try {
            event = input.of(row);
        } catch (UnfitRowException e) {
            if (rejectedTopic == null) {
                throw new DataException(
                        "a row of " + row.topic() + " doesn't fit " + input.topicName() + ": " + e.getMessage(), e);
            }
            return JsonRecord.rejected(row, rejectedTopic, String.valueOf(e.getMessage()));
        }
        return row.newRecord(
                input.topicName(),
                // A partition of the source is none of the catalog's topic.
                null,
                Schema.STRING_SCHEMA,
                event.key(),
                Schema.OPTIONAL_BYTES_SCHEMA,
                event.value(),
                row.timestamp(),
                row.headers());
    }

    @Override
    public void close() {}
}
