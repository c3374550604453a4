package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.KafkaLog;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.TopicInspection;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Inspects the topics of the cluster that the options point to, with clients that live as long as they are used. */
final class Inspections {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final Brokers brokers;

    Inspections(ConnectionOptions options) {
        KafkaLog.silence();
        kafka = options.kafka();
        registry = options.registry();
        brokers = new Brokers(kafka);
    }

    /**
     * Throws {@link dev.partnercatalog.operations.OperatorFault} if the brokers are unavailable or the topic doesn't
     * exist.
     */
    <T> T look(CatalogTopic topic, Function<TopicInspection, T> look) {
        int partitions = brokers.partitionsOf(topic);
        try (Consumer<byte[], byte[]> consumer = brokers.bytesConsumer()) {
            OwnRecords<?> records = new OwnRecords<>(
                    topic, topic.valueType(), registry, kafka.topics().prefix(), partitions);
            return look.apply(new TopicInspection(new LogReader(consumer, brokers.nameOf(topic)), records));
        }
    }

    /** Like {@link #look}, with a producer. */
    <T> T change(CatalogTopic topic, BiFunction<TopicInspection, Producer<byte[], byte[]>, T> change) {
        return look(topic, inspection -> {
            try (Producer<byte[], byte[]> producer = brokers.bytesProducer()) {
                return change.apply(inspection, producer);
            }
        });
    }
}
