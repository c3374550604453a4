package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.health.HealthCheck;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Counts the records behind the beginning of an open transaction in the partitions that this instance reads. To a
 * reader of committed records it looks as if there were none, so its consumers don't count them as lag.
 */
final class HiddenRecords implements HealthCheck {

    static final Duration INTERVAL = Duration.ofSeconds(5);

    private final Supplier<Set<TopicPartition>> partitions;
    private final Admin admin;
    private volatile Map<String, Long> byTopic = Map.of();

    /** @param partitions those that this instance reads now */
    HiddenRecords(Supplier<Set<TopicPartition>> partitions, Admin admin) {
        this.partitions = partitions;
        this.admin = admin;
    }

    Map<String, Long> byTopic() {
        return byTopic;
    }

    @Override
    public void look() throws ExecutionException, InterruptedException {
        Set<TopicPartition> read = partitions.get();
        // In this order: a record written in between then looks hidden for a moment, but never the other way round.
        Map<TopicPartition, Long> readable = ends(read, IsolationLevel.READ_COMMITTED);
        Map<String, Long> hidden = new HashMap<>();
        ends(read, IsolationLevel.READ_UNCOMMITTED).forEach((partition, end) -> {
            long more = end - readable.getOrDefault(partition, end);
            if (more > 0) {
                hidden.merge(partition.topic(), more, Long::sum);
            }
        });
        byTopic = Map.copyOf(hidden);
    }

    private Map<TopicPartition, Long> ends(Set<TopicPartition> read, IsolationLevel isolation)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        read.forEach(partition -> question.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        admin.listOffsets(question, new ListOffsetsOptions(isolation))
                .all()
                .get()
                .forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }
}
