package dev.partnercatalog.runtime.table;

import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.runtime.unreadable.UnreadableRecords;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records that have arrived in a table and have yet to be checked, so that an unreadable one is reported before anyone
 * looks it up. Filled by the thread that fills the table, which must not wait for the registry; checked by another
 * thread. Thread-safe.
 *
 * @param <T> the records' type
 */
final class Arrivals<T extends SpecificRecord> {

    private static final Logger LOG = LoggerFactory.getLogger(Arrivals.class);

    /** After this time, an unreadable record is checked again: the registry may have its schema by then. */
    private static final long AGAIN = Duration.ofMinutes(1).toNanos();

    @SuppressWarnings("ArrayRecordComponent") // compared by identity, not by content
    private record Arrival(byte[] value, int partition, long offset) {}

    private final CatalogTopic topic;
    private final Supplier<OwnRecords<T>> records;
    private final UnreadableRecords unreadable;
    private final Consumer<T> demands;
    private final Consumer<String> readAgain;
    private final ConcurrentMap<String, Arrival> pending = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Arrival> leftOut = new ConcurrentHashMap<>();
    private long lookedAgain = System.nanoTime();

    /**
     * Creates the arrivals of one table.
     *
     * @param demands throws {@link UnreadableRecordException} for a record that the table's reader leaves out
     * @param readAgain receives the key of a record that couldn't be read and now can
     */
    Arrivals(
            CatalogTopic topic,
            Supplier<OwnRecords<T>> records,
            UnreadableRecords unreadable,
            Consumer<T> demands,
            Consumer<String> readAgain) {
        this.topic = topic;
        this.records = records;
        this.unreadable = unreadable;
        this.demands = demands;
        this.readAgain = readAgain;
    }

    /** @param value as the table keeps it, null if the record was deleted */
    void add(String key, byte @Nullable [] value, int partition, long offset) {
        leftOut.remove(key);
        if (value == null) {
            pending.remove(key);
            unreadable.gone(topic, partition, bytes(key));
        } else {
            pending.put(key, new Arrival(value, partition, offset));
        }
    }

    /** Checks what has arrived. If the registry can't be reached, what needs it remains to be checked. */
    synchronized void examine() {
        if (System.nanoTime() - lookedAgain >= AGAIN) {
            lookedAgain = System.nanoTime();
            leftOut.forEach(pending::putIfAbsent);
        }
        if (pending.isEmpty()) {
            return;
        }
        OwnRecords<T> reader = records.get();
        try {
            pending.forEach((key, arrival) -> {
                examine(reader, key, arrival);
                if (!pending.remove(key, arrival)) {
                    // Meanwhile another record has replaced it, or it was deleted.
                    leftOut.remove(key, arrival);
                    unreadable.gone(topic, arrival.partition(), bytes(key));
                }
            });
        } catch (RegistryUnavailableException e) {
            LOG.debug("{} can't be checked now", topic.baseName(), e);
        }
    }

    private void examine(OwnRecords<T> reader, String key, Arrival arrival) {
        try {
            demands.accept(reader.value(key, PackedRecord.unpack(arrival.value())));
            unreadable.gone(topic, arrival.partition(), bytes(key));
            if (leftOut.remove(key, arrival)) {
                readAgain.accept(key);
            }
        } catch (UnreadableRecordException e) {
            leftOut.put(key, arrival);
            unreadable.found(new UnreadableRecord(
                    topic, arrival.partition(), arrival.offset(), bytes(key), String.valueOf(e.getMessage())));
        }
    }

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
