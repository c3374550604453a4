package dev.partnercatalog.benchmarks.setup;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * How much there is in each topic that the applications write, changelogs and repartition topics included. Upstream's own
 * topics don't count.
 *
 * @param topics by name without the prefix
 */
public record TopicSizes(Map<String, Long> topics) {

    public TopicSizes {
        topics = Map.copyOf(topics);
    }

    /** In bytes on the broker's disk: with batches' headers and commits, as compressed. */
    public static TopicSizes inBytes(KafkaSettings kafka) throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(kafka.properties())) {
            var brokers = admin.describeCluster().nodes().get().stream()
                    .map(node -> node.id())
                    .toList();
            return sum(
                    kafka,
                    admin.describeLogDirs(brokers).allDescriptions().get().values().stream()
                            .flatMap(broker -> broker.values().stream())
                            .flatMap(disk -> disk.replicaInfos().entrySet().stream()),
                    replica -> replica.size());
        }
    }

    /** By offsets: each commit counts as one in each partition that it has written to. */
    public static TopicSizes inRecords(KafkaSettings kafka) throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(kafka.properties())) {
            Set<String> names = admin.listTopics().names().get().stream()
                    .filter(name -> name.startsWith(kafka.topics().prefix()))
                    .collect(Collectors.toSet());
            Map<TopicPartition, OffsetSpec> ends = admin.describeTopics(names).allTopicNames().get().values().stream()
                    .flatMap(topic -> topic.partitions().stream()
                            .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                    .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
            return sum(kafka, admin.listOffsets(ends).all().get().entrySet().stream(), ListOffsetsResultInfo::offset);
        }
    }

    private static <T> TopicSizes sum(
            KafkaSettings kafka, Stream<Map.Entry<TopicPartition, T>> partitions, Function<T, Long> size) {
        String prefix = kafka.topics().prefix();
        Set<String> inputs = Stream.of(CatalogTopic.values())
                .filter(CatalogTopic::isInput)
                .map(topic -> topic.name(prefix))
                .collect(Collectors.toSet());
        return new TopicSizes(partitions
                .filter(partition -> partition.getKey().topic().startsWith(prefix)
                        && !inputs.contains(partition.getKey().topic()))
                .collect(Collectors.groupingBy(
                        partition -> partition.getKey().topic().substring(prefix.length()),
                        Collectors.summingLong(partition -> size.apply(partition.getValue())))));
    }

    /** Without the topics that only pass records from one step to the next. */
    public TopicSizes kept() {
        return new TopicSizes(topics.entrySet().stream()
                .filter(topic -> !topic.getKey().endsWith("-repartition"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
    }

    /** What has been added to each topic; those without an addition are left out. */
    public TopicSizes since(TopicSizes before) {
        Map<String, Long> added = new TreeMap<>();
        topics.forEach((topic, size) -> {
            long more = size - before.of(topic);
            if (more != 0) {
                added.put(topic, more);
            }
        });
        return new TopicSizes(added);
    }

    /** Of a topic by its name without the prefix. */
    public long of(String topic) {
        return topics.getOrDefault(topic, 0L);
    }

    public long sum() {
        return topics.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Each topic's share for each of so many things. */
    public String forEach(long things) {
        StringBuilder text = new StringBuilder();
        new TreeMap<>(topics)
                .forEach((topic, size) -> text.append(String.format(" %s %.2f", topic, (double) size / things)));
        return text.toString();
    }
}
