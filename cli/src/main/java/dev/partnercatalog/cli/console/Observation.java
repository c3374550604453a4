package dev.partnercatalog.cli.console;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.webhook.PartnerTables;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.progress.ClusterState;
import dev.partnercatalog.runtime.progress.ReadPositions.Ends;
import dev.partnercatalog.runtime.progress.WaitingRecords;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures every few seconds how the records flow and what is due, and follows what the topics say of partners. If the
 * brokers are unavailable, or a topic doesn't exist yet, it waits; then everything is read from the beginning.
 * Thread-safe.
 */
final class Observation implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Observation.class);

    /** Those whose instances form a group; the query API has none. */
    private static final List<String> APPLICATIONS = List.of("streams-app", "webhook-sink");

    private static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration PAUSE_AFTER_FAULT = Duration.ofSeconds(2);
    private static final Duration CALL_TIMEOUT = Duration.ofSeconds(8);

    /** Rates are averages over this time: short enough to be current, long enough to be steady. */
    private static final Duration WINDOW = Duration.ofSeconds(30);

    private record Written(Instant at, Map<String, Long> byTopic) {}

    /** The group of an application's instances; its state is as the brokers call it, null if there is none. */
    record Group(String application, @Nullable String state, int members, long hosts, long lag) {}

    /**
     * The flow of records, as reported by the brokers.
     *
     * @param rates recent records per second by topic, without the prefix, and including transaction markers; a topic is
     *     missing until it has been measured twice
     * @param deadLetters the most that there can be, including transaction markers
     */
    record Flow(
            Instant at,
            Map<String, Double> rates,
            List<Group> groups,
            @JsonIgnore long deadLetters) {}

    /**
     * The last observation.
     *
     * @param flow null until it has been measured once
     * @param fault why it hasn't been measured since, as text; null if it has
     * @param isOutage whether no broker answers
     */
    record Observed(@Nullable Flow flow, @Nullable String fault, boolean isOutage) {}

    private final KafkaSettings kafka;
    private final Admin admin;
    private final ClusterState cluster;
    private final Map<String, WaitingRecords> waiting;
    private final Supplier<OpenTopics> opening;
    private final Deque<Written> recent = new ArrayDeque<>();
    private final PeriodicTask task = new PeriodicTask("console-observation", INTERVAL, this::observe);
    private final PeriodicTask following = new PeriodicTask("console-topics", PAUSE_AFTER_FAULT, this::follow);
    private volatile @Nullable PartnerTables partners;
    private volatile @Nullable String incomplete = "reading has just begun";
    private volatile Observed observed = new Observed(null, null, false);
    private Instant answered = Clock.systemUTC().instant();

    /** Throws {@link OperatorFault} if the brokers' addresses or the clients' properties are wrong. */
    Observation(Brokers brokers, Supplier<OpenTopics> opening) {
        this.kafka = brokers.settings();
        this.admin = brokers.admin(CALL_TIMEOUT);
        this.cluster = new ClusterState(admin, true);
        this.waiting = APPLICATIONS.stream()
                .collect(Collectors.toMap(
                        application -> application, application -> new WaitingRecords(brokers::consumer)));
        this.opening = opening;
        for (PeriodicTask each : List.of(task, following)) {
            each.start();
            each.soon();
        }
    }

    private void follow() {
        try (OpenTopics topics = opening.get()) {
            PartnerTables read = new PartnerTables(topics, partner -> true);
            List<OpenTopics.Reading> readings = new ArrayList<>();
            read.receivers().forEach((topic, receiver) -> readings.add(topics.reading(topic, receiver)));
            while (!Thread.currentThread().isInterrupted()) {
                readings.forEach(OpenTopics.Reading::advance);
                partners = read;
                incomplete = null;
                Brokers.pause(PAUSE);
            }
        } catch (KafkaException | OperatorFault | BrokerUnavailableException | RegistryUnavailableException e) {
            incomplete = String.valueOf(e.getMessage());
            LOG.debug("the topics can't be followed now", e);
        }
    }

    private void observe() {
        try {
            Flow flow = measure(Clock.systemUTC().instant());
            answered = flow.at();
            observed = new Observed(flow, null, false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | RuntimeException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            boolean outage = cause instanceof TimeoutException;
            String fault = outage
                    ? "The brokers at " + kafka.bootstrapServers() + " haven't answered since " + answered + "."
                    : "The flow can't be measured: " + FaultWords.of(cause);
            observed = new Observed(observed.flow(), fault, outage);
            LOG.debug("can't measure the flow at the moment", e);
        }
    }

    private Flow measure(Instant now) throws ExecutionException, InterruptedException {
        Map<String, CatalogTopic> topics = Arrays.stream(CatalogTopic.values())
                .collect(Collectors.toMap(topic -> topic.name(kafka.topics().prefix()), topic -> topic));
        Set<TopicPartition> partitions = cluster.partitions(topics.keySet());
        // The ends of the logs, not only of what may be read: an open transaction holds up what is behind it.
        Map<TopicPartition, Long> ends = cluster.ends(partitions, IsolationLevel.READ_UNCOMMITTED);
        Map<String, Long> byTopic = partitions.stream()
                .collect(Collectors.toMap(
                        partition -> Objects.requireNonNull(topics.get(partition.topic()))
                                .baseName(),
                        partition -> ends.getOrDefault(partition, 0L),
                        Long::sum));
        recent.addLast(new Written(now, byTopic));
        recent.removeIf(earlier -> earlier.at().isBefore(now.minus(WINDOW)));
        List<Group> groups = new ArrayList<>();
        for (String application : APPLICATIONS) {
            groups.add(group(application));
        }
        List<TopicPartition> ofLetters = partitions.stream()
                .filter(partition -> topics.get(partition.topic()) == CatalogTopic.DEAD_LETTERS)
                .toList();
        long deadLetters = byTopic.getOrDefault(CatalogTopic.DEAD_LETTERS.baseName(), 0L)
                - cluster.beginnings(ofLetters).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
        return new Flow(now, rates(recent.getFirst(), recent.getLast()), groups, deadLetters);
    }

    private Group group(String application) throws ExecutionException, InterruptedException {
        String id = kafka.applicationId(application);
        Map<TopicPartition, Long> read = cluster.committed(id).orElse(Map.of());
        Ends ends = Ends.ask(cluster, read.keySet(), InstantSource.system());
        long open = ends.all().entrySet().stream()
                .mapToLong(end ->
                        Math.max(0, end.getValue() - ends.readable().getOrDefault(end.getKey(), end.getValue())))
                .sum();
        long lag = open + Objects.requireNonNull(waiting.get(application)).count(read, ends.readable());
        Optional<ConsumerGroupDescription> group = cluster.group(id);
        Collection<MemberDescription> members =
                group.map(ConsumerGroupDescription::members).orElse(List.of());
        return new Group(
                application,
                group.map(found -> found.groupState().toString()).orElse(null),
                members.size(),
                members.stream().map(MemberDescription::host).distinct().count(),
                lag);
    }

    /** Records per second of each topic that is in both. */
    private static Map<String, Double> rates(Written first, Written last) {
        double seconds = Duration.between(first.at(), last.at()).toNanos() / 1e9;
        return last.byTopic().entrySet().stream()
                .filter(end -> seconds > 0 && first.byTopic().containsKey(end.getKey()))
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        end -> Math.max(0, end.getValue() - first.byTopic().getOrDefault(end.getKey(), 0L)) / seconds));
    }

    /** What is known of partners; empty until everything was read once. */
    Optional<PartnerTables> partners() {
        return Optional.ofNullable(partners);
    }

    Observed observed() {
        return observed;
    }

    /** Why what is known may be incomplete or old, as text; null if it is neither. */
    @Nullable
    String fault() {
        String fault = observed.fault();
        return fault != null ? fault : incomplete();
    }

    /** Why what is followed may be incomplete, as text; null if it is complete. */
    @Nullable
    String incomplete() {
        return incomplete;
    }

    @Override
    public void close() {
        task.close();
        following.close();
        admin.close(Duration.ofSeconds(1));
    }
}
