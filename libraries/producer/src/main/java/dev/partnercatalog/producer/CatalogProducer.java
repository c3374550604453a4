package dev.partnercatalog.producer;

import dev.partnercatalog.schemas.event.EventKey;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.MalformedEventException;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.IncompatibleSchemaException;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.AvroSafety;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.apicurio.registry.serde.avro.AvroKafkaSerializer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
 * Publishes records to the catalog's input topics, with Apicurio's serializer. It builds each record's key, and checks the event
 * against the catalog's own rules: an event that would become a dead letter is rejected here, and nothing is sent. Only one rule
 * can't be checked here, because it needs all records of a product: the limit on their combined size.
 *
 * <p>Thread-safe. One instance is enough for a process. Keep it open: it reuses its connections, and asks the registry once for
 * each topic.
 */
public final class CatalogProducer implements AutoCloseable {

    private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(30);

    static {
        AvroSafety.establish(); // The caller builds records next.
    }

    private final Producer<String, byte[]> kafka;
    private final String topicPrefix;
    private final BoundedRegistry registry;
    private final AvroKafkaSerializer<SpecificRecord> serializer;

    /**
     * Publishes through your own producer, such as one with tracing, or Kafka's {@code MockProducer}.
     * {@link ProducerSettings#producerProperties} returns the properties that it should have.
     *
     * @param kafka closed together with this instance
     * @param settings those of the serializer, and the prefix of the topics
     */
    public CatalogProducer(Producer<String, byte[]> kafka, ProducerSettings settings) {
        this(kafka, settings, REGISTRY_PATIENCE);
    }

    /** @param patience how long to wait for the registry */
    CatalogProducer(Producer<String, byte[]> kafka, ProducerSettings settings, Duration patience) {
        this.kafka = kafka;
        this.topicPrefix = settings.topicPrefix();
        this.registry = new BoundedRegistry(settings.serializerSettings(), patience);
        this.serializer = new AvroKafkaSerializer<>(registry);
        serializer.configure(settings.serializerSettings(), false);
    }

    /**
     * Creates a producer. It contacts neither the brokers nor the registry before something is published.
     *
     * @throws org.apache.kafka.common.KafkaException if a property of Kafka's producer is wrong
     * @throws RuntimeException if a setting of Apicurio's serializer is wrong
     */
    public static CatalogProducer connect(ProducerSettings settings) {
        Producer<String, byte[]> kafka =
                new KafkaProducer<>(settings.producerProperties(), new StringSerializer(), new ByteArraySerializer());
        try {
            return new CatalogProducer(kafka, settings);
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
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
        if (!topic.isInput()) {
            throw new IllegalArgumentException(topic.baseName() + " is not written by upstream systems");
        }
        EventRules.check(topic, key, value);
        String name = topic.name(topicPrefix);
        byte[] bytes = serialize(name, value);
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

    private byte @Nullable [] serialize(String topic, @Nullable SpecificRecord value) {
        try {
            return serializer.serialize(topic, value);
        } catch (RuntimeException e) {
            // Apicurio's cache wraps what our own client throws.
            for (Throwable link = e; link != null; link = link.getCause()) {
                if (link instanceof RegistryUnavailableException unavailable) {
                    throw unavailable;
                }
                if (link instanceof IncompatibleSchemaException incompatible) {
                    throw incompatible;
                }
            }
            throw e;
        }
    }

    /** Waits until the brokers have stored or rejected everything that was published; the futures are then complete. */
    public void flush() {
        kafka.flush();
    }

    /** Sends the records that are still waiting, and closes the connections. */
    @Override
    public void close() {
        kafka.close();
        serializer.close();
        registry.close();
    }
}
