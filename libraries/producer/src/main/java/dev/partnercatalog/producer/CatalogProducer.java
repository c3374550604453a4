package dev.partnercatalog.producer;

import dev.partnercatalog.schemas.event.EventKey;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.key.MalformedEventException;
import dev.partnercatalog.schemas.registry.BoundedRegistry;
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
 * Publishes records to the catalog's input topics, with Apicurio's serializer. An event that would become a dead letter is
 * rejected, by the catalog's own rules; only the limit on all records of a product together can't be checked here.
 *
 * <p>Thread-safe. Keep one instance open in a process: it asks the registry once for each topic.
 */
public final class CatalogProducer implements AutoCloseable {

    static {
        AvroSafety.establish(); // The caller builds records next.
    }

    private final Producer<String, byte[]> kafka;
    private final String topicPrefix;
    private final AvroKafkaSerializer<SpecificRecord> serializer;

    /**
     * Publishes through your own producer, such as one with tracing, or Kafka's {@code MockProducer}.
     *
     * @param kafka should have {@link ProducerSettings#producerProperties}; closed together with this instance
     */
    public CatalogProducer(Producer<String, byte[]> kafka, ProducerSettings settings) {
        this(kafka, settings, Duration.ofSeconds(30));
    }

    /** @param patience how long to wait for the registry */
    CatalogProducer(Producer<String, byte[]> kafka, ProducerSettings settings, Duration patience) {
        this.kafka = kafka;
        this.topicPrefix = settings.topicPrefix();
        this.serializer = new AvroKafkaSerializer<>(BoundedRegistry.connect(settings.serializerSettings(), patience));
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
     * Publishes a record, which replaces the one with the same key. Waits only for the registry, with the first record of a topic
     * (up to 30 s), and for the brokers if the buffer is full ({@code max.block.ms}).
     *
     * @param value a record of the topic's type, such as {@link dev.partnercatalog.events.Listing}; not modified
     * @return completes when the brokers have stored the record; fails if they don't accept it ({@code delivery.timeout.ms})
     * @throws MalformedEventException if the catalog would reject the event; the message names the field and the rule
     * @throws IllegalArgumentException if the topic is not an input, or holds records of another type
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the registry is away or refuses access
     * @throws dev.partnercatalog.schemas.registry.IncompatibleSchemaException if the schema would break one that it has
     */
    public CompletableFuture<RecordMetadata> publish(CatalogTopic topic, SpecificRecord value) {
        if (!topic.isInput() || !topic.valueType().isInstance(value)) {
            throw new IllegalArgumentException(topic.baseName() + " takes no " + value.getClass() + " from upstream");
        }
        return send(topic, EventKey.of(topic, value), value);
    }

    /**
     * Deletes the record with a key, by publishing a null value.
     *
     * @param key as text, such as {@code 7/70/HF-35} for a listing; {@link dev.partnercatalog.schemas.key} has the types
     * @return as for {@link #publish}
     * @throws MalformedEventException if the key is invalid
     * @throws IllegalArgumentException if the topic is not an input
     */
    public CompletableFuture<RecordMetadata> delete(CatalogTopic topic, String key) {
        return send(topic, key, null);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback says the same
    private CompletableFuture<RecordMetadata> send(CatalogTopic topic, String key, @Nullable SpecificRecord value) {
        EventRules.check(topic, key, value);
        String name = topic.name(topicPrefix);
        byte[] bytes;
        try {
            bytes = serializer.serialize(name, value);
        } catch (RuntimeException e) {
            throw BoundedRegistry.cause(e, name + "-value");
        }
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
        serializer.close();
    }
}
