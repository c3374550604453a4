package dev.partnercatalog.benchmarks.publishing;

import dev.partnercatalog.benchmarks.input.PublishedEvent;
import dev.partnercatalog.producer.ProducerSettings;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes as the library for upstream teams does, with its checks and properties, but with our own codec. */
final class OwnCodecProducer implements AutoCloseable {

    private final KafkaProducer<String, byte[]> kafka;
    private final RecordSerializer<SpecificRecord> serializer;
    private final CatalogTopic topic;
    private final String name;

    OwnCodecProducer(ProducerSettings settings, SchemaRegistry registry, CatalogTopic topic) {
        this.kafka =
                new KafkaProducer<>(settings.producerProperties(), new StringSerializer(), new ByteArraySerializer());
        this.serializer = new RecordSerializer<>(registry, topic);
        this.topic = topic;
        this.name = topic.name(settings.topicPrefix());
    }

    void publish(PublishedEvent event) {
        EventRules.check(topic, event.key(), event.value());
        byte[] bytes = serializer.serialize(name, event.value());
        EventRules.size(topic, event.key().getBytes(StandardCharsets.UTF_8), bytes);
        var unused = kafka.send(new ProducerRecord<>(name, event.key(), bytes));
    }

    void flush() {
        kafka.flush();
    }

    @Override
    public void close() {
        kafka.close();
    }
}
