package dev.partnercatalog.cli.topic;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.output.Quantity;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.progress.ClusterState;
import dev.partnercatalog.runtime.progress.WaitingRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** How far {@code streams-app} lags behind what is published. */
public final class ResolverProgress {

    /**
     * Inputs, listings by company, and the resulting listings by barcode: each is complete once the one before it is
     * read.
     */
    private static final int STEPS = 3;

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ClusterState brokers;
    private final WaitingRecords waiting;
    private final String group;
    private final Set<String> inputs;

    public ResolverProgress(Admin admin, KafkaSettings kafka) {
        this.brokers = new ClusterState(admin, false);
        this.waiting = new WaitingRecords(() -> new Brokers(kafka).bytesConsumer());
        this.group = kafka.applicationId("streams-app");
        Set<String> names = new HashSet<>();
        Arrays.stream(CatalogTopic.values())
                .filter(CatalogTopic::isInput)
                .forEach(topic -> names.add(topic.name(kafka.topics().prefix())));
        names.add(CatalogTopic.REPAIRS.name(kafka.topics().prefix()));
        this.inputs = names;
    }

    /**
     * Waits until everything that was published before this call is resolved, steps of repairs too, whatever is published meanwhile.
     *
     * @param behind receives the number of those records that are left, again and again
     * @throws OperatorFault if there is no progress for a minute
     */
    public void awaitResolved(LongConsumer behind) {
        for (int step = 0; step < STEPS; step++) {
            Map<TopicPartition, Long> ends = ends();
            long before = Long.MAX_VALUE;
            long since = System.nanoTime();
            for (long left = left(ends); left > 0; left = left(ends)) {
                behind.accept(left);
                if (left < before) {
                    before = left;
                    since = System.nanoTime();
                } else if (System.nanoTime() - since > PATIENCE.toNanos()) {
                    throw new OperatorFault("streams-app has yet to resolve " + Quantity.of(left, "record")
                            + ", and made no progress for " + PATIENCE.toSeconds()
                            + " s. Start it, wait until its lag is 0, and run this command again");
                }
                Polling.pause();
            }
        }
    }

    private long left(Map<TopicPartition, Long> ends) {
        return ask(() -> waiting.count(committed(), ends));
    }

    private Map<TopicPartition, Long> ends() {
        return ask(() -> {
            Set<TopicPartition> partitions = new HashSet<>(committed().keySet());
            partitions.addAll(brokers.partitions(inputs));
            return brokers.ends(partitions, IsolationLevel.READ_COMMITTED);
        });
    }

    /** None if it has never run. */
    private Map<TopicPartition, Long> committed() throws ExecutionException, InterruptedException {
        return brokers.committed(group).orElse(Map.of());
    }

    private static <T> T ask(BrokerAnswer.Asking<T> question) {
        return BrokerAnswer.await("can't find out how far streams-app is", question);
    }
}
