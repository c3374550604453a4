package dev.partnercatalog.query.token;

import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Writes signing keys to their topic. */
public final class SigningKeyWriter {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;

    public SigningKeyWriter(KafkaSettings kafka, SchemaRegistry registry) {
        this.kafka = kafka;
        this.registry = registry;
    }

    /**
     * Returns when the key is durable.
     *
     * @throws IllegalStateException if the brokers don't accept it
     */
    public void write(SigningKey key) throws InterruptedException {
        String topic = CatalogTopic.SIGNING_KEYS.name(kafka.topics().prefix());
        int partition = Partitioning.byKey(key.getKeyId(), kafka.topics().partitions());
        Properties properties = kafka.properties();
        properties.put(ProducerConfig.ACKS_CONFIG, "all");
        try (Producer<String, SigningKey> producer = new KafkaProducer<>(
                properties, new StringSerializer(), new RecordSerializer<>(registry, CatalogTopic.SIGNING_KEYS))) {
            producer.send(new ProducerRecord<>(topic, partition, key.getKeyId(), key))
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the signing key could not be written to " + topic, e);
        }
    }
}
