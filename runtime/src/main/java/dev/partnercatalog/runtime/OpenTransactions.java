package dev.partnercatalog.runtime;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks every five seconds whether somebody's open transaction holds up the partitions that this instance reads. No
 * record behind the beginning of an open transaction is read until it ends, for as long as its producer's time-out (a
 * quarter of an hour by default), and to a reader of committed records it looks as if there were none. Only its
 * producer or an operator can end it. Thread-safe.
 */
final class OpenTransactions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(OpenTransactions.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    /** Transactions are open for less; this is also longer than a commit takes if the coordinator moves. */
    private static final int LOOKS = 2;

    /**
     * Where a transaction holds up a partition.
     *
     * @param from the first offset that isn't read
     * @param looks the number of checks that found it there before
     */
    private record Hold(long from, int looks) {}

    private final String group;
    private final Supplier<Set<TopicPartition>> partitions;
    private final Admin admin;
    private final PeriodicTask looking = new PeriodicTask("open-transactions", INTERVAL, this::look);
    private Map<TopicPartition, Hold> holds = Map.of();
    private volatile int count;
    private volatile Map<String, Long> unread = Map.of();

    private OpenTransactions(String group, Supplier<Set<TopicPartition>> partitions, Admin admin) {
        this.group = group;
        this.partitions = partitions;
        this.admin = admin;
    }

    /**
     * Prepares the checks; {@link #start} begins them.
     *
     * @param config of the application
     * @param partitions those that this instance reads now
     */
    static OpenTransactions in(StreamsConfig config, Supplier<Set<TopicPartition>> partitions) {
        String group = config.getString(StreamsConfig.APPLICATION_ID_CONFIG);
        WatchClients clients = new WatchClients(config, group + "-open-transactions");
        return new OpenTransactions(group, partitions, Admin.create(clients.admin()));
    }

    void start() {
        looking.start();
    }

    /** The number of partitions in which a transaction has been open for more than ten seconds. */
    int count() {
        return count;
    }

    /** By topic, how many records lie behind the beginning of an open transaction. */
    Map<String, Long> unread() {
        return unread;
    }

    private void look() {
        try {
            find();
        } catch (ExecutionException | RuntimeException e) {
            // Usually brokers are unavailable, which is reported elsewhere. The next check will show.
            LOG.debug("can't check for open transactions now", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void find() throws ExecutionException, InterruptedException {
        Set<TopicPartition> read = partitions.get();
        // In this order: a record written in between then looks unread for a moment, but never the other way round.
        Map<TopicPartition, ListOffsetsResultInfo> readable = ends(read, IsolationLevel.READ_COMMITTED);
        Map<TopicPartition, ListOffsetsResultInfo> ends = ends(read, IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, Hold> now = new HashMap<>();
        Map<String, Long> behind = new HashMap<>();
        readable.forEach((partition, end) -> {
            long more = ends.getOrDefault(partition, end).offset() - end.offset();
            if (more > 0) {
                Hold before = holds.get(partition);
                int looks = before != null && before.from() == end.offset() ? before.looks() + 1 : 0;
                now.put(partition, new Hold(end.offset(), looks));
                behind.merge(partition.topic(), more, Long::sum);
            }
        });
        for (Map.Entry<TopicPartition, Hold> each : now.entrySet()) {
            if (each.getValue().looks() == LOOKS) {
                report(each.getKey(), each.getValue().from());
            }
        }
        holds.forEach((partition, hold) -> {
            Hold after = now.get(partition);
            if (hold.looks() >= LOOKS && (after == null || after.from() != hold.from())) {
                LOG.info("The transaction that held up {} at offset {} has ended", partition, hold.from());
            }
        });
        holds = now;
        unread = Map.copyOf(behind);
        count = (int)
                now.values().stream().filter(hold -> hold.looks() >= LOOKS).count();
    }

    private Map<TopicPartition, ListOffsetsResultInfo> ends(Set<TopicPartition> read, IsolationLevel isolation)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        read.forEach(partition -> question.put(partition, OffsetSpec.latest()));
        return admin.listOffsets(question, new ListOffsetsOptions(isolation))
                .all()
                .get();
    }

    private void report(TopicPartition partition, long from) throws InterruptedException {
        LOG.warn(
                "{} reads nothing of {} from offset {} on: {} has left a transaction open there for more than {} s. It ends"
                        + " when its producer ends it, or at its time-out. See \"open transaction\" in docs/operations.md",
                group,
                partition,
                from,
                producer(partition, from),
                INTERVAL.multipliedBy(LOOKS).toSeconds());
    }

    /** Who has the transaction, as far as the brokers tell this application. */
    private String producer(TopicPartition partition, long from) throws InterruptedException {
        try {
            for (ProducerState producer : admin.describeProducers(Set.of(partition))
                    .partitionResult(partition)
                    .get()
                    .activeProducers()) {
                if (producer.currentTransactionStartOffset().orElse(-1) == from) {
                    String id = transactionalId(producer.producerId());
                    return "producer " + producer.producerId() + " (transactional.id "
                            + (id == null ? "not shown to this application" : PrintableText.of(id)) + ")";
                }
            }
        } catch (ExecutionException e) {
            LOG.debug("can't ask for the producers of {}", partition, e);
        }
        return "a producer";
    }

    private @Nullable String transactionalId(long producerId) throws InterruptedException {
        try {
            return admin.listTransactions().all().get().stream()
                    .filter(listing -> listing.producerId() == producerId)
                    .map(TransactionListing::transactionalId)
                    .findFirst()
                    .orElse(null);
        } catch (ExecutionException e) {
            LOG.debug("can't ask for transactions", e);
            return null;
        }
    }

    @Override
    public void close() {
        looking.close();
        admin.close(Duration.ofSeconds(1));
    }
}
