package dev.partnercatalog.runtime.unreadable;

import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import io.github.bucket4j.Bucket;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records of our own topics that this instance has found and can't read. Each is logged when it is found, not at
 * each lookup, and counted while it exists. At most 1,000 per topic are tracked; others are left out all
 * the same. Thread-safe.
 */
public final class UnreadableRecords implements AutoCloseable {

    private static final int MAX_KNOWN = 1_000;

    /** More of a key aren't told apart, so that keys take little memory. */
    private static final int KNOWN_OF_KEY = 256;

    private static final int LINES_PER_MINUTE = 100;

    private static final Logger LOG = LoggerFactory.getLogger(UnreadableRecords.class);
    private static final Duration EXAMINATION = Duration.ofSeconds(1);

    private final MeterRegistry meters;
    private final String topicPrefix;
    private final Map<CatalogTopic, Set<String>> known = new ConcurrentHashMap<>();
    private final Map<CatalogTopic, Runnable> examinations = new ConcurrentHashMap<>();
    private final PeriodicTask task = new PeriodicTask("unreadable-records", EXAMINATION, this::examine);

    /** Someone who writes garbage must not fill disks. */
    private final Bucket lines = Bucket.builder()
            .addLimit(
                    limit -> limit.capacity(LINES_PER_MINUTE).refillIntervally(LINES_PER_MINUTE, Duration.ofMinutes(1)))
            .build();

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
     * From now on, counts the records of a table. Once a second, the examination checks what has arrived since; a new
     * one replaces the one before.
     */
    public void watch(CatalogTopic topic, Runnable examination) {
        watch(topic);
        examinations.put(topic, examination);
    }

    /** From now on, counts the records of a table. */
    public void watch(CatalogTopic topic) {
        if (known.putIfAbsent(topic, ConcurrentHashMap.newKeySet()) == null) {
            Gauge.builder("catalog.unreadable.records", this, records -> records.count(topic))
                    .description("Records of our own tables that can't be read and count as absent.")
                    .tag("topic", topic.name(topicPrefix))
                    .register(meters);
        }
    }

    /** Counts the messages of a topic, from 0 on: an increase is only visible in a series that exists. */
    public void watchMessages(CatalogTopic topic) {
        messages(topic);
    }

    /** Checks everything that has arrived so far. */
    public void examine() {
        examinations.values().forEach(Runnable::run);
    }

    /** The number of a table's records that are known to be left out. */
    public int count(CatalogTopic topic) {
        return of(topic).size();
    }

    /** A key's newest record in a table can't be read. */
    public synchronized void found(UnreadableRecord record) {
        Set<String> ofTopic = of(record.topic());
        boolean isNew = ofTopic.size() < MAX_KNOWN
                ? ofTopic.add(slot(record.partition(), record.key()))
                : !ofTopic.contains(slot(record.partition(), record.key()));
        if (isNew) {
            log(record);
        }
    }

    /** A record of a table can't be read. One that deletes its key isn't missed. */
    public void leftOut(
            CatalogTopic topic, Record<byte[], byte[]> record, RecordMetadata at, UnreadableRecordException why) {
        if (record.value() != null) {
            found(new UnreadableRecord(
                    topic, at.partition(), at.offset(), record.key(), String.valueOf(why.getMessage())));
        } else if (record.key() != null) {
            gone(topic, at.partition(), record.key());
        }
    }

    /** A key of a table has no record any more, or one that can be read. */
    public void gone(CatalogTopic topic, int partition, byte[] key) {
        Set<String> ofTopic = of(topic);
        if (!ofTopic.isEmpty()) {
            ofTopic.remove(slot(partition, key));
        }
    }

    /** A table is closed: when it is opened again, what can't be read in it is found again. */
    public void forget(CatalogTopic topic) {
        of(topic).clear();
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
        if (lines.tryConsume(1)) {
            LOG.error("a record can't be read and is left out: {}; {}", record.text(), record.remedy());
            if (lines.getAvailableTokens() == 0) {
                LOG.error("further records that can't be read may not be logged within this minute");
            }
        }
    }

    private Set<String> of(CatalogTopic topic) {
        return known.computeIfAbsent(topic, of -> ConcurrentHashMap.newKeySet());
    }

    private static String slot(int partition, byte @Nullable [] key) {
        return partition + "/"
                + (key == null
                        ? ""
                        : new String(key, 0, Math.min(key.length, KNOWN_OF_KEY), StandardCharsets.ISO_8859_1));
    }

    @Override
    public void close() {
        task.close();
    }
}
