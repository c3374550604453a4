package dev.partnercatalog.standalone;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.util.concurrent.Future;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** An upstream system with a partitioner of its own. It asks the registry once for each topic. */
public final class Upstream implements AutoCloseable {
    private final Producer<String, byte[]> producer;
    private final SchemaRegistry registry;
    private final String prefix;

    public Upstream(KafkaSettings kafka, SchemaRegistry registry) {
        producer = new KafkaProducer<>(kafka.properties(), new StringSerializer(), new ByteArraySerializer());
        this.registry = registry;
        prefix = kafka.topics().prefix();
    }

    /** Publishes an event; the callback and the result tell when the broker has it. Events of a key keep their order. */
    public Future<RecordMetadata> publish(RandomCatalog.Event event, Callback acknowledged) {
        String topic = event.topic().name(prefix);
        byte[] value = new RecordSerializer<SpecificRecord>(registry, event.topic()).serialize(topic, event.value());
        int partitions = producer.partitionsFor(topic).size();
        int partition = Math.floorMod(event.key().hashCode(), partitions);
        return producer.send(new ProducerRecord<>(topic, partition, event.key(), value), acknowledged);
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
