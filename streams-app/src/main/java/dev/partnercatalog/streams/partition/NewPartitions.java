package dev.partnercatalog.streams.partition;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when the partitions that were added to an input topic are read. A key's events move to another partition
 * then. If some are still unread in the old one, a newer event could be applied before them, and they would undo it. So
 * an added partition of which the group has read nothing waits, from its first record on, until the group has read the
 * partitions of which it has read something, up to where they ended then: its producer wrote there before. Partitions
 * that were there when the group began to read the topic don't wait, whether they have records or not, and an added one
 * that stays empty ends up like them. For use by one consumer's thread.
 */
public final class NewPartitions implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NewPartitions.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    /** The thread has other partitions to read meanwhile. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** Producers ask for the partitions of their topics every five minutes by default. */
    private static final Duration KNOWN = Duration.ofMinutes(10);

    /**
     * An added partition without records.
     *
     * @param older ones of its topic
     * @param since in nanoseconds
     */
    private record Empty(Set<TopicPartition> older, long since) {}

    private final InputIdentities inputs;
    private final Consumer<byte[], byte[]> consumer;
    private final Supplier<Consumer<byte[], byte[]>> readers;
    private final LongSupplier nanoTime;
    private final Set<TopicPartition> unexamined = new HashSet<>();

    private final Map<TopicPartition, Empty> empty = new HashMap<>();

    /** Added partitions whose waiting has begun, each with those older ones that are not read yet, and up to where they must be. */
    private final Map<TopicPartition, Map<TopicPartition, Long>> waiting = new HashMap<>();

    private final Map<TopicPartition, Long> postponed;
    private @Nullable Consumer<byte[], byte[]> reader;
    private long next;
    private int renewals;

    /**
     * Starts without partitions.
     *
     * @param inputs the topics whose owners may add partitions, or make them anew
     * @param consumer of the group; doesn't report a position in a topic that was made anew
     * @param readers creates a consumer that is not in a group, reads committed records, and begins at the beginning
     *     where what it looks for is gone
     * @param postponed receives how many records are in each partition that waits
     * @param nanoTime as {@link System#nanoTime}
     */
    public NewPartitions(
            InputIdentities inputs,
            Consumer<byte[], byte[]> consumer,
            Supplier<Consumer<byte[], byte[]>> readers,
            Map<TopicPartition, Long> postponed,
            LongSupplier nanoTime) {
        this.inputs = inputs;
        this.postponed = postponed;
        this.renewals = inputs.renewals();
        this.consumer = consumer;
        this.readers = readers;
        this.nanoTime = nanoTime;
    }

    /** The consumer was assigned these partitions. Returns those that it must not read yet. */
    public List<TopicPartition> assigned(Collection<TopicPartition> partitions) {
        List<TopicPartition> held = partitions.stream()
                .filter(partition -> inputs.names().contains(partition.topic()))
                .toList();
        unexamined.addAll(held);
        next = nanoTime.getAsLong();
        return held;
    }

    /** The consumer no longer has these partitions. */
    public void revoked(Collection<TopicPartition> partitions) {
        partitions.forEach(unexamined::remove);
        partitions.forEach(empty::remove);
        partitions.forEach(waiting::remove);
        partitions.forEach(postponed::remove);
    }

    /** Whether a partition must not be read yet. */
    public boolean isHeld(TopicPartition partition) {
        return unexamined.contains(partition) || empty.containsKey(partition) || waiting.containsKey(partition);
    }

    /**
     * To be called before each poll. Returns the partitions that may be read from now on.
     *
     * @throws MissingSourceTopicException if a topic that is being read was deleted and made anew. Records of the old one
     *     may wait in the thread, so nothing short of another thread begins with the new one
     */
    public List<TopicPartition> release() {
        if (inputs.renewals() != renewals) {
            renewals = inputs.renewals();
            inputs.requireUnchanged(consumer.assignment());
        }
        if ((unexamined.isEmpty() && empty.isEmpty() && waiting.isEmpty()) || nanoTime.getAsLong() - next < 0) {
            return List.of();
        }
        List<TopicPartition> released = new ArrayList<>();
        try {
            examine(released);
            await(released);
        } catch (TimeoutException e) {
            // Brokers are slow or away, which is reported elsewhere.
            LOG.debug("can't check for new partitions now", e);
        }
        next = nanoTime.getAsLong() + INTERVAL.toNanos();
        return released;
    }

    private void examine(List<TopicPartition> released) {
        if (unexamined.isEmpty()) {
            return;
        }
        Set<TopicPartition> siblings = siblings();
        inputs.begin(unexamined, siblings);
        Map<TopicPartition, OffsetAndMetadata> committed = committed(siblings);
        for (TopicPartition partition : List.copyOf(unexamined)) {
            Set<TopicPartition> before = new HashSet<>();
            committed.keySet().stream()
                    .filter(other -> other.topic().equals(partition.topic()))
                    .forEach(before::add);
            unexamined.remove(partition);
            if (!before.contains(partition)) {
                // There may be a position, but in an earlier topic of that name.
                consumer.seekToBeginning(List.of(partition));
            }
            if (before.isEmpty() || before.contains(partition) || !inputs.isAdded(partition)) {
                released.add(partition);
            } else {
                empty.put(partition, new Empty(before, nanoTime.getAsLong()));
            }
        }
    }

    private Set<TopicPartition> siblings() {
        Set<TopicPartition> all = new HashSet<>(unexamined);
        unexamined.stream()
                .map(TopicPartition::topic)
                .distinct()
                .forEach(topic -> consumer.partitionsFor(topic, PATIENCE)
                        .forEach(info -> all.add(new TopicPartition(topic, info.partition()))));
        return all;
    }

    private Map<TopicPartition, OffsetAndMetadata> committed(Set<TopicPartition> partitions) {
        Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
        consumer.committed(partitions, PATIENCE).forEach((partition, offset) -> {
            if (offset != null) {
                committed.put(partition, offset);
            }
        });
        return committed;
    }

    private void await(List<TopicPartition> released) {
        if (!empty.isEmpty()) {
            begin(consumer.endOffsets(empty.keySet(), PATIENCE));
        }
        if (waiting.isEmpty()) {
            return;
        }
        Set<TopicPartition> asked = new HashSet<>(waiting.keySet());
        waiting.values().forEach(older -> asked.addAll(older.keySet()));
        Map<TopicPartition, Long> readable = consumer.endOffsets(asked, PATIENCE);
        forgetRead(readable);
        Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(waiting.keySet(), PATIENCE);
        for (TopicPartition partition : List.copyOf(waiting.keySet())) {
            if (waiting.getOrDefault(partition, Map.of()).isEmpty()) {
                waiting.remove(partition);
                released.add(partition);
                if (postponed.remove(partition) != null) {
                    LOG.info("{} is read from now on: the older partitions have been read", partition);
                }
            } else if (postponed.put(
                            partition, readable.getOrDefault(partition, 0L) - beginnings.getOrDefault(partition, 0L))
                    == null) {
                LOG.warn(
                        "{} is new, and records in older partitions of its topic are unread: it is read when they have"
                                + " been, so that no older event of a key is applied after a newer one",
                        partition);
            }
        }
        if (waiting.isEmpty()) {
            close();
        }
    }

    /**
     * The waiting begins with the first record: its producer no longer writes this partition's keys to older ones. It also
     * begins when no producer does.
     */
    private void begin(Map<TopicPartition, Long> readable) {
        Map<TopicPartition, Empty> begun = new HashMap<>(empty);
        long known = nanoTime.getAsLong() - KNOWN.toNanos();
        begun.entrySet()
                .removeIf(each -> readable.getOrDefault(each.getKey(), 0L) == 0
                        && each.getValue().since() - known > 0);
        if (begun.isEmpty()) {
            return;
        }
        Set<TopicPartition> all = new HashSet<>();
        begun.values().forEach(each -> all.addAll(each.older()));
        Map<TopicPartition, Long> ends = inputs.ends(all, PATIENCE);
        begun.forEach((partition, of) -> {
            Map<TopicPartition, Long> unread = new HashMap<>(ends);
            unread.keySet().retainAll(of.older());
            waiting.put(partition, unread);
            empty.remove(partition);
        });
    }

    /**
     * Forgets the older partitions that have been read as far as they must be.
     *
     * @param readable where the committed records of partitions end; an open transaction may hide others
     */
    private void forgetRead(Map<TopicPartition, Long> readable) {
        Set<TopicPartition> all = new HashSet<>();
        waiting.values().forEach(older -> all.addAll(older.keySet()));
        Map<TopicPartition, OffsetAndMetadata> committed = committed(all);
        Set<String> behind = new HashSet<>();
        waiting.values()
                .forEach(older -> older.entrySet().removeIf(each -> {
                    TopicPartition partition = each.getKey();
                    OffsetAndMetadata at = committed.get(partition);
                    if (at == null || at.offset() >= each.getValue()) {
                        return true;
                    }
                    // One that is behind holds up all of its topic, so no other needs to be looked at.
                    if (behind.contains(partition.topic())
                            || readable.getOrDefault(partition, 0L) < each.getValue()
                            || hasRecords(partition, at.offset(), each.getValue())) {
                        behind.add(partition.topic());
                        return false;
                    }
                    return true;
                }));
    }

    /** The last offsets may be those of transaction markers, which are never committed. */
    private boolean hasRecords(TopicPartition partition, long from, long end) {
        if (reader == null) {
            reader = readers.get();
        }
        reader.assign(List.of(partition));
        reader.seek(partition, from);
        long deadline = nanoTime.getAsLong() + PATIENCE.toNanos();
        while (reader.position(partition) < end) {
            for (ConsumerRecord<byte[], byte[]> record : reader.poll(PATIENCE)) {
                if (record.offset() < end) {
                    return true;
                }
            }
            if (nanoTime.getAsLong() - deadline > 0) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void close() {
        waiting.keySet().forEach(postponed::remove);
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }
}
