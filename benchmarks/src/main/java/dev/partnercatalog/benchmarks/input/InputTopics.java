package dev.partnercatalog.benchmarks.input;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Publishes to the input topics of one prefix. Not thread-safe. */
public final class InputTopics implements AutoCloseable {

    private final String prefix;
    private final SchemaRegistry registry;
    private final Map<CatalogTopic, RecordSerializer<SpecificRecord>> serializers = new EnumMap<>(CatalogTopic.class);
    private final KafkaProducer<byte[], byte[]> producer;
    private final AtomicReference<@Nullable Exception> fault = new AtomicReference<>();

    public InputTopics(KafkaSettings kafka, SchemaRegistry registry) {
        this.prefix = kafka.topics().prefix();
        this.registry = registry;
        Properties properties = kafka.properties();
        properties.put("linger.ms", "1");
        // With several in flight, brokers that did not know the producer yet rejected them as out of order.
        properties.put("max.in.flight.requests.per.connection", "1");
        properties.put("batch.size", "65536");
        properties.put("buffer.memory", Integer.toString(64 << 20));
        this.producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /** Encodes the event as a record of its topic. */
    public ProducerRecord<byte[], byte[]> encode(PublishedEvent event) {
        String topic = event.topic().name(prefix);
        byte[] value = serializers
                .computeIfAbsent(event.topic(), type -> new RecordSerializer<>(registry, type))
                .serialize(topic, event.value());
        return new ProducerRecord<>(topic, event.key().getBytes(StandardCharsets.UTF_8), value);
    }

    /** Sends soon. */
    public void send(ProducerRecord<byte[], byte[]> record) {
        var unused = producer.send(record, (written, failure) -> fault.compareAndSet(null, failure));
    }

    /** Waits until the broker has everything; throws if it rejected something. */
    public void flush() throws IOException {
        producer.flush();
        if (fault.get() != null) {
            throw new IOException("events could not be published", fault.get());
        }
    }

    @Override
    public void close() {
        producer.close();
    }
}
