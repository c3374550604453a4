package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.progress.ClusterState;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Waits until what has been written can be read. */
public final class ReadableRecords {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private ReadableRecords() {}

    /**
     * Returns when everything that has been written to these partitions by now is committed or aborted. The partitions
     * of one transaction show its records one after the other, and a group's positions a moment before.
     *
     * @throws OperatorFault if a transaction doesn't end within a minute
     */
    public static void await(Admin admin, Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> written = ends(admin, partitions, IsolationLevel.READ_UNCOMMITTED);
        Polling.until(
                () -> {
                    Map<TopicPartition, Long> readable = ends(admin, partitions, IsolationLevel.READ_COMMITTED);
                    return written.entrySet().stream()
                            .allMatch(end -> readable.getOrDefault(end.getKey(), 0L) >= end.getValue());
                },
                PATIENCE,
                () -> new OperatorFault(
                        "a transaction didn't end within " + PATIENCE.toSeconds() + " s in one of these: "
                                + partitions.stream()
                                        .map(TopicPartition::topic)
                                        .distinct()
                                        .sorted()
                                        .collect(Collectors.joining(", "))
                                + ". See docs/operators/incidents.md#hanging-transaction"));
    }

    private static Map<TopicPartition, Long> ends(
            Admin admin, Collection<TopicPartition> partitions, IsolationLevel isolation) {
        return BrokerAnswer.await(
                "can't find out where the topics end",
                () -> new ClusterState(admin, false).ends(partitions, isolation));
    }
}
