package dev.partnercatalog.runtime;

import dev.partnercatalog.runtime.health.HealthCheck;
import dev.partnercatalog.runtime.health.HealthCheck.Verdict;
import dev.partnercatalog.runtime.text.PrintableText;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether somebody's open transaction holds up the partitions that this instance reads. No record behind the beginning of an open transaction is read until it ends, for as long as its producer's time-out (a
 * quarter of an hour by default), and to a reader of committed records it looks as if there were none. Only its
 * producer or an operator can end it.
 */
final class OpenTransactions implements HealthCheck {

    private static final Logger LOG = LoggerFactory.getLogger(OpenTransactions.class);
    static final Duration INTERVAL = Duration.ofSeconds(5);

    /** Transactions are open for less; this is also longer than a commit takes if the coordinator moves. */
    private static final int LOOKS = 2;

    /**
     * Where a transaction holds up a partition.
     *
     * @param from the first offset that isn't read
     * @param looks the number of checks that found it there before
     * @param reported null until it has been there for long
     */
    private record Hold(long from, int looks, @Nullable OpenTransaction reported) {}

    private final String group;
    private final Supplier<Set<TopicPartition>> partitions;
    private final Admin admin;
    private Map<TopicPartition, Hold> holds = Map.of();
    private volatile List<OpenTransaction> open = List.of();
    private volatile Map<String, Long> unread = Map.of();

    /** @param partitions those that this instance reads now */
    OpenTransactions(String group, Supplier<Set<TopicPartition>> partitions, Admin admin) {
        this.group = group;
        this.partitions = partitions;
        this.admin = admin;
    }

    @Override
    public Verdict verdict() {
        return open.isEmpty() ? Verdict.FINE : Verdict.UNSETTLED;
    }

    /** The transactions that have been open for more than ten seconds, one for each partition that they hold up. */
    List<OpenTransaction> open() {
        return open;
    }

    /** By topic, how many records lie behind the beginning of an open transaction. */
    Map<String, Long> unread() {
        return unread;
    }

    @Override
    public void look() throws ExecutionException, InterruptedException {
        Set<TopicPartition> read = partitions.get();
        // In this order: a record written in between then looks unread for a moment, but never the other way round.
        Map<TopicPartition, ListOffsetsResultInfo> readable = ends(read, IsolationLevel.READ_COMMITTED);
        Map<TopicPartition, ListOffsetsResultInfo> ends = ends(read, IsolationLevel.READ_UNCOMMITTED);
        Map<TopicPartition, Hold> now = new HashMap<>();
        Map<String, Long> behind = new HashMap<>();
        for (Map.Entry<TopicPartition, ListOffsetsResultInfo> each : readable.entrySet()) {
            TopicPartition partition = each.getKey();
            long from = each.getValue().offset();
            long more = ends.getOrDefault(partition, each.getValue()).offset() - from;
            if (more > 0) {
                now.put(partition, hold(partition, from, holds.get(partition)));
                behind.merge(partition.topic(), more, Long::sum);
            }
        }
        holds.forEach((partition, hold) -> {
            Hold after = now.get(partition);
            if (hold.reported() != null && (after == null || after.from() != hold.from())) {
                LOG.info("The transaction that held up {} at offset {} has ended", partition, hold.from());
            }
        });
        holds = now;
        unread = Map.copyOf(behind);
        open = now.values().stream()
                .flatMap(hold -> Stream.ofNullable(hold.reported()))
                .toList();
    }

    private Hold hold(TopicPartition partition, long from, @Nullable Hold before) throws InterruptedException {
        if (before == null || before.from() != from) {
            return new Hold(from, 0, null);
        }
        int looks = before.looks() + 1;
        return new Hold(from, looks, looks == LOOKS ? report(partition, from) : before.reported());
    }

    private Map<TopicPartition, ListOffsetsResultInfo> ends(Set<TopicPartition> read, IsolationLevel isolation)
            throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> question = new HashMap<>();
        read.forEach(partition -> question.put(partition, OffsetSpec.latest()));
        return admin.listOffsets(question, new ListOffsetsOptions(isolation))
                .all()
                .get();
    }

    private OpenTransaction report(TopicPartition partition, long from) throws InterruptedException {
        OptionalLong producerId = producerId(partition, from);
        String id = producerId.isPresent() ? transactionalId(producerId.getAsLong()) : null;
        LOG.warn(
                "{} reads nothing of {} from offset {} on: {} has left a transaction open there for more than {} s. It"
                        + " ends when its producer ends it, or at its time-out. See"
                        + " docs/operators/incidents.md#open-transaction",
                group,
                partition,
                from,
                producerId.isEmpty()
                        ? "a producer"
                        : "producer " + producerId.getAsLong() + " (transactional.id "
                                + (id == null ? "not shown to this application" : id) + ")",
                INTERVAL.multipliedBy(LOOKS).toSeconds());
        String producer = id != null ? id : producerId.isPresent() ? Long.toString(producerId.getAsLong()) : "";
        return new OpenTransaction(partition, from, producer);
    }

    /** Who has the transaction, as far as the brokers tell this application. */
    private OptionalLong producerId(TopicPartition partition, long from) throws InterruptedException {
        try {
            for (ProducerState producer : admin.describeProducers(Set.of(partition))
                    .partitionResult(partition)
                    .get()
                    .activeProducers()) {
                if (producer.currentTransactionStartOffset().orElse(-1) == from) {
                    return OptionalLong.of(producer.producerId());
                }
            }
        } catch (ExecutionException e) {
            LOG.debug("can't ask for the producers of {}", partition, e);
        }
        return OptionalLong.empty();
    }

    /** In printable form; null if it isn't shown to this application. */
    private @Nullable String transactionalId(long producerId) throws InterruptedException {
        try {
            return admin.listTransactions().all().get().stream()
                    .filter(listing -> listing.producerId() == producerId)
                    .map(listing -> PrintableText.of(listing.transactionalId()))
                    .findFirst()
                    .orElse(null);
        } catch (ExecutionException e) {
            LOG.debug("can't ask for transactions", e);
            return null;
        }
    }
}
