package dev.partnercatalog.cli.publish;

import dev.partnercatalog.operations.eventfile.EventLines;
import dev.partnercatalog.operations.eventfile.Line;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Publishes events to input topics, with one producer for any number of them. Events of one key keep their order. One
 * run at a time; not thread-safe.
 */
public final class EventPublisher implements AutoCloseable {

    private final Producer<String, byte[]> producer;
    private final Function<CatalogTopic, Serializer<SpecificRecord>> serializers;
    private final String topicPrefix;

    /**
     * @param producer is closed with the publisher
     * @param serializers by topic, asked once a run
     */
    EventPublisher(
            Producer<String, byte[]> producer,
            Function<CatalogTopic, Serializer<SpecificRecord>> serializers,
            String topicPrefix) {
        this.producer = producer;
        this.serializers = serializers;
        this.topicPrefix = topicPrefix;
    }

    /** Connects to a cluster whose topics exist; an unreachable one shows itself when publishing. */
    public static EventPublisher connect(KafkaSettings kafka, SchemaRegistry registry) {
        return new EventPublisher(
                new Brokers(kafka).producer(),
                topic -> new RecordSerializer<>(registry, topic),
                kafka.topics().prefix());
    }

    /**
     * Publishes every line that fits and waits until the brokers have answered to each.
     *
     * @param topic one of the inputs
     * @param faults hears of every line that is not published
     * @throws IOException where the file can't be read; what was read before is published
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException where the topic's schema can't be had;
     *     nothing is published
     */
    public PublishReport publish(CatalogTopic topic, EventLines lines, LineFaultListener faults) throws IOException {
        Serializer<SpecificRecord> serializer = serializers.apply(topic);
        Delivery delivery = new Delivery(faults);
        String name = topic.name(topicPrefix);
        try {
            Line line = lines.next();
            while (line != null && !delivery.isBroken()) {
                if (line instanceof Line.Put put) {
                    byte[] value = serializer.serialize(name, put.value());
                    send(new ProducerRecord<>(name, put.key(), value), line, delivery);
                } else if (line instanceof Line.Delete delete) {
                    send(tombstone(name, delete.key()), line, delivery);
                } else if (line instanceof Line.Faulty faulty) {
                    delivery.unfit(faulty);
                }
                line = lines.next();
            }
        } finally {
            producer.flush();
        }
        return delivery.report();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback is told the same
    private void send(ProducerRecord<String, byte[]> record, Line line, Delivery delivery) {
        try {
            producer.send(record, (metadata, refusal) -> delivery.answered(line, refusal));
        } catch (KafkaException e) {
            // A producer that is past use, such as one that was fenced, says so here and not to the callback.
            delivery.answered(line, e);
        }
    }

    @SuppressWarnings("NullAway") // Kafka's own classes say nothing of null: a null value is what a tombstone is
    private static ProducerRecord<String, byte[]> tombstone(String topic, String key) {
        return new ProducerRecord<>(topic, key, null);
    }

    @Override
    public void close() {
        producer.close();
    }
}
