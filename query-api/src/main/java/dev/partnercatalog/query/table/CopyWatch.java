package dev.partnercatalog.query.table;

import dev.partnercatalog.runtime.PeriodicTask;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.LagInfo;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.ThreadMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks every second what copies a running application holds and, for standbys, how far they are. What was last learned
 * holds for half a minute: then nobody knows any more. Thread-safe.
 */
public final class CopyWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CopyWatch.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration GOOD_FOR = Duration.ofSeconds(30);

    private final KafkaStreams streams;
    private final TableProgress progress;
    private final String topicPrefix;
    private final Map<String, Table> tables;
    private final Copies copies = new Copies(System::nanoTime);
    private final PeriodicTask looking = new PeriodicTask("copy-watch", INTERVAL, this::look);
    private volatile List<HeldPartition> held = List.of();
    private volatile boolean looked;
    private volatile boolean whole;
    private volatile long lookedAt = System.nanoTime();

    private CopyWatch(KafkaStreams streams, TableProgress progress, String topicPrefix) {
        this.streams = streams;
        this.progress = progress;
        this.topicPrefix = topicPrefix;
        this.tables = Arrays.stream(Table.values())
                .collect(Collectors.toUnmodifiableMap(table -> table.topicName(topicPrefix), table -> table));
    }

    /** Begins to look at an application, which need not run yet. */
    public static CopyWatch start(KafkaStreams streams, TableProgress progress, String topicPrefix) {
        CopyWatch watch = new CopyWatch(streams, progress, topicPrefix);
        watch.looking.start();
        return watch;
    }

    /** Whether this instance's own consumer has brought a partition to the topic's end, once it was restored. */
    boolean isFilled(Table table, int partition) {
        return progress.isCaughtUp(new TopicPartition(table.topicName(topicPrefix), partition));
    }

    /** By how many records a copy is behind; empty where there is none that may be read. */
    OptionalLong lag(Table table, int partition) {
        boolean old = System.nanoTime() - lookedAt > GOOD_FOR.toNanos();
        return old ? OptionalLong.empty() : copies.lag(new TopicPartition(table.topicName(topicPrefix), partition));
    }

    /** What this instance holds, as of the last look. */
    public List<HeldPartition> held() {
        return held;
    }

    /** Whether all that this instance holds can be read, or could once: then another one may be stopped. */
    public boolean isWhole() {
        if (!whole) {
            whole = looked
                    && held.stream().allMatch(partition -> partition.lag().isPresent());
        }
        return whole;
    }

    private void look() {
        try {
            if (streams.state().isRunningOrRebalancing()) {
                lookAtTasks();
                lookedAt = System.nanoTime();
                looked = streams.state() == KafkaStreams.State.RUNNING;
            }
        } catch (RuntimeException e) {
            // Brokers that are away are the common cause. Whatever it is, the next second looks again.
            LOG.debug("what copies are here can't be told now", e);
        }
    }

    private void lookAtTasks() {
        Set<TopicPartition> standbys = new HashSet<>();
        Set<TopicPartition> here = new HashSet<>();
        for (ThreadMetadata thread : streams.metadataForLocalThreads()) {
            thread.standbyTasks().stream().map(TaskMetadata::topicPartitions).forEach(standbys::addAll);
            thread.activeTasks().stream().map(TaskMetadata::topicPartitions).forEach(here::addAll);
        }
        here.stream().filter(this::isWhole).forEach(copies::whole);
        here.addAll(standbys);
        copies.retain(here::contains);
        if (!standbys.isEmpty()) {
            Map<String, Map<Integer, LagInfo>> lags = streams.allLocalStorePartitionLags();
            standbys.forEach(partition -> lookAtStandby(partition, lags));
        }
        held = here.stream()
                .filter(partition -> tables.containsKey(partition.topic()))
                .map(partition -> new HeldPartition(
                        Objects.requireNonNull(tables.get(partition.topic())),
                        partition.partition(),
                        !standbys.contains(partition),
                        copies.lag(partition)))
                .toList();
    }

    /** A task's consumer stands at the end, too, while its store is still being restored up to there. */
    private boolean isWhole(TopicPartition partition) {
        Table table = tables.get(partition.topic());
        return table != null
                && isFilled(table, partition.partition())
                && PartitionedStore.find(streams, table, partition.partition(), false) != null;
    }

    private void lookAtStandby(TopicPartition partition, Map<String, Map<Integer, LagInfo>> lags) {
        Table table = tables.get(partition.topic());
        LagInfo lag = table == null
                ? null
                : lags.getOrDefault(table.storeName(), Map.of()).get(partition.partition());
        if (lag != null) {
            copies.standby(partition, lag.currentOffsetPosition(), lag.endOffsetPosition());
        }
    }

    @Override
    public void close() {
        looking.close();
    }
}
