package dev.partnercatalog.streams;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.progress.ClusterState;
import dev.partnercatalog.runtime.progress.WaitingRecords;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * The positions of a group, from the brokers.
 *
 * @param group its id
 */
record InputPositions(Admin admin, KafkaSettings kafka, String group) implements InputTopics.Reading {

    @Override
    public boolean hasBegun(String topic, int partitions) {
        return ask(topic, () -> !Collections.disjoint(committed().keySet(), first(topic, partitions)));
    }

    @Override
    public boolean hasUnread(String topic, int partitions) {
        ClusterState brokers = new ClusterState(admin, false);
        Set<TopicPartition> first = first(topic, partitions);
        return ask(topic, () -> {
            Map<TopicPartition, Long> all = brokers.ends(first, IsolationLevel.READ_UNCOMMITTED);
            Map<TopicPartition, Long> ends = brokers.ends(first, IsolationLevel.READ_COMMITTED);
            Map<TopicPartition, Long> committed = committed();
            WaitingRecords records = WaitingRecords.readBy(kafka.properties());
            // Looks at what hasn't moved since the first count. What an open transaction hides is unread too.
            records.count(committed, ends);
            return !ends.equals(all) || records.count(committed, ends) > 0;
        });
    }

    private Map<TopicPartition, Long> committed() throws ExecutionException, InterruptedException {
        return new ClusterState(admin, false).committed(group).orElse(Map.of());
    }

    private interface Question {
        boolean ask() throws ExecutionException, InterruptedException;
    }

    private static boolean ask(String topic, Question question) {
        try {
            return question.ask();
        } catch (ExecutionException | KafkaException e) {
            throw new BrokerUnavailableException(
                    "it isn't known what the resolvers have read of " + topic + ": " + FaultWords.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerUnavailableException("the start was broken off", e);
        }
    }

    private static Set<TopicPartition> first(String topic, int partitions) {
        return IntStream.range(0, partitions)
                .mapToObj(number -> new TopicPartition(topic, number))
                .collect(Collectors.toUnmodifiableSet());
    }
}
