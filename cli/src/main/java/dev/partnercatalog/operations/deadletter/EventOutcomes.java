package dev.partnercatalog.operations.deadletter;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.operations.topic.ReadableRecords;
import dev.partnercatalog.operations.topic.ResolverProgress;
import dev.partnercatalog.records.UnchangedEvent;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.trace.EventPosition;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.registry.UnreadableRecordException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Waits until the resolver has processed what was published, and finds what it rejected of it and what changed nothing.
 * Created before anything is published, so that it knows where both topics end. Not thread-safe.
 */
public final class EventOutcomes implements AutoCloseable {

    /** A published record that was rejected. */
    public record Rejection(LogPosition position, DeadLetter letter) {}

    private final KafkaSettings kafka;
    private final Admin admin;
    private final Consumer<byte[], byte[]> consumer;
    private final RecordDeserializer<UnchangedEvent> events;
    private final DeadLetterTail letters;
    private final LogReader unchanged;
    private final Map<TopicPartition, Long> unchangedFrom;
    private final Set<TopicPartition> partitions = new HashSet<>();

    private EventOutcomes(
            KafkaSettings kafka, Admin admin, Consumer<byte[], byte[]> consumer, SchemaRegistry registry) {
        this.kafka = kafka;
        this.admin = admin;
        this.consumer = consumer;
        this.events = new RecordDeserializer<>(registry, UnchangedEvent.class);
        this.letters = new DeadLetterTail(consumer, name(CatalogTopic.DEAD_LETTERS), Long.MAX_VALUE);
        this.unchanged = new LogReader(consumer, name(CatalogTopic.UNCHANGED_EVENTS));
        letters.skip();
        this.unchangedFrom = unchanged.ends();
        partitions.addAll(unchangedFrom.keySet());
        partitions.addAll(new LogReader(consumer, name(CatalogTopic.DEAD_LETTERS)).partitions());
    }

    private String name(CatalogTopic topic) {
        return topic.name(kafka.topics().prefix());
    }

    /**
     * Looks where both topics end now.
     *
     * @throws OperatorFault if one doesn't exist, or the brokers are unavailable
     * @throws dev.partnercatalog.schemas.topic.BrokerUnavailableException if this account may not read one
     */
    public static EventOutcomes from(KafkaSettings kafka, SchemaRegistry registry) {
        Brokers brokers = new Brokers(kafka);
        brokers.partitionsOf(CatalogTopic.DEAD_LETTERS);
        brokers.partitionsOf(CatalogTopic.UNCHANGED_EVENTS);
        Admin admin = Admin.create(kafka.properties());
        Consumer<byte[], byte[]> consumer = brokers.bytesConsumer();
        try {
            return new EventOutcomes(kafka, admin, consumer, registry);
        } catch (RuntimeException e) {
            consumer.close();
            admin.close(Duration.ofSeconds(1));
            throw e;
        }
    }

    /**
     * Waits until everything that was published before this call is resolved.
     *
     * @param topic of the published records
     * @param published the positions of the records, each of which asked what becomes of it
     * @param behind receives the number of records that are left, again and again
     * @param rejected receives each of the published records that was rejected
     * @return how many of them changed nothing
     * @throws OperatorFault if the resolver makes no progress for a minute, or this account may not ask for it
     */
    public long await(
            CatalogTopic topic,
            PublishedPositions published,
            LongConsumer behind,
            java.util.function.Consumer<Rejection> rejected) {
        new ResolverProgress(admin, kafka).awaitResolved(behind);
        // A transaction's positions may be readable a moment before its records are.
        ReadableRecords.await(admin, partitions);
        String name = name(topic);
        letters.advance(letter -> {
            LogPosition position = position(letter, name);
            if (position != null && published.contain(position)) {
                rejected.accept(new Rejection(position, letter));
            }
        });
        AtomicLong count = new AtomicLong();
        unchanged.read(unchangedFrom, unchanged.ends(), record -> {
            UnchangedEvent event = read(record);
            if (event != null
                    && event.getTopic().equals(name)
                    && published.contain(new LogPosition(event.getPartition(), event.getOffset()))) {
                count.incrementAndGet();
            }
        });
        return count.get();
    }

    /** Null for a record that no version of the resolver wrote, and that therefore says nothing about events. */
    private @Nullable UnchangedEvent read(ConsumerRecord<byte[], byte[]> record) {
        try {
            return events.deserialize(record.topic(), record.value());
        } catch (UnreadableRecordException e) {
            return null;
        }
    }

    /** Where a rejected event is in a topic; null if it isn't in it. The resolver may reject it in a topic of its own. */
    private @Nullable LogPosition position(DeadLetter letter, String topic) {
        DeadLetter.Source source = letter.source();
        if (source == null) {
            return null;
        }
        if (source.topic().startsWith(kafka.applicationId("streams-app") + "-")) {
            EventPosition event = EventPosition.of(letter.headers());
            return event != null && event.topic().equals(topic)
                    ? new LogPosition(event.partition(), event.offset())
                    : null;
        }
        return source.topic().equals(topic) ? source.position() : null;
    }

    @Override
    public void close() {
        consumer.close();
        admin.close(Duration.ofSeconds(1));
    }
}
