package dev.partnercatalog.query.peer;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;

/**
 * Which instances hold the partitions of one topic, as the group's leader said when it last dealt them out. Partitions
 * are ours to compute; Kafka Streams is asked for nothing but the hosts.
 */
final class PartitionHosts {

    private final Map<Integer, Set<HostInfo>> active = new HashMap<>();
    private final Map<Integer, Set<HostInfo>> standby = new HashMap<>();

    PartitionHosts(Collection<StreamsMetadata> instances, String topic) {
        for (StreamsMetadata instance : instances) {
            add(active, instance, instance.topicPartitions(), topic);
            add(standby, instance, instance.standbyTopicPartitions(), topic);
        }
    }

    private static void add(
            Map<Integer, Set<HostInfo>> hosts, StreamsMetadata instance, Set<TopicPartition> partitions, String topic) {
        for (TopicPartition partition : partitions) {
            if (partition.topic().equals(topic)) {
                hosts.computeIfAbsent(partition.partition(), none -> new LinkedHashSet<>())
                        .add(instance.hostInfo());
            }
        }
    }

    /** Those to ask for a partition, the best first: who is active, then who stands by. */
    List<HostInfo> of(int partition, Function<Set<HostInfo>, List<HostInfo>> order) {
        List<HostInfo> hosts = new ArrayList<>(order.apply(active.getOrDefault(partition, Set.of())));
        order.apply(standby.getOrDefault(partition, Set.of())).stream()
                .filter(host -> !hosts.contains(host))
                .forEach(hosts::add);
        return hosts;
    }
}
