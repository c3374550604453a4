package dev.partnercatalog.webhook.membership;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the rows that former owners of a partition write to its changelog late, so that its owner writes its own over them.
 * What an instance had handed to its producer when it was stopped lands once it goes on, however late, and nothing rejects
 * it.
 *
 * <p>Each owner is a generation, and its rows carry the generation's number. A restore skips rows of an older generation than
 * one before them. While a task runs, its own rows have consecutive offsets, so a gap between them shows others'. Thread-safe.
 */
public final class LateRows implements StateRestoreListener {

    private static final Logger LOG = LoggerFactory.getLogger(LateRows.class);
    private static final String GENERATION = "generation";
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** A task has other work. */
    private static final int AT_ONCE = 1_000;

    private record Gap(TopicPartition changelog, long from, long to) {}

    private final Supplier<Consumer<byte[], byte[]>> readers;
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private final Map<Integer, Deque<Gap>> gaps = new HashMap<>();
    private final Map<Integer, Set<Bytes>> skipped = new HashMap<>();
    private final Map<Integer, Long> newest = new HashMap<>();

    /** @param readers makes consumers without a group */
    public LateRows(Supplier<Consumer<byte[], byte[]>> readers) {
        this.readers = readers;
    }

    /** Everything before the end is restored before the task writes its first row. */
    @Override
    public synchronized void onRestoreStart(TopicPartition changelog, String store, long start, long end) {
        next.merge(changelog, end, Math::max);
        gaps.remove(changelog.partition()); // An earlier owner's.
    }

    @Override
    public synchronized void onBatchRestored(TopicPartition changelog, String store, long last, long count) {
        next.merge(changelog, last + 1, Math::max);
    }

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long count) {}

    /**
     * A store is restored from an offset on: the rows right before it, which it holds, tell its generation. May wait for the
     * brokers.
     *
     * @throws KafkaException if the brokers don't answer
     */
    void restoresFrom(TopicPartition changelog, long offset) {
        try (Consumer<byte[], byte[]> reader = readers.get()) {
            long first = reader.beginningOffsets(List.of(changelog), PATIENCE).getOrDefault(changelog, 0L);
            long from = Math.max(first, offset - AT_ONCE);
            if (from < offset) {
                for (ConsumerRecord<byte[], byte[]> row : read(new Gap(changelog, from, offset), reader)) {
                    var unused = isOfNewest(row);
                }
            }
        }
    }

    /** What is restored of rows: all but those of former owners. */
    ConsumerRecords<byte[], byte[]> restored(ConsumerRecords<byte[], byte[]> rows) {
        Map<TopicPartition, List<ConsumerRecord<byte[], byte[]>>> kept = new HashMap<>();
        for (TopicPartition changelog : rows.partitions()) {
            List<ConsumerRecord<byte[], byte[]>> all = rows.records(changelog);
            List<ConsumerRecord<byte[], byte[]>> own =
                    all.stream().filter(this::isOfNewest).toList();
            if (own.size() < all.size()) {
                LOG.warn(
                        "{} has {} rows that a former owner wrote late: they don't count",
                        changelog,
                        all.size() - own.size());
            }
            kept.put(changelog, own);
        }
        return new ConsumerRecords<>(kept, rows.nextOffsets());
    }

    private synchronized boolean isOfNewest(ConsumerRecord<byte[], byte[]> row) {
        Header header = row.headers().lastHeader(GENERATION);
        long generation = header == null ? 0 : ByteBuffer.wrap(header.value()).getLong();
        boolean isNewest = generation >= newest.merge(row.partition(), generation, Math::max);
        if (isNewest) {
            skippedOf(row.partition()).remove(Bytes.wrap(row.key()));
        } else {
            skippedOf(row.partition()).add(Bytes.wrap(row.key()));
        }
        return isNewest;
    }

    private Set<Bytes> skippedOf(int partition) {
        return skipped.computeIfAbsent(partition, of -> new HashSet<>());
    }

    /**
     * A task begins, with everything restored: its rows are of a new generation. That a former owner began earlier shows even
     * if no row of it has landed yet.
     *
     * @param now in milliseconds since 1970
     */
    public synchronized void begin(int partition, long now) {
        newest.merge(partition, now, (known, time) -> Math.max(known + 1, time));
    }

    /** A row of a task of this process, with its generation. */
    synchronized ProducerRecord<byte[], byte[]> ofGeneration(ProducerRecord<byte[], byte[]> row) {
        byte[] generation = ByteBuffer.allocate(Long.BYTES)
                .putLong(newest.getOrDefault(row.partition(), 0L))
                .array();
        ProducerRecord<byte[], byte[]> withIt = new ProducerRecord<>(
                row.topic(), row.partition(), row.timestamp(), row.key(), row.value(), row.headers());
        withIt.headers().add(GENERATION, generation);
        return withIt;
    }

    /** A row of a task of this process is in its changelog. */
    synchronized void written(RecordMetadata at) {
        TopicPartition changelog = new TopicPartition(at.topic(), at.partition());
        if (!at.hasOffset()) {
            next.remove(changelog);
            return;
        }
        Long expected = next.put(changelog, at.offset() + 1);
        if (expected != null && expected < at.offset()) {
            LOG.warn(
                    "{} has {} rows of another instance among this one's: the partition's owner overrules them",
                    changelog,
                    at.offset() - expected);
            for (long from = expected; from < at.offset(); from += AT_ONCE) {
                add(new Gap(changelog, from, Math.min(from + AT_ONCE, at.offset())));
            }
        }
    }

    private synchronized void add(Gap gap) {
        gaps.computeIfAbsent(gap.changelog().partition(), partition -> new ArrayDeque<>())
                .add(gap);
    }

    private synchronized @Nullable Gap poll(int partition) {
        return gaps.getOrDefault(partition, new ArrayDeque<>()).poll();
    }

    /**
     * The keys of rows that others wrote to a partition's changelog: its owner writes its own values of them once more. Some
     * at a time; none if there are none, or they can't be read now. May wait for the brokers if there are any.
     */
    public Set<Bytes> take(int partition) {
        Set<Bytes> keys = skipped(partition);
        Gap gap = poll(partition);
        if (gap == null) {
            return keys;
        }
        try (Consumer<byte[], byte[]> reader = readers.get()) {
            read(gap, reader).forEach(row -> keys.add(Bytes.wrap(row.key())));
        } catch (KafkaException e) {
            LOG.warn("rows that others wrote to {} can't be read yet: {}", gap.changelog(), e.getMessage());
            add(gap);
        }
        return keys;
    }

    private synchronized Set<Bytes> skipped(int partition) {
        Set<Bytes> found = skipped.remove(partition);
        return found == null ? new HashSet<>() : found;
    }

    private static List<ConsumerRecord<byte[], byte[]>> read(Gap gap, Consumer<byte[], byte[]> reader) {
        List<ConsumerRecord<byte[], byte[]>> rows = new ArrayList<>();
        reader.assign(List.of(gap.changelog()));
        reader.seek(gap.changelog(), gap.from());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (reader.position(gap.changelog()) < gap.to()) {
            if (System.nanoTime() - deadline > 0) {
                throw new KafkaException("the brokers don't send them");
            }
            for (ConsumerRecord<byte[], byte[]> row : reader.poll(POLL)) {
                if (row.offset() < gap.to()) {
                    rows.add(row);
                }
            }
        }
        return rows;
    }
}
