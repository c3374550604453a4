package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes messages to their topic. Thread-safe. */
public final class MessageWriter<T extends SpecificRecord> implements AutoCloseable {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);
    private static final int MAX_BLOCK_MS = 2_000;
    private static final int REQUEST_TIMEOUT_MS = 2_000;

    private final String topic;
    private final int partitions;
    private final Producer<String, T> producer;

    /** @param patience the time after which writing a message that isn't durable yet is given up */
    public MessageWriter(KafkaSettings kafka, CatalogTopic topic, SchemaRegistry registry, Duration patience) {
        this.topic = topic.name(kafka.topics().prefix());
        this.partitions = kafka.topics().partitions();
        Properties properties = kafka.properties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        // With several, brokers that met a producer for the first time repeatedly refused them as out of order.
        properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MS);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        properties.put(
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                Math.toIntExact(Math.max(REQUEST_TIMEOUT_MS, patience.toMillis())));
        properties.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, TopicSettings.MAX_RECORD_BYTES);
        producer = new KafkaProducer<>(properties, new StringSerializer(), new RecordSerializer<>(registry, topic));
    }

    /** Completes when the message is durable, or exceptionally if it may not be. */
    @SuppressWarnings("FutureReturnValueIgnored") // the callback receives the same
    public CompletionStage<?> write(String key, T message) {
        CompletableFuture<Void> written = new CompletableFuture<>();
        try {
            producer.send(
                    new ProducerRecord<>(topic, Partitioning.byKey(key, partitions), key, message), (place, fault) -> {
                        if (fault == null) {
                            written.complete(null);
                        } else {
                            written.completeExceptionally(fault);
                        }
                    });
        } catch (KafkaException | RegistryUnavailableException e) {
            written.completeExceptionally(e);
        }
        return written;
    }

    /** Gives messages being written two seconds. */
    @Override
    public void close() {
        producer.close(CLOSE_TIMEOUT);
    }
}
