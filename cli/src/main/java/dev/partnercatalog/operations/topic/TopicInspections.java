package dev.partnercatalog.operations.topic;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.CatalogTopic.Role;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** Inspects the topics of a cluster, with clients that live as long as they are used. Thread-safe. */
public record TopicInspections(KafkaSettings kafka, SchemaRegistry registry) {

    /** The topics whose records the catalog itself reads. */
    public static List<CatalogTopic> topics() {
        return Arrays.stream(CatalogTopic.values())
                .filter(topic -> topic.hasSchema() && (topic.role() == Role.TABLE || topic.role() == Role.MESSAGES))
                .toList();
    }

    /** Throws {@link OperatorFault} if the brokers are unavailable or the topic doesn't exist. */
    public <T> T look(CatalogTopic topic, Function<TopicInspection, T> look) {
        Brokers brokers = new Brokers(kafka);
        int partitions = brokers.partitionsOf(topic);
        try (Consumer<byte[], byte[]> consumer = brokers.bytesConsumer()) {
            OwnRecords<?> records = new OwnRecords<>(
                    topic, topic.valueType(), registry, kafka.topics().prefix(), partitions);
            return look.apply(new TopicInspection(new LogReader(consumer, brokers.nameOf(topic)), records));
        }
    }

    /** Like {@link #look}, with a producer. */
    public <T> T change(CatalogTopic topic, BiFunction<TopicInspection, Producer<byte[], byte[]>, T> change) {
        return look(topic, inspection -> {
            try (Producer<byte[], byte[]> producer = new Brokers(kafka).bytesProducer()) {
                return change.apply(inspection, producer);
            }
        });
    }
}
