package dev.partnercatalog.cli.console;

import dev.partnercatalog.cli.console.Flow.Group;
import dev.partnercatalog.operations.topic.ClusterState;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Asks the brokers for the positions of topics and groups. Not thread-safe. */
final class FlowMeter {

    /** Those whose instances form a group. */
    private static final List<String> APPLICATIONS = List.of("streams-app", "webhook-sink");

    /** Rates are averages over this time: short enough to be current, long enough to be steady. */
    private static final Duration WINDOW = Duration.ofSeconds(30);

    private record Ends(Instant at, Map<String, Long> byTopic) {}

    private final ClusterState brokers;
    private final KafkaSettings kafka;
    private final Deque<Ends> recent = new ArrayDeque<>();

    /** @param admin closed by the caller */
    FlowMeter(Admin admin, KafkaSettings kafka) {
        this.brokers = new ClusterState(admin, true);
        this.kafka = kafka;
    }

    /** Measures once; the rates cover the time since some earlier measurements. */
    Flow measure(Instant now) throws ExecutionException, InterruptedException {
        Map<String, String> baseNames = Arrays.stream(CatalogTopic.values())
                .collect(Collectors.toMap(topic -> topic.name(kafka.topics().prefix()), CatalogTopic::baseName));
        Set<TopicPartition> partitions = brokers.partitions(baseNames.keySet());
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

        Map<String, Long> endOf = new HashMap<>();
        partitions.forEach(partition -> endOf.merge(
                Objects.requireNonNull(baseNames.get(partition.topic())), ends.getOrDefault(partition, 0L), Long::sum));
        recent.addLast(new Ends(now, endOf));
        recent.removeIf(earlier -> earlier.at().isBefore(now.minus(WINDOW)));
        List<Group> groups = new ArrayList<>();
        for (String application : APPLICATIONS) {
            groups.add(group(application, Objects.requireNonNull(positions.get(application)), ends));
        }
        return new Flow(now, rates(recent.getFirst(), recent.getLast()), groups);
    }

    private Group group(String application, Map<TopicPartition, Long> positions, Map<TopicPartition, Long> ends)
            throws ExecutionException, InterruptedException {
        long lag = positions.entrySet().stream()
                .mapToLong(at -> Math.max(0, ends.getOrDefault(at.getKey(), at.getValue()) - at.getValue()))
                .sum();
        return brokers.group(kafka.applicationId(application))
                .map(group -> new Group(
                        application,
                        group.groupState().toString(),
                        group.members().size(),
                        group.members().stream()
                                .map(MemberDescription::host)
                                .distinct()
                                .count(),
                        lag))
                .orElse(new Group(application, null, 0, 0, lag));
    }

    /** Records per second of each topic that is in both. */
    private static Map<String, Double> rates(Ends first, Ends last) {
        Map<String, Double> rates = new HashMap<>();
        double seconds = Duration.between(first.at(), last.at()).toNanos() / 1e9;
        if (seconds > 0) {
            last.byTopic().forEach((topic, end) -> {
                Long before = first.byTopic().get(topic);
                if (before != null) {
                    rates.put(topic, Math.max(0, end - before) / seconds);
                }
            });
        }
        return rates;
    }
}
