package dev.partnercatalog.console.live;

import dev.partnercatalog.console.live.Flow.Group;
import dev.partnercatalog.operations.topic.ClusterState;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Asks the brokers for the positions of topics and groups. Not thread-safe. */
final class FlowMeter {

    /** Those whose instances form a group. */
    private static final List<String> APPLICATIONS = List.of("streams-app", "webhook-sink");

    private final ClusterState brokers;
    private final KafkaSettings kafka;
    private final EndOffsets history = new EndOffsets();

    /** @param admin closed by the caller */
    FlowMeter(Admin admin, KafkaSettings kafka) {
        this.brokers = new ClusterState(admin, true);
        this.kafka = kafka;
    }

    /** Measures once; the rates cover the time since some earlier measurements. */
    Flow measure(Instant now) throws ExecutionException, InterruptedException {
        Map<String, CatalogTopic> byName = Arrays.stream(CatalogTopic.values())
                .collect(Collectors.toMap(topic -> topic.name(kafka.topics().prefix()), Function.identity()));
        Set<TopicPartition> partitions = brokers.partitions(byName.keySet());
        Map<String, Map<TopicPartition, Long>> positions = new HashMap<>();
        Set<TopicPartition> all = new HashSet<>(partitions);
        for (String application : APPLICATIONS) {
            Map<TopicPartition, Long> ofGroup =
                    brokers.committed(kafka.applicationId(application)).orElse(Map.of());
            positions.put(application, ofGroup);
            all.addAll(ofGroup.keySet());
        }
        // To the end of the log, not only to what may be read: an open transaction holds up what is behind it.
        Map<TopicPartition, Long> ends = brokers.ends(all, IsolationLevel.READ_UNCOMMITTED);

        Map<CatalogTopic, Long> endOf = new HashMap<>();
        partitions.forEach(partition -> endOf.merge(
                Objects.requireNonNull(byName.get(partition.topic())), ends.getOrDefault(partition, 0L), Long::sum));
        history.add(now, endOf);
        List<Group> groups = new ArrayList<>();
        for (String application : APPLICATIONS) {
            groups.add(brokers.group(kafka.applicationId(application))
                    .map(group ->
                            group(application, group, lag(Objects.requireNonNull(positions.get(application)), ends)))
                    .orElse(new Group(application, null, 0, 0, Map.of())));
        }
        return new Flow(now, history.rates(), groups);
    }

    private static Group group(String application, ConsumerGroupDescription group, Map<String, Long> lag) {
        long hosts =
                group.members().stream().map(MemberDescription::host).distinct().count();
        return new Group(
                application, group.groupState().toString(), group.members().size(), (int) hosts, lag);
    }

    private static Map<String, Long> lag(Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends) {
        Map<String, Long> lag = new HashMap<>();
        positions.forEach((partition, position) -> lag.merge(
                partition.topic(), Math.max(0, ends.getOrDefault(partition, position) - position), Long::sum));
        return lag;
    }
}
