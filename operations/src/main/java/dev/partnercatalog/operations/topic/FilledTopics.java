package dev.partnercatalog.operations.topic;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/** Finds topics that something was written to: what is about to be written there would mix with it. */
public final class FilledTopics {

    private FilledTopics() {}

    /**
     * Those of these topics that have, or ever had, any record, even of a transaction that was aborted; sorted.
     *
     * @param topics whole names of topics that exist
     * @throws dev.partnercatalog.operations.OperatorFault if the brokers don't say
     */
    public static List<String> among(Admin admin, Collection<String> topics) {
        return BrokerAnswer.await("can't find out whether the topics are empty", () -> {
            Map<TopicPartition, OffsetSpec> partitions = new HashMap<>();
            for (TopicDescription topic :
                    admin.describeTopics(topics).allTopicNames().get().values()) {
                topic.partitions()
                        .forEach(partition -> partitions.put(
                                new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest()));
            }
            return admin.listOffsets(partitions).all().get().entrySet().stream()
                    .filter(end -> end.getValue().offset() > 0)
                    .map(end -> end.getKey().topic())
                    .distinct()
                    .sorted()
                    .toList();
        });
    }
}
