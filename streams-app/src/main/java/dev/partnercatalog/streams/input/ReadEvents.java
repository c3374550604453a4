package dev.partnercatalog.streams.input;

import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns each input record into an event, or, where it can't be read or is ill formed, into a rejection that carries
 * the reason and where the record lay as headers. A registry that is away is neither: it stops the record here until it
 * answers.
 *
 * <p>From here on records carry the time at which they are read. What an event came with may lie in 1970, and topics with a
 * retention would drop what follows from it at once; or in the future, and brokers refuse that. Of the event's headers
 * its {@link Cause} goes on, and nothing else.
 */
public final class ReadEvents extends ContextualProcessor<byte[], byte[], byte[], InputEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(ReadEvents.class);

    private final RecordReader reader;
    private final Map<String, CatalogTopic> topics;

    /** @param topics those that are read, by their full names */
    public ReadEvents(RecordReader reader, Map<String, CatalogTopic> topics) {
        this.reader = reader;
        this.topics = topics;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata source = context().recordMetadata().orElseThrow();
        CatalogTopic topic = Objects.requireNonNull(topics.get(source.topic()));
        long now = context().currentSystemTimeMs();
        Cause cause = Cause.ofEvent(record.headers(), record.timestamp(), now);
        try {
            if (topic.isInput()) {
                RecordForm.size(record.key(), record.value());
            }
            InputEvent event = reader.read(topic, record.key(), record.value());
            LOG.debug(
                    "event from {}-{} at offset {}{}",
                    source.topic(),
                    source.partition(),
                    source.offset(),
                    cause.inLog());
            context().forward(record.withValue(event).withTimestamp(now).withHeaders(cause.headers()));
        } catch (IllFormedEventException | InvalidKeyException | UnreadableRecordException e) {
            String reason = DeadLetterRecord.reason(e);
            LOG.warn(
                    "dead letter from {}-{} at offset {}{}: {}",
                    source.topic(),
                    source.partition(),
                    source.offset(),
                    cause.inLog(),
                    reason);
            context().forward(DeadLetterRecord.of(record, source, reason).withTimestamp(now));
        }
    }
}
