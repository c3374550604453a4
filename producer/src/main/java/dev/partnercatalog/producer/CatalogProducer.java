package dev.partnercatalog.producer;

import dev.partnercatalog.schemas.event.EventKey;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.MalformedEventException;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes records to the catalog's input topics. It builds each record's key, and checks the event against the catalog's own
 * rules: an event that would become a dead letter is rejected here, and nothing is sent. Only one rule can't be checked here,
 * because it needs all records of a product: the limit on their combined size.
 *
 * <p>Thread-safe. One instance is enough for a process. Keep it open: it reuses its connections, and asks the registry once for
 * each topic.
 */
public final class CatalogProducer implements AutoCloseable {

    private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(30);

    private final Producer<String, byte[]> kafka;
    private final String topicPrefix;
    private final Map<CatalogTopic, RecordSerializer<SpecificRecord>> serializers = new EnumMap<>(CatalogTopic.class);

    /**
     * Publishes through your own producer, such as one with tracing, or Kafka's {@code MockProducer}.
     * {@link ProducerSettings#producerProperties} returns the properties that it should have.
     *
     * @param kafka closed together with this instance
     * @param registry where schemas are registered
     * @param topicPrefix of the environment, usually {@code catalog.}
     */
    public CatalogProducer(Producer<String, byte[]> kafka, SchemaRegistry registry, String topicPrefix) {
        this.kafka = kafka;
        this.topicPrefix = topicPrefix;
        for (CatalogTopic topic : CatalogTopic.values()) {
            if (topic.isInput()) {
                serializers.put(topic, new RecordSerializer<>(registry, topic));
            }
        }
    }

    /**
     * Creates a producer. It contacts neither the brokers nor the registry before something is published.
     *
     * @throws org.apache.kafka.common.KafkaException if a property of Kafka's producer is wrong
     */
    public static CatalogProducer connect(ProducerSettings settings) {
        return new CatalogProducer(
                new KafkaProducer<>(settings.producerProperties(), new StringSerializer(), new ByteArraySerializer()),
                new SchemaRegistry(settings.registry(), REGISTRY_PATIENCE),
                settings.topicPrefix());
    }

    /**
     * Publishes a record, which replaces the previous record with the same key. Returns immediately, with two exceptions: the
     * first record of a topic waits for the registry (up to 30 s), and if the buffer is full, the call waits for the brokers
     * ({@code max.block.ms}).
     *
     * @param value a record of the topic's type, such as {@link dev.partnercatalog.events.Listing}; not modified
     * @return completes when the brokers have stored the record; fails if they don't accept it ({@code delivery.timeout.ms})
     * @throws MalformedEventException if the catalog would reject the event; the message names the field and the rule
     * @throws IllegalArgumentException if the topic is not an input, or holds records of another type
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the registry can't be reached, or refuses
     *     access
     * @throws dev.partnercatalog.schemas.registry.IncompatibleSchemaException if the registry has a schema that this version's
     *     would break
     */
    public CompletableFuture<RecordMetadata> publish(CatalogTopic topic, SpecificRecord value) {
        return send(topic, key(topic, value), value);
    }

    /**
     * Deletes the record with a key, by publishing a null value.
     *
     * @param key in the topic's text form, such as {@code 7/70/HF-35} for a listing; {@link dev.partnercatalog.schemas.key} has
     *     the keys as types
     * @return as for {@link #publish}
     * @throws MalformedEventException if the key is invalid
     * @throws IllegalArgumentException if the topic is not an input
     */
    public CompletableFuture<RecordMetadata> delete(CatalogTopic topic, String key) {
        return send(topic, key, null);
    }

    private static String key(CatalogTopic topic, SpecificRecord value) {
        if (!topic.isInput() || !topic.valueType().isInstance(value)) {
            throw new IllegalArgumentException(topic.baseName() + " doesn't accept "
                    + value.getClass().getSimpleName() + " records from upstream systems");
        }
        try {
            return EventKey.of(topic, value);
        } catch (InvalidKeyException e) {
            throw new MalformedEventException(String.valueOf(e.getMessage()));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback says the same
    private CompletableFuture<RecordMetadata> send(CatalogTopic topic, String key, @Nullable SpecificRecord value) {
        EventRules.check(topic, key, value);
        String name = topic.name(topicPrefix);
        RecordSerializer<SpecificRecord> serializer = serializers.get(topic);
        if (serializer == null) {
            throw new IllegalArgumentException(topic.baseName() + " is not written by upstream systems");
        }
        byte[] bytes = serializer.serialize(name, value);
        EventRules.size(topic, key.getBytes(StandardCharsets.UTF_8), bytes);
        CompletableFuture<RecordMetadata> published = new CompletableFuture<>();
        kafka.send(new ProducerRecord<>(name, key, bytes), (metadata, fault) -> {
            if (fault == null) {
                published.complete(metadata);
            } else {
                published.completeExceptionally(fault);
            }
        });
        return published;
    }

    /** Waits until the brokers have stored or rejected everything that was published; the futures are then complete. */
    public void flush() {
        kafka.flush();
    }

    /** Sends the records that are still waiting, and closes the connections. */
    @Override
    public void close() {
        kafka.close();
    }
}
