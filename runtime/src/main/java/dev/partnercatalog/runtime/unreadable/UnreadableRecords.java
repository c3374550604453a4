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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of our own topics that this instance has met and can't read. Each is named in the log when it is found,
 * not at each look-up, and counted as long as it is there. At most {@value #MAX_KNOWN} of a topic are kept; those beyond
 * are left out all the same. Thread-safe.
 */
public final class UnreadableRecords implements AutoCloseable {

    static final int MAX_KNOWN = 1_000;

    private static final Logger LOG = LoggerFactory.getLogger(UnreadableRecords.class);
    private static final Duration EXAMINATION = Duration.ofSeconds(1);
    private static final int LONG_KEY = 256;

    /** Ordered, so that keys that share their hash aren't compared each with each. */
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
    private final List<Runnable> examinations = new CopyOnWriteArrayList<>();
    private final PeriodicTask task = new PeriodicTask("unreadable-records", EXAMINATION, this::examine);

    /** @param meters told how many there are */
    public UnreadableRecords(MeterRegistry meters, String topicPrefix) {
        this.meters = meters;
        this.topicPrefix = topicPrefix;
    }

    /** Begins to examine. */
    public void start() {
        task.start();
    }

    /**
     * Counts the records of a table from now on.
     *
     * @param examination looks at what has come since it was last called; called about once a second
     */
    public void watch(CatalogTopic topic, Runnable examination) {
        watch(topic);
        examinations.add(examination);
    }

    /** Counts the records of a table from now on. */
    public synchronized void watch(CatalogTopic topic) {
        if (known.putIfAbsent(topic, new HashSet<>()) == null) {
            Gauge.builder("catalog.unreadable.records", this, records -> records.count(topic))
                    .description("Records of our own tables that can't be read and count as absent.")
                    .tag("topic", topic.name(topicPrefix))
                    .register(meters);
        }
    }

    /** Counts the messages of a topic from now on, from 0: an increase is seen of a number that was there before. */
    public void watchMessages(CatalogTopic topic) {
        messages(topic);
    }

    /** Examines all that has come by now. */
    public void examine() {
        examinations.forEach(Runnable::run);
    }

    /** How many records of a table are known to be left out. */
    public synchronized int count(CatalogTopic topic) {
        return of(topic).size();
    }

    /** The newest record of a key in a table can't be read. */
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

    /** A message can't be read and is passed over: it goes by itself when its time is over. */
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
                        "more records can't be read than are named here in a minute; './catalog topic unreadable {}'"
                                + " lists them all",
                        record.topic().baseName());
            case DROP -> {}
        }
    }

    private Set<Slot> of(CatalogTopic topic) {
        return known.computeIfAbsent(topic, of -> new HashSet<>());
    }

    /** A long key is known by its hash, so that keys take no room to speak of. */
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
