package dev.partnercatalog.runtime.unreadable;

import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of our own topics that this instance has found and can't read. Each is logged when it is found, not at
 * each lookup, and counted while it exists. At most {@value #MAX_KNOWN} per topic are tracked; others are left out all
 * the same. Thread-safe.
 */
public final class UnreadableRecords implements AutoCloseable {

    static final int MAX_KNOWN = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(UnreadableRecords.class);
    private static final Duration EXAMINATION = Duration.ofSeconds(1);
    private static final int LONG_KEY = 256;

    /** Comparable, so that keys with equal hash codes aren't each compared with each other. */
    private record Slot(int partition, ByteBuffer key) implements Comparable<Slot> {

        @Override
        public int compareTo(Slot other) {
            int byPartition = Integer.compare(partition, other.partition);
            return byPartition == 0 ? key.compareTo(other.key) : byPartition;
        }
    }

    private final MeterRegistry meters;
    private final String topicPrefix;
    private final Map<CatalogTopic, Set<Slot>> known = new EnumMap<>(CatalogTopic.class);
    private final LogAllowance allowance = new LogAllowance(System::nanoTime);
    private final Map<CatalogTopic, Runnable> examinations = new ConcurrentHashMap<>();
    private final PeriodicTask task = new PeriodicTask("unreadable-records", EXAMINATION, this::examine);

    /** @param meters receives the number of records */
    public UnreadableRecords(MeterRegistry meters, String topicPrefix) {
        this.meters = meters;
        this.topicPrefix = topicPrefix;
    }

    /** Starts the periodic checks. */
    public void start() {
        task.start();
    }

    /**
     * From now on, counts the records of a table. If it was watched before, the new examination replaces the old one.
     *
     * @param examination checks what has arrived since its last call; called about once a second
     */
    public void watch(CatalogTopic topic, Runnable examination) {
        watch(topic);
        examinations.put(topic, examination);
    }

    /** From now on, counts the records of a table. */
    public synchronized void watch(CatalogTopic topic) {
        if (known.putIfAbsent(topic, new HashSet<>()) == null) {
            Gauge.builder("catalog.unreadable.records", this, records -> records.count(topic))
                    .description("Records of our own tables that can't be read and count as absent.")
                    .tag("topic", topic.name(topicPrefix))
                    .register(meters);
        }
    }

    /**
     * From now on, counts the messages of a topic, starting at 0: an increase is only visible in a series that already
     * exists.
     */
    public void watchMessages(CatalogTopic topic) {
        messages(topic);
    }

    /** Checks everything that has arrived so far. */
    public void examine() {
        examinations.values().forEach(Runnable::run);
    }

    /** The number of a table's records that are known to be left out. */
    public synchronized int count(CatalogTopic topic) {
        return of(topic).size();
    }

    /** A key's newest record in a table can't be read. */
    public synchronized void found(UnreadableRecord record) {
        Set<Slot> ofTopic = of(record.topic());
        Slot slot = slot(record.partition(), record.key());
        if (ofTopic.contains(slot)) {
            return;
        }
        if (ofTopic.size() < MAX_KNOWN) {
            ofTopic.add(slot);
        }
        log(record);
    }

    /** A key of a table has no record any more, or one that can be read. */
    public synchronized void gone(CatalogTopic topic, int partition, byte[] key) {
        Set<Slot> ofTopic = of(topic);
        if (!ofTopic.isEmpty()) {
            ofTopic.remove(slot(partition, key));
        }
    }

    /** A partition of a table is no longer held here. */
    public synchronized void forget(CatalogTopic topic, int partition) {
        of(topic).removeIf(slot -> slot.partition() == partition);
    }

    /** A message can't be read and is skipped: it disappears when its retention ends. */
    public void passedOver(UnreadableRecord message) {
        messages(message.topic()).increment();
        log(message);
    }

    private Counter messages(CatalogTopic topic) {
        return meters.counter("catalog.unreadable.messages", "topic", topic.name(topicPrefix));
    }

    private void log(UnreadableRecord record) {
        switch (allowance.next()) {
            case LOG -> LOG.error("a record can't be read and is left out: {}; {}", record.text(), record.remedy());
            case SAY_THAT_MORE_COME ->
                LOG.error(
                        "more records of {} can't be read than are logged here per minute",
                        record.topic().baseName());
            case DROP -> {}
        }
    }

    private Set<Slot> of(CatalogTopic topic) {
        return known.computeIfAbsent(topic, of -> new HashSet<>());
    }

    /** A long key is represented by its hash, so that keys take little memory. */
    private static Slot slot(int partition, byte @Nullable [] key) {
        byte[] id = key == null ? new byte[0] : key;
        return new Slot(partition, ByteBuffer.wrap(id.length <= LONG_KEY ? id : hash(id)));
    }

    private static byte[] hash(byte[] key) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(key);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public void close() {
        task.close();
    }
}
