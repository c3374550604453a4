package dev.partnercatalog.standalone;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** An upstream system with its own partitioner. It queries the registry once for each topic. */
public final class Upstream implements AutoCloseable {
    private final Producer<String, byte[]> producer;
    private final SchemaRegistry registry;
    private final String prefix;
    private final Supplier<@Nullable Long> timestamps;

    public Upstream(KafkaSettings kafka, SchemaRegistry registry) {
        this(kafka, registry, () -> null);
    }

    /** @param timestamps timestamps of the records, in milliseconds since 1970; null for the time of publication */
    public Upstream(KafkaSettings kafka, SchemaRegistry registry, Supplier<@Nullable Long> timestamps) {
        this.timestamps = timestamps;
        producer = new KafkaProducer<>(kafka.properties(), new StringSerializer(), new ByteArraySerializer());
        this.registry = registry;
        prefix = kafka.topics().prefix();
    }

    /** Publishes an event; the callback and the result report when the broker has it. Events of a key stay in order. */
    public Future<RecordMetadata> publish(RandomCatalog.Event event, Callback acknowledged) {
        String topic = event.topic().name(prefix);
        byte[] value = new RecordSerializer<SpecificRecord>(registry, event.topic()).serialize(topic, event.value());
        return publish(event.topic(), event.key(), value, acknowledged);
    }

    /** The same, with arbitrary bytes as the value. */
    public Future<RecordMetadata> publish(
            CatalogTopic catalogTopic, String key, byte @Nullable [] value, Callback acknowledged) {
        String topic = catalogTopic.name(prefix);
        int partitions = producer.partitionsFor(topic).size();
        int partition = Math.floorMod(key.hashCode(), partitions);
        return producer.send(new ProducerRecord<>(topic, partition, timestamps.get(), key, value), acknowledged);
    }

    /** Waits for every event. */
    public void flush() {
        producer.flush();
    }

    /** Waits for every event. */
    @Override
    public void close() {
        producer.close();
    }
}
