package dev.partnercatalog.operations.partitions;

import dev.partnercatalog.operations.topic.BrokerAnswer;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Finds out whether a backup has moved the partners, and up to which of their events that backup contains them: those
 * that the resolver, which had to be stopped for it, had read.
 */
final class PartnersMove {

    private static final long ASKED_EVERY_NANOS = 1_000_000_000;

    private final KafkaSettings from;
    private final KafkaSettings to;
    private final Brokers source;
    private long asked = System.nanoTime() - ASKED_EVERY_NANOS;

    PartnersMove(KafkaSettings from, KafkaSettings to, Brokers source) {
        this.from = from;
        this.to = to;
        this.source = source;
    }

    /** Asks the brokers once a second, and answers no in between. */
    boolean areMoved() {
        if (System.nanoTime() - asked < ASKED_EVERY_NANOS) {
            return false;
        }
        asked = System.nanoTime();
        String registry = StreamsApp.partnersTopic(to);
        return translatingFaults(admin -> {
            try {
                int partitions = admin.describeTopics(java.util.List.of(registry))
                        .allTopicNames()
                        .get()
                        .values()
                        .iterator()
                        .next()
                        .partitions()
                        .size();
                Map<TopicPartition, OffsetSpec> wanted = IntStream.range(0, partitions)
                        .mapToObj(partition -> new TopicPartition(registry, partition))
                        .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
                // The last thing that a restore writes is a row in each partition.
                return admin.listOffsets(wanted).all().get().values().stream().allMatch(end -> end.offset() > 0);
            } catch (ExecutionException e) {
                if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                    return false;
                }
                throw e;
            }
        });
    }

    /** The offsets from which partners' events aren't in the backup. */
    Map<TopicPartition, Long> resolvedTo() {
        String topic = source.nameOf(CatalogTopic.PARTNERS);
        return translatingFaults(admin -> {
            Map<TopicPartition, Long> positions = new HashMap<>();
            admin.listConsumerGroupOffsets(from.applicationId("streams-app"))
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .forEach((partition, at) -> {
                        if (at != null && partition.topic().equals(topic)) {
                            positions.put(partition, at.offset());
                        }
                    });
            return positions;
        });
    }

    private interface Question<T> {
        T ask(Admin admin) throws ExecutionException, InterruptedException;
    }

    private <T> T translatingFaults(Question<T> question) {
        try (Admin admin = Admin.create(from.properties())) {
            return BrokerAnswer.await(
                    "the brokers don't report how far partners have been moved", () -> question.ask(admin));
        }
    }
}
