package dev.partnercatalog.streams.input;

import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.quarantine.RejectedRecordException;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns each input record into an event, and rejects records that can't be read or are malformed
 * ({@link RejectedRecordException}). If the registry is unavailable, that is neither: the record waits here until the
 * registry responds.
 *
 * <p>From here on, records carry the time at which they are read. An event's own time may be in 1970, and topics with a
 * retention would then drop its results at once; or in the future, which brokers refuse. Of the event's headers, only
 * its {@link PublicationTime} is passed on.
 */
public final class ReadEvents extends ContextualProcessor<byte[], byte[], byte[], InputEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(ReadEvents.class);

    private final EventReader reader;
    private final Map<String, CatalogTopic> topics;

    /** @param topics the topics that are read, by their full names */
    public ReadEvents(EventReader reader, Map<String, CatalogTopic> topics) {
        this.reader = reader;
        this.topics = topics;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        RecordMetadata source = context().recordMetadata().orElseThrow();
        InputEvent event = read(record, source);
        long now = context().currentSystemTimeMs();
        LOG.debug("event from {}-{} at offset {}", source.topic(), source.partition(), source.offset());
        Headers headers = PublicationTime.ofEvent(record.timestamp(), now).headers();
        context().forward(record.withValue(event).withTimestamp(now).withHeaders(headers));
    }

    private InputEvent read(Record<byte[], byte[]> record, RecordMetadata source) {
        CatalogTopic topic = Objects.requireNonNull(topics.get(source.topic()));
        try {
            return reader.read(topic, source.topic(), record.key(), record.value());
        } catch (RegistryUnavailableException | RejectedRecordException e) {
            throw e;
        } catch (RuntimeException e) {
            // Nothing has been done for the record yet, so there is no need to try it again as after other faults.
            LOG.error(
                    "reading the event from {}-{} at offset {} failed",
                    source.topic(),
                    source.partition(),
                    source.offset(),
                    e);
            throw new RejectedRecordException(
                    "reading it failed because of an unexpected fault, which the log of streams-app shows");
        }
    }
}
