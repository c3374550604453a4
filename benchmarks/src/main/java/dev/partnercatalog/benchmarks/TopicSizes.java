package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * How much there is in all topics that the applications write, changelogs included. Upstream's own topics don't count.
 */
final class TopicSizes {

    private TopicSizes() {}

    /**
     * In bytes on the broker's disk: with batches' headers and commits, as compressed; without the topics that only pass
     * records from one step to the next.
     */
    static long inBytes(KafkaSettings kafka) throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(kafka.properties())) {
            var brokers = admin.describeCluster().nodes().get().stream()
                    .map(node -> node.id())
                    .toList();
            return admin.describeLogDirs(brokers).allDescriptions().get().values().stream()
                    .flatMap(broker -> broker.values().stream())
                    .flatMap(disk -> disk.replicaInfos().entrySet().stream())
                    .filter(replica -> isWritten(kafka, replica.getKey().topic())
                            && !replica.getKey().topic().endsWith("-repartition"))
                    .mapToLong(replica -> replica.getValue().size())
                    .sum();
        }
    }

    /** By offsets: each commit counts as one in each partition that it has written to. */
    static long inRecords(KafkaSettings kafka) throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(kafka.properties())) {
            Set<String> names = admin.listTopics().names().get().stream()
                    .filter(name -> isWritten(kafka, name))
                    .collect(Collectors.toSet());
            Map<TopicPartition, OffsetSpec> ends = admin.describeTopics(names).allTopicNames().get().values().stream()
                    .flatMap(topic -> topic.partitions().stream()
                            .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                    .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
            return admin.listOffsets(ends).all().get().values().stream()
                    .mapToLong(end -> end.offset())
                    .sum();
        }
    }

    private static boolean isWritten(KafkaSettings kafka, String topic) {
        String prefix = kafka.topics().prefix();
        return topic.startsWith(prefix)
                && Stream.of(CatalogTopic.values())
                        .noneMatch(
                                input -> input.isInput() && input.name(prefix).equals(topic));
    }
}
