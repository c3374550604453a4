package dev.partnercatalog.runtime.progress;

import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a group has read the partitions of its topics: the positions that it has committed, compared with the ends.
 * Looks are for one thread at a time, the rest is for any.
 */
public final class GroupProgress implements AutoCloseable {

    /** How often it should be looked at. */
    public static final Duration INTERVAL = Duration.ofSeconds(2);

    /** Says which partitions to look at. */
    public interface Compared {

        /** Which, given those in which the group has committed a position; none while no progress can be expected. */
        Set<TopicPartition> of(ClusterState brokers, Set<TopicPartition> committed)
                throws ExecutionException, InterruptedException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(GroupProgress.class);
    private static final int PATIENCE_MS = 10_000;
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    private final String group;
    private final Compared compared;
    private final Admin admin;
    private final ClusterState brokers;
    private final WaitingRecords records;
    private final ReadPositions positions = new ReadPositions(System::nanoTime);
    private Set<TopicPartition> stalled = Set.of();

    /** Connects to the brokers, as the application with this configuration does. */
    public GroupProgress(String group, StreamsConfig config, Compared compared) {
        this.group = group;
        this.compared = compared;
        String client = config.getString(StreamsConfig.APPLICATION_ID_CONFIG) + "-health";
        Map<String, Object> asking = config.getAdminConfigs(client);
        asking.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, PATIENCE_MS);
        asking.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, PATIENCE_MS);
        admin = Admin.create(asking);
        brokers = new ClusterState(admin, true);
        records = WaitingRecords.readBy(config.getRestoreConsumerConfigs(client));
    }

    /** Asks the brokers. Returns the partitions that make no progress; throws if they can't say. */
    public Set<TopicPartition> check() throws ExecutionException, InterruptedException {
        Map<TopicPartition, Long> committed = brokers.committed(group).orElse(Map.of());
        Set<TopicPartition> read = compared.of(brokers, committed.keySet());
        if (read.isEmpty()) {
            // A thread that fails repeatedly has its partitions only until the next rebalance.
            return stalled;
        }
        ReadPositions.Ends ends = ReadPositions.Ends.ask(brokers, read, InstantSource.system());
        Map<TopicPartition, Long> begun = new HashMap<>();
        // A topic that was made anew ends before the group's position: nothing of it has been read.
        ends.all().forEach((partition, end) -> {
            long at = committed.getOrDefault(partition, 0L);
            begun.put(partition, at <= end ? at : 0L);
        });
        Set<TopicPartition> waiting = records.in(begun, ends.readable()).keySet();
        positions.only(ends.all().keySet());
        ends.readable()
                .forEach((partition, end) -> positions
                        .of(partition)
                        .at(waiting.contains(partition) ? begun.getOrDefault(partition, 0L) : end));
        positions.ends(ends);
        logChanges(stalled, positions.stalled());
        return stalled;
    }

    private void logChanges(Set<TopicPartition> before, Set<TopicPartition> now) {
        stalled = now;
        for (TopicPartition partition : now) {
            if (!before.contains(partition)) {
                LOG.error(
                        "{} makes no progress in {}: nothing was committed for {} s, and records are waiting from"
                                + " offset {}",
                        group,
                        partition,
                        ReadPositions.STALLED.toSeconds(),
                        positions.of(partition).position());
            }
        }
        for (TopicPartition partition : before) {
            if (!now.contains(partition)) {
                LOG.info("{} makes progress in {} again, or another instance has taken it over", group, partition);
            }
        }
    }

    /** What the last look found. */
    public ReadPositions positions() {
        return positions;
    }

    @Override
    public void close() {
        admin.close(CLOSE_TIMEOUT);
    }
}
