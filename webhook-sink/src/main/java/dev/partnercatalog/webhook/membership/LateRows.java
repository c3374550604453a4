package dev.partnercatalog.webhook.membership;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the rows that others wrote to the changelogs of this process' tasks. What an instance had handed to its producer when
 * it was stopped lands once it goes on, however late, and nothing rejects it; the next owner of the partition would believe
 * it. An owner's own rows have consecutive offsets, so a gap between them shows others'. Thread-safe.
 */
public final class LateRows implements StateRestoreListener {

    private static final Logger LOG = LoggerFactory.getLogger(LateRows.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /** A task has other work. */
    private static final int AT_ONCE = 1_000;

    private record Gap(TopicPartition changelog, long from, long to) {}

    private final Supplier<Consumer<byte[], byte[]>> readers;
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private final Map<Integer, Deque<Gap>> gaps = new HashMap<>();

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
            add(new Gap(changelog, expected, at.offset()));
        }
    }

    private synchronized void add(Gap gap) {
        gaps.computeIfAbsent(gap.changelog().partition(), partition -> new ArrayDeque<>())
                .add(gap);
    }

    private synchronized @Nullable Gap poll(int partition) {
        Deque<Gap> found = gaps.getOrDefault(partition, new ArrayDeque<>());
        Gap gap = found.poll();
        if (gap == null || gap.to() - gap.from() <= AT_ONCE) {
            return gap;
        }
        found.addFirst(new Gap(gap.changelog(), gap.from() + AT_ONCE, gap.to()));
        return new Gap(gap.changelog(), gap.from(), gap.from() + AT_ONCE);
    }

    /**
     * The keys of rows that others wrote to a partition's changelog: its owner writes its own values of them once more. Some
     * at a time; none if there are none, or they can't be read now. May wait for the brokers if there are any.
     */
    public Set<Bytes> take(int partition) {
        Gap gap = poll(partition);
        if (gap == null) {
            return Set.of();
        }
        try (Consumer<byte[], byte[]> reader = readers.get()) {
            return keys(gap, reader);
        } catch (KafkaException e) {
            LOG.warn("rows that others wrote to {} can't be read yet: {}", gap.changelog(), e.getMessage());
            add(gap);
            return Set.of();
        }
    }

    private Set<Bytes> keys(Gap gap, Consumer<byte[], byte[]> reader) {
        Set<Bytes> keys = new HashSet<>();
        reader.assign(List.of(gap.changelog()));
        reader.seek(gap.changelog(), gap.from());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (reader.position(gap.changelog()) < gap.to()) {
            if (System.nanoTime() - deadline > 0) {
                throw new KafkaException("the brokers don't send them");
            }
            for (ConsumerRecord<byte[], byte[]> row : reader.poll(POLL)) {
                if (row.offset() < gap.to()) {
                    keys.add(Bytes.wrap(row.key()));
                }
            }
        }
        return keys;
    }
}
