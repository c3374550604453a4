package dev.partnercatalog.query.table;

import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.time.Duration;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a table topic's records into its store as they came.
 *
 * <p>Each is decoded once on the way: its schema is known then before anyone asks for it, and a record that can't be
 * read is found when it comes. Such a record is kept all the same, as a restored store would have it too, and whoever
 * asks for it is told that it is broken rather than shown what it replaced.
 */
final class TableUpdate<T extends SpecificRecord> extends ContextualProcessor<String, byte[], Void, Void> {

    private static final Logger LOG = LoggerFactory.getLogger(TableUpdate.class);

    /** Less than the time after which a consumer that doesn't poll is put out of its group. */
    private static final Duration REGISTRY_PATIENCE = Duration.ofMinutes(2);

    private final String table;
    private final RecordDeserializer<T> decoder;
    private final TableProgress progress;
    private @Nullable KeyValueStore<String, byte[]> store;

    TableUpdate(String table, RecordDeserializer<T> decoder, TableProgress progress) {
        this.table = table;
        this.decoder = decoder;
        this.progress = progress;
    }

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        super.init(context);
        store = context.getStateStore(table);
    }

    @Override
    public void process(Record<String, byte[]> record) {
        KeyValueStore<String, byte[]> target = store;
        if (target == null) {
            throw new IllegalStateException("not initialized");
        }
        if (record.key() == null) {
            LOG.error("a record without a key was left out, at {}", place());
            progress.unreadable();
        } else {
            decodeOnce(record);
            target.put(record.key(), record.value());
        }
        context()
                .recordMetadata()
                .ifPresent(at -> progress.applied(new TopicPartition(at.topic(), at.partition()), at.offset()));
    }

    /** Waits for a registry that is away: nothing may pass it unseen, and nothing is wrong with the record. */
    private void decodeOnce(Record<String, byte[]> record) {
        long deadline = System.nanoTime() + REGISTRY_PATIENCE.toNanos();
        while (true) {
            try {
                decoder.deserialize(table, record.value());
                return;
            } catch (UnreadableRecordException e) {
                LOG.error("the record of {} can't be read, at {}", record.key(), place(), e);
                progress.unreadable();
                return;
            } catch (RegistryUnavailableException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
                LOG.warn("waiting for the registry to go on with {}: {}", table, e.getMessage());
            }
        }
    }

    private String place() {
        return context()
                .recordMetadata()
                .map(at -> at.topic() + "-" + at.partition() + " offset " + at.offset())
                .orElse(table);
    }
}
