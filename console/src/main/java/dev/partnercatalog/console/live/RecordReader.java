package dev.partnercatalog.console.live;

import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the values of a topic. For one thread.
 *
 * @param <R> the records' type
 */
final class RecordReader<R extends SpecificRecord> {

    private static final Logger LOG = LoggerFactory.getLogger(RecordReader.class);

    private final String topic;
    private final RecordDeserializer<R> deserializer;

    /** @param topic its full name */
    RecordReader(String topic, Class<R> type, SchemaRegistry registry) {
        this.topic = topic;
        this.deserializer = new RecordDeserializer<>(registry, type);
    }

    /** The record; empty where it can't be read, which the log tells. */
    Optional<R> read(String key, byte[] value) {
        try {
            return Optional.of(deserializer.deserialize(topic, value));
        } catch (UnreadableRecordException e) {
            LOG.warn("the record of {} on {} can't be read, so it isn't shown: {}", key, topic, e.getMessage());
            return Optional.empty();
        }
    }
}
