package dev.partnercatalog.runtime.table;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * How far this instance has read each partition of its topics. The thread that fills the tables reports what it polls
 * and applies; others ask how old the tables may be, or wait for a position. Thread-safe.
 *
 * <p>A position may lie behind the last record: topics written in transactions end in markers that no reader ever sees.
 */
public final class TableProgress {

    /** The topics of the stored tables. */
    public static final List<CatalogTopic> CATALOG =
            List.of(CatalogTopic.RESOLVED_VARIANTS, CatalogTopic.COMPANY_VARIANTS, CatalogTopic.SKU_BARCODES);

    /** Records waiting for longer, with none applied meanwhile, means that this instance is stuck. */
    private static final Duration STALLED = Duration.ofSeconds(30);

    /** The records of one poll that are still to be applied to one topic's table, and the positions after them. */
    private static final class Polled {
        private final Map<TopicPartition, Long> next = new HashMap<>();
        private int left;
    }

    private final LongSupplier nanoTime;
    private final Map<TopicPartition, PartitionProgress> tables;
    private final Map<TopicPartition, Long> others = new HashMap<>();
    private final Map<String, Polled> polls = new HashMap<>();
    private long progressed;
    private volatile long lastAsked;

    public TableProgress(TopicSettings topics) {
        this(topics, System::nanoTime);
    }

    TableProgress(TopicSettings topics, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.tables = CATALOG.stream()
                .map(topic -> topic.name(topics.prefix()))
                .flatMap(topic -> IntStream.range(0, topics.partitions())
                        .mapToObj(partition -> new TopicPartition(topic, partition)))
                .collect(Collectors.toUnmodifiableMap(
                        partition -> partition, partition -> new PartitionProgress(nanoTime.getAsLong())));
    }

    /** The partitions of the tables' topics. */
    public Set<TopicPartition> partitions() {
        return tables.keySet();
    }

    /** How far a partition of a stored table has been read. */
    public PartitionProgress of(TopicPartition partition) {
        return Objects.requireNonNull(tables.get(partition), "not a table's partition");
    }

    /** A consumer returned these records, which are applied next, before it polls again. */
    synchronized void polled(ConsumerRecords<?, ?> records) {
        polls.clear();
        records.nextOffsets()
                .forEach((partition, next) -> poll(partition.topic()).next.put(partition, next.offset()));
        for (TopicPartition partition : records.partitions()) {
            poll(partition.topic()).left += records.records(partition).size();
        }
        List.copyOf(polls.keySet()).stream()
                .filter(topic -> poll(topic).left == 0)
                .forEach(this::reached);
    }

    private Polled poll(String topic) {
        return polls.computeIfAbsent(topic, any -> new Polled());
    }

    /** A record is being applied. Returns whether no other record of the same poll and topic follows. */
    public synchronized boolean isLast(String topic) {
        return --poll(topic).left <= 0;
    }

    /** The position after the last poll; null if the poll didn't report it. */
    public synchronized @Nullable Long next(TopicPartition partition) {
        return poll(partition.topic()).next.get(partition);
    }

    /** Everything that the last poll returned of a topic is applied. */
    public synchronized void reached(String topic) {
        poll(topic).next.forEach(this::at);
        progressed++;
        notifyAll();
    }

    /** A record of a table that isn't among the stored ones is applied. */
    public synchronized void applied(TopicPartition partition, long offset) {
        at(partition, offset + 1);
        if (isLast(partition.topic())) {
            reached(partition.topic());
        }
    }

    private void at(TopicPartition partition, long position) {
        PartitionProgress table = tables.get(partition);
        if (table == null) {
            others.merge(partition, position, Math::max);
        } else {
            table.reached(position);
        }
    }

    /**
     * Waits until everything before a position is applied.
     *
     * @param deadline in terms of {@link System#nanoTime}
     * @return whether that happened in time
     */
    public boolean await(TopicPartition partition, long position, long deadline) throws InterruptedException {
        return await(() -> position(partition) >= position, deadline);
    }

    /** Of a partition without records, nothing is ever reported. */
    private synchronized long position(TopicPartition partition) {
        PartitionProgress table = tables.get(partition);
        return table == null ? others.getOrDefault(partition, 0L) : table.position();
    }

    /** Whether everything before these positions is applied. */
    public boolean reaches(Map<TopicPartition, Long> positions) {
        return positions.entrySet().stream().allMatch(end -> position(end.getKey()) >= end.getValue());
    }

    private synchronized long progressed() {
        return progressed;
    }

    /**
     * Waits until a condition on the tables holds; it is checked whenever they have progressed. Meanwhile they go on
     * progressing, however long that takes.
     *
     * @param deadline in terms of {@link System#nanoTime}
     * @return whether that happened in time
     */
    public boolean await(BooleanSupplier condition, long deadline) throws InterruptedException {
        long checked = progressed();
        while (!condition.getAsBoolean()) {
            if (!awaitProgress(checked, deadline)) {
                return false;
            }
            checked = progressed();
        }
        return true;
    }

    private synchronized boolean awaitProgress(long since, long deadline) throws InterruptedException {
        while (progressed == since) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return true;
    }

    /**
     * The topics end here.
     *
     * @param asked when the ends were asked for
     * @param askedNanos the same in terms of {@link System#nanoTime}
     */
    void ends(Map<TopicPartition, Long> ends, Instant asked, long askedNanos) {
        ends.forEach((partition, end) -> of(partition).ends(end, asked, askedNanos));
        lastAsked = askedNanos;
    }

    /** For how long something in the topics may have been missing here; a moment while it keeps up. */
    public Duration age() {
        long now = nanoTime.getAsLong();
        long oldest = 0;
        for (PartitionProgress partition : tables.values()) {
            oldest = Math.max(oldest, partition.age(now));
        }
        return Duration.ofNanos(oldest);
    }

    /** When a topic's table last held everything that the topic held; null if that isn't known. */
    public @Nullable Instant whole(String topic) {
        Instant oldest = Instant.MAX;
        for (Map.Entry<TopicPartition, PartitionProgress> partition : tables.entrySet()) {
            if (partition.getKey().topic().equals(topic)) {
                Instant whole = partition.getValue().whole();
                if (whole == null) {
                    return null;
                }
                oldest = whole.isBefore(oldest) ? whole : oldest;
            }
        }
        return oldest;
    }

    /**
     * The number of partitions with waiting records of which none was applied for half a minute. While nobody knows where
     * the topics end, nothing shows that records are waiting.
     */
    public int stalled() {
        return (int) tables.values().stream()
                .filter(partition -> partition.isWaiting() && partition.sinceMoved(lastAsked) > STALLED.toNanos())
                .count();
    }
}
