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
import org.apache.kafka.common.header.Headers;
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

    /** After brokers didn't answer: other tasks of the thread have their turns meanwhile. */
    private static final Duration PAUSE = Duration.ofSeconds(20);

    /** A task has other work. */
    private static final int AT_ONCE = 1_000;

    private record Gap(TopicPartition changelog, long from, long to) {}

    /** What is known of a partition's changelog. */
    private static final class Changelog {

        private static final long UNKNOWN = -1;

        /** The offset that the next row has if it is the owner's. */
        private long next = UNKNOWN;

        /** The newest generation of rows; once a task has begun, its own. */
        private long newest;

        private final Deque<Gap> gaps = new ArrayDeque<>();

        /** The keys of rows that a restore skips. */
        private final Set<Bytes> skipped = new HashSet<>();

        private void add(TopicPartition changelog, long begin, long end) {
            for (long from = begin; from < end; from += AT_ONCE) {
                gaps.add(new Gap(changelog, from, Math.min(from + AT_ONCE, end)));
            }
        }
    }

    private final Supplier<Consumer<byte[], byte[]>> readers;
    private final Map<Integer, Changelog> changelogs = new HashMap<>();
    private long nextTry = System.nanoTime();

    /** @param readers makes consumers without a group */
    public LateRows(Supplier<Consumer<byte[], byte[]>> readers) {
        this.readers = readers;
    }

    private Changelog of(int partition) {
        return changelogs.computeIfAbsent(partition, any -> new Changelog());
    }

    private static long generation(Headers row) {
        Header header = row.lastHeader(GENERATION);
        return header == null ? 0 : ByteBuffer.wrap(header.value()).getLong();
    }

    /** Everything before the end is restored before the task writes its first row. */
    @Override
    public synchronized void onRestoreStart(TopicPartition changelog, String store, long start, long end) {
        Changelog restored = of(changelog.partition());
        restored.next = Math.max(restored.next, end);
        restored.gaps.clear(); // An earlier owner's.
    }

    @Override
    public synchronized void onBatchRestored(TopicPartition changelog, String store, long last, long count) {
        Changelog restored = of(changelog.partition());
        restored.next = Math.max(restored.next, last + 1);
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
        Changelog changelog = of(row.partition());
        long generation = generation(row.headers());
        changelog.newest = Math.max(changelog.newest, generation);
        boolean isNewest = generation == changelog.newest;
        if (isNewest) {
            changelog.skipped.remove(Bytes.wrap(row.key()));
        } else {
            changelog.skipped.add(Bytes.wrap(row.key()));
        }
        return isNewest;
    }

    /**
     * A task begins, with everything restored: its rows are of a new generation. That a former owner began earlier shows even
     * if no row of it has landed yet.
     *
     * @param now in milliseconds since 1970
     */
    public synchronized void begin(int partition, long now) {
        Changelog changelog = of(partition);
        changelog.newest = Math.max(changelog.newest + 1, now);
    }

    /** A row of a task of this process, with its generation. */
    synchronized ProducerRecord<byte[], byte[]> ofGeneration(ProducerRecord<byte[], byte[]> row) {
        byte[] generation = ByteBuffer.allocate(Long.BYTES)
                .putLong(of(row.partition()).newest)
                .array();
        ProducerRecord<byte[], byte[]> withIt = new ProducerRecord<>(
                row.topic(), row.partition(), row.timestamp(), row.key(), row.value(), row.headers());
        withIt.headers().add(GENERATION, generation);
        return withIt;
    }

    /** A row of a task of this process is in its changelog. */
    synchronized void written(ProducerRecord<byte[], byte[]> row, RecordMetadata at) {
        Changelog changelog = of(at.partition());
        if (generation(row.headers()) < changelog.newest) {
            changelog.skipped.add(Bytes.wrap(row.key())); // Another's was found to be newer meanwhile.
        }
        long expected = changelog.next;
        changelog.next = at.hasOffset() ? at.offset() + 1 : Changelog.UNKNOWN;
        if (expected != Changelog.UNKNOWN && expected < at.offset()) {
            LOG.warn(
                    "{}-{} has {} rows of another instance among this one's: the partition's owner overrules them",
                    at.topic(),
                    at.partition(),
                    at.offset() - expected);
            changelog.add(new TopicPartition(at.topic(), at.partition()), expected, at.offset());
        }
    }

    /**
     * The keys of rows that others wrote to a partition's changelog: its owner writes its own values of them once more, of a
     * newer generation than theirs. Some at a time; none if there are none, or they can't be read now. May wait for the
     * brokers if there are any.
     */
    public Set<Bytes> take(int partition) {
        Set<Bytes> keys = new HashSet<>();
        Gap gap = poll(partition, keys);
        if (gap == null) {
            return keys;
        }
        try (Consumer<byte[], byte[]> reader = readers.get()) {
            for (ConsumerRecord<byte[], byte[]> row : read(gap, reader)) {
                keys.add(Bytes.wrap(row.key()));
                outrank(gap, generation(row.headers()));
            }
        } catch (KafkaException e) {
            LOG.warn("rows that others wrote to {} can't be read yet: {}", gap.changelog(), e.getMessage());
            putBack(gap);
        }
        return keys;
    }

    private synchronized @Nullable Gap poll(int partition, Set<Bytes> skipped) {
        Changelog changelog = of(partition);
        skipped.addAll(changelog.skipped);
        changelog.skipped.clear();
        return System.nanoTime() - nextTry < 0 ? null : changelog.gaps.poll();
    }

    /** The owner's rows are newer than all others: those that weren't are written once more, too. */
    private synchronized void outrank(Gap gap, long generation) {
        Changelog changelog = of(gap.changelog().partition());
        if (generation >= changelog.newest) {
            changelog.newest = generation + 1;
            changelog.add(gap.changelog(), gap.to(), changelog.next);
        }
    }

    private synchronized void putBack(Gap gap) {
        of(gap.changelog().partition()).gaps.add(gap);
        nextTry = System.nanoTime() + PAUSE.toNanos();
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
