package dev.partnercatalog.runtime.progress;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What the brokers say of topics and groups. Thread-safe.
 *
 * @param admin closed by the caller
 * @param ofWhatExists whether topics that don't exist are left out of the answers; otherwise the methods throw. A broker
 *     that has just started may not know every topic yet, and some callers must leave none out.
 */
public record ClusterState(Admin admin, boolean ofWhatExists) {

    /** The partitions of topics, given the topics' full names. */
    public Set<TopicPartition> partitions(Collection<String> topics) throws ExecutionException, InterruptedException {
        Set<TopicPartition> partitions = new HashSet<>();
        for (KafkaFuture<TopicDescription> topic :
                admin.describeTopics(topics).topicNameValues().values()) {
            whereThere(topic)
                    .ifPresent(found -> found.partitions()
                            .forEach(partition ->
                                    partitions.add(new TopicPartition(found.name(), partition.partition()))));
        }
        return partitions;
    }

    /** Where partitions end: their logs, or what can be read of them while a transaction is open. */
    public Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions, IsolationLevel isolation)
            throws ExecutionException, InterruptedException {
        return offsets(partitions, OffsetSpec.latest(), isolation);
    }

    /** The first offset of each partition that still exists. */
    public Map<TopicPartition, Long> beginnings(Collection<TopicPartition> partitions)
            throws ExecutionException, InterruptedException {
        return offsets(partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
    }

    private Map<TopicPartition, Long> offsets(
            Collection<TopicPartition> partitions, OffsetSpec which, IsolationLevel isolation)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        partitions.forEach(partition -> wanted.put(partition, which));
        var answer = admin.listOffsets(wanted, new ListOffsetsOptions(isolation));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        for (TopicPartition partition : wanted.keySet()) {
            whereThere(answer.partitionResult(partition))
                    .map(ListOffsetsResultInfo::offset)
                    .ifPresent(offset -> offsets.put(partition, offset));
        }
        return offsets;
    }

    /** Those of these topics that have, or ever had, any record, even of a transaction that was aborted; sorted. */
    public List<String> filled(Collection<String> topics) throws ExecutionException, InterruptedException {
        return ends(partitions(topics), IsolationLevel.READ_UNCOMMITTED).entrySet().stream()
                .filter(end -> end.getValue() > 0)
                .map(end -> end.getKey().topic())
                .distinct()
                .sorted()
                .toList();
    }

    /** The positions that a group has committed; empty if the brokers don't know the group. */
    public Optional<Map<TopicPartition, Long>> committed(String group) throws ExecutionException, InterruptedException {
        return whereThere(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(group))
                .map(positions -> positions.entrySet().stream()
                        .filter(position -> position.getValue() != null)
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                position -> position.getValue().offset())));
    }

    /** A group and its members; empty if the brokers don't know it. */
    public Optional<ConsumerGroupDescription> group(String group) throws ExecutionException, InterruptedException {
        return whereThere(Objects.requireNonNull(
                admin.describeConsumerGroups(List.of(group)).describedGroups().get(group)));
    }

    private <T> Optional<T> whereThere(KafkaFuture<T> answer) throws ExecutionException, InterruptedException {
        try {
            return Optional.of(answer.get());
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException
                    || (ofWhatExists && e.getCause() instanceof UnknownTopicOrPartitionException)) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
