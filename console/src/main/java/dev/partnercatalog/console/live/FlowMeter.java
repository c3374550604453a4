package dev.partnercatalog.console.live;

import dev.partnercatalog.console.live.Flow.Group;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/** Asks the brokers for the positions of topics and groups. Not thread-safe. */
final class FlowMeter {

    /** Those whose instances form a group. */
    private static final List<String> APPLICATIONS = List.of("streams-app", "webhook-sink");

    private final Admin admin;
    private final KafkaSettings kafka;
    private final EndOffsets history = new EndOffsets();

    /** @param admin closed by the caller */
    FlowMeter(Admin admin, KafkaSettings kafka) {
        this.admin = admin;
        this.kafka = kafka;
    }

    /** Measures once; the rates cover the time since some earlier measurements. */
    Flow measure(Instant now) throws ExecutionException, InterruptedException {
        Map<String, CatalogTopic> byName = Arrays.stream(CatalogTopic.values())
                .collect(Collectors.toMap(topic -> topic.name(kafka.topics().prefix()), Function.identity()));
        List<TopicPartition> partitions = partitions(byName);
        Map<String, Map<TopicPartition, Long>> positions = new HashMap<>();
        List<TopicPartition> all = new ArrayList<>(partitions);
        for (String application : APPLICATIONS) {
            Map<TopicPartition, Long> ofGroup = positions(kafka.applicationId(application));
            positions.put(application, ofGroup);
            all.addAll(ofGroup.keySet());
        }
        Map<TopicPartition, Long> ends = ends(all);

        Map<CatalogTopic, Long> endOf = new HashMap<>();
        partitions.forEach(partition -> endOf.merge(
                Objects.requireNonNull(byName.get(partition.topic())), ends.getOrDefault(partition, 0L), Long::sum));
        history.add(now, endOf);
        List<Group> groups = new ArrayList<>();
        for (String application : APPLICATIONS) {
            groups.add(group(application, Objects.requireNonNull(positions.get(application)), ends));
        }
        return new Flow(now, history.rates(), groups);
    }

    /** The partitions of the topics that exist. */
    private List<TopicPartition> partitions(Map<String, CatalogTopic> byName)
            throws ExecutionException, InterruptedException {
        List<TopicPartition> partitions = new ArrayList<>();
        for (KafkaFuture<TopicDescription> topic :
                admin.describeTopics(byName.keySet()).topicNameValues().values()) {
            TopicDescription found = whereThere(topic);
            if (found != null) {
                found.partitions()
                        .forEach(partition -> partitions.add(new TopicPartition(found.name(), partition.partition())));
            }
        }
        return partitions;
    }

    private Map<TopicPartition, Long> positions(String group) throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetAndMetadata> committed =
                whereThere(admin.listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec()))
                        .partitionsToOffsetAndMetadata(group));
        Map<TopicPartition, Long> positions = new HashMap<>();
        if (committed != null) {
            committed.forEach((partition, at) -> {
                if (at != null) {
                    positions.put(partition, at.offset());
                }
            });
        }
        return positions;
    }

    private Map<TopicPartition, Long> ends(List<TopicPartition> partitions)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, OffsetSpec.latest()));
        // To the end of the log, not only to what may be read: an open transaction holds up what is behind it.
        var answer = admin.listOffsets(wanted);
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (TopicPartition partition : wanted.keySet()) {
            ListOffsetsResultInfo found = whereThere(answer.partitionResult(partition));
            if (found != null) {
                offsets.put(partition, found.offset());
            }
        }
        return offsets;
    }

    private Group group(String application, Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends)
            throws ExecutionException, InterruptedException {
        String id = kafka.applicationId(application);
        ConsumerGroupDescription group = whereThere(Objects.requireNonNull(
                admin.describeConsumerGroups(List.of(id)).describedGroups().get(id)));
        if (group == null) {
            return new Group(application, null, 0, 0, Map.of());
        }
        Set<String> hosts =
                group.members().stream().map(MemberDescription::host).collect(Collectors.toSet());
        return new Group(
                application, group.groupState().toString(), group.members().size(), hosts.size(), lag(positions, ends));
    }

    private static Map<String, Long> lag(Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
        Map<String, Long> lag = new HashMap<>();
        positions.forEach((partition, position) -> lag.merge(
                partition.topic(), Math.max(0, ends.getOrDefault(partition, position) - position), Long::sum));
        return lag;
    }

    /** Returns the answer; null if there is no such topic or group. */
    private static <T> @Nullable T whereThere(KafkaFuture<T> answer) throws ExecutionException, InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException
                    || e.getCause() instanceof GroupIdNotFoundException) {
                return null;
            }
            throw e;
        }
    }
}
