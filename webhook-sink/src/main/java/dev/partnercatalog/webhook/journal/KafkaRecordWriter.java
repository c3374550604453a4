package dev.partnercatalog.webhook.journal;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** Writes to Kafka with its own idempotent producer, partitioned by key. Not thread-safe. */
final class KafkaRecordWriter implements RecordWriter {

    private static final int BUFFER_BYTES = 4 << 20;
    private static final int MAX_BLOCK_MS = 5_000;
    private static final int LINGER_MS = 10;
    private static final int DELIVERY_TIMEOUT_MS = 30_000;
    private static final int REQUEST_TIMEOUT_MS = 10_000;

    private final TopicSettings topics;
    private final SchemaRegistry registry;
    private final Producer<String, byte[]> producer;
    private final Map<CatalogTopic, RecordSerializer<SpecificRecord>> serializers = new EnumMap<>(CatalogTopic.class);

    KafkaRecordWriter(KafkaSettings kafka, SchemaRegistry registry) {
        this.topics = kafka.topics();
        this.registry = registry;
        this.producer = new KafkaProducer<>(properties(kafka), new StringSerializer(), new ByteArraySerializer());
    }

    private static Properties properties(KafkaSettings kafka) {
        Properties properties = kafka.properties();
        properties.put(ProducerConfig.CLIENT_ID_CONFIG, kafka.applicationId("webhook-journal"));
        properties.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        // With several, brokers that did not know the producer yet kept rejecting them as out of order.
        properties.put(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1);
        properties.put(ProducerConfig.BUFFER_MEMORY_CONFIG, BUFFER_BYTES);
        properties.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, MAX_BLOCK_MS);
        properties.put(ProducerConfig.LINGER_MS_CONFIG, LINGER_MS);
        properties.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_TIMEOUT_MS);
        properties.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_TIMEOUT_MS);
        return properties;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // the callback reports the same
    public void write(CatalogTopic topic, String key, @Nullable SpecificRecord record, Done done) {
        String name = topic.name(topics.prefix());
        byte[] value = serializers
                .computeIfAbsent(topic, of -> new RecordSerializer<>(registry, of))
                .serialize(name, record);
        producer.send(
                new ProducerRecord<>(name, Partitioning.byKey(key, topics.partitions()), key, value),
                (metadata, fault) -> done.ended(fault));
    }

    @Override
    public void close(Duration timeout) {
        producer.close(timeout);
    }
}
