package dev.partnercatalog.runtime.table;

import dev.partnercatalog.runtime.progress.PartitionProgress;
import dev.partnercatalog.runtime.progress.ReadPositions;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
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
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.StreamsConfig;
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

    private static final String CONFIG = "catalog.table.progress";

    /** The records of one poll that are still to be applied to one topic's table, and the positions after them. */
    private static final class Polled {
        private final Map<TopicPartition, Long> next = new HashMap<>();
        private int left;
    }

    private final ReadPositions positions;

    /** Of tables that aren't stored. */
    private final ReadPositions others;

    private final Map<String, Polled> polls = new HashMap<>();
    private long progressed;

    public TableProgress(TopicSettings topics) {
        this(topics, System::nanoTime);
    }

    TableProgress(TopicSettings topics, LongSupplier nanoTime) {
        this.positions = new ReadPositions(nanoTime);
        this.others = new ReadPositions(nanoTime);
        names(topics)
                .forEach(topic -> IntStream.range(0, topics.partitions())
                        .forEach(partition -> positions.of(new TopicPartition(topic, partition))));
    }

    /** The names of the stored tables' topics. */
    public static Set<String> names(TopicSettings topics) {
        return CATALOG.stream().map(topic -> topic.name(topics.prefix())).collect(Collectors.toUnmodifiableSet());
    }

    /** How far the stored tables have been read, by partition. */
    public ReadPositions positions() {
        return positions;
    }

    /** How far a partition of a stored table has been read. */
    public PartitionProgress of(TopicPartition partition) {
        return positions.of(partition);
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
        poll(topic).next.forEach((partition, next) -> any(partition).reached(next));
        progressed++;
        notifyAll();
    }

    /** A record of a table that isn't among the stored ones is applied. */
    public synchronized void applied(TopicPartition partition, long offset) {
        any(partition).reached(offset + 1);
        if (isLast(partition.topic())) {
            reached(partition.topic());
        }
    }

    private PartitionProgress any(TopicPartition partition) {
        return (positions.partitions().contains(partition) ? positions : others).of(partition);
    }

    /** Waits until everything before a position is applied, or {@link System#nanoTime} the deadline; false then. */
    public boolean await(TopicPartition partition, long position, long deadline) throws InterruptedException {
        return await(() -> any(partition).position() >= position, deadline);
    }

    /** Whether everything before these positions is applied. Of a partition without records, nothing is ever reported. */
    public boolean reaches(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> any(end.getKey()).position() >= end.getValue());
    }

    private synchronized long progressed() {
        return progressed;
    }

    /**
     * The same for any condition on the tables, which is checked whenever they have progressed. Meanwhile they go on
     * progressing, however long that takes.
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

    /** Makes an application with these properties report what the consumer of its global stores polls. */
    public void applyTo(Map<Object, Object> properties) {
        properties.put(StreamsConfig.globalConsumerPrefix("interceptor.classes"), PolledRecords.class.getName());
        properties.put(StreamsConfig.globalConsumerPrefix(CONFIG), this);
    }

    /**
     * Kafka Streams itself only shows the last records' offsets, which don't advance if a topic's last entries aren't
     * records. Instantiated by Kafka.
     */
    public static final class PolledRecords implements ConsumerInterceptor<byte[], byte[]> {
        private @Nullable TableProgress progress;

        @Override
        public void configure(Map<String, ?> configs) {
            progress = (TableProgress) configs.get(CONFIG);
        }

        @Override
        public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
            Objects.requireNonNull(progress, "not configured").polled(records);
            return records;
        }

        @Override
        public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}

        @Override
        public void close() {}
    }
}
