package dev.partnercatalog.streams.input;

import dev.partnercatalog.schemas.key.InvalidKeyException;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns each input record into an event, or, where it can't be read or is ill formed, into a rejection that carries
 * the reason and where the record lay as headers. A registry that is away is neither: it stops the record here until it
 * answers.
 */
public final class ReadEvents extends ContextualProcessor<byte[], byte[], byte[], InputEvent> {

    /** Why a dead letter was rejected, in words for whoever published it. */
    public static final String REASON = "dead-letter-reason";

    /** The topic a dead letter came from. */
    public static final String TOPIC = "dead-letter-topic";

    /** The partition of that topic, in decimal. */
    public static final String PARTITION = "dead-letter-partition";

    /** The offset in that partition, in decimal. */
    public static final String OFFSET = "dead-letter-offset";

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
        try {
            InputEvent event = reader.read(topic, record.key(), record.value());
            context().forward(record.withValue(event).withHeaders(new RecordHeaders()));
        } catch (IllFormedEventException | InvalidKeyException | UnreadableRecordException e) {
            reject(record, source, Objects.requireNonNullElse(e.getMessage(), "unreadable"));
        }
    }

    private void reject(Record<byte[], byte[]> record, RecordMetadata source, String reason) {
        LOG.warn(
                "dead letter from {}-{} at offset {}: {}", source.topic(), source.partition(), source.offset(), reason);
        Headers headers = new RecordHeaders(record.headers());
        put(headers, REASON, reason);
        put(headers, TOPIC, source.topic());
        put(headers, PARTITION, Integer.toString(source.partition()));
        put(headers, OFFSET, Long.toString(source.offset()));
        context()
                .forward(record.withValue(new InputEvent.Rejected(record.value()))
                        .withHeaders(headers));
    }

    private static void put(Headers headers, String name, String value) {
        headers.remove(name);
        headers.add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
