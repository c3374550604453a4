package dev.partnercatalog.operations.partitions;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.BrokerAnswer;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.ClusterState;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Finds out whether a backup has moved the partners, and up to which of their events that backup contains them: those
 * that the resolver, which had to be stopped for it, had read.
 */
final class PartnersMove {

    private static final String UNKNOWN = "the brokers don't report how far partners have been moved";
    private static final long ASKED_EVERY_NANOS = 1_000_000_000;

    private final KafkaSettings from;
    private final KafkaSettings to;
    private final Brokers source;
    private long asked = System.nanoTime() - ASKED_EVERY_NANOS;

    PartnersMove(KafkaSettings from, KafkaSettings to, Brokers source) {
        this.from = from;
        this.to = to;
        this.source = source;
    }

    /** Asks the brokers once a second, and answers no in between. */
    boolean areMoved() {
        if (System.nanoTime() - asked < ASKED_EVERY_NANOS) {
            return false;
        }
        asked = System.nanoTime();
        String registry = StreamsApp.partnersTopic(to);
        return ask(brokers -> {
            Set<TopicPartition> partitions = brokers.partitions(Set.of(registry));
            Map<TopicPartition, Long> ends = brokers.ends(partitions, IsolationLevel.READ_UNCOMMITTED);
            // The last thing that a restore writes is a row in each partition.
            return !partitions.isEmpty()
                    && partitions.stream().allMatch(partition -> ends.getOrDefault(partition, 0L) > 0);
        });
    }

    /** The offsets from which partners' events aren't in the backup. */
    Map<TopicPartition, Long> resolvedTo() {
        String topic = source.nameOf(CatalogTopic.PARTNERS);
        String group = from.applicationId("streams-app");
        Map<TopicPartition, Long> positions = new HashMap<>(ask(brokers -> brokers.committed(group))
                .orElseThrow(() -> new OperatorFault(UNKNOWN + ": they don't know the group " + group)));
        positions.keySet().removeIf(partition -> !partition.topic().equals(topic));
        return positions;
    }

    private interface Question<T> {
        T ask(ClusterState brokers) throws ExecutionException, InterruptedException;
    }

    private <T> T ask(Question<T> question) {
        try (Admin admin = Admin.create(from.properties())) {
            return BrokerAnswer.await(UNKNOWN, () -> question.ask(new ClusterState(admin, true)));
        }
    }
}
