package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.publish.eventfile.Line;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.MalformedEventException;
import dev.partnercatalog.schemas.plain.FieldFaults.FieldFault;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.Serializer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes events to input topics, with one producer for any number of them. Events of one key stay in order. One run
 * at a time; not thread-safe.
 */
public final class EventPublisher implements AutoCloseable {

    private final Producer<String, byte[]> producer;
    private final Function<CatalogTopic, Serializer<SpecificRecord>> serializers;
    private final String topicPrefix;

    /**
     * @param producer closed with the publisher
     * @param serializers by topic, called once per run; those that are returned need nothing else, such as the registry
     */
    EventPublisher(
            Producer<String, byte[]> producer,
            Function<CatalogTopic, Serializer<SpecificRecord>> serializers,
            String topicPrefix) {
        this.producer = producer;
        this.serializers = serializers;
        this.topicPrefix = topicPrefix;
    }

    /** Connects to a cluster whose topics exist; if it is unreachable, publishing fails. */
    public static EventPublisher connect(KafkaSettings kafka, SchemaRegistry registry) {
        String prefix = kafka.topics().prefix();
        return new EventPublisher(
                new Brokers(kafka).producer(),
                topic -> {
                    // Deletions need no schema, and must not be published if what follows them can't be.
                    registry.contentId(topic.name(prefix), topic.valueSchema());
                    return new RecordSerializer<>(registry, topic);
                },
                prefix);
    }

    /**
     * Publishes every line that fits and waits until the brokers have answered for each.
     *
     * @param topic one of the input topics
     * @param report counts what is published, also of a run that throws
     * @throws IOException if the file can't be read; what was read before that is published
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException if the topic's schema can't be fetched;
     *     nothing is published
     * @throws dev.partnercatalog.schemas.registry.IncompatibleSchemaException if the registry has a schema that ours
     *     would break; nothing is published
     */
    public void publish(CatalogTopic topic, Line.Reader lines, PublishReport report) throws IOException {
        Serializer<SpecificRecord> serializer = serializers.apply(topic);
        String name = topic.name(topicPrefix);
        try {
            read(topic, lines, value -> serializer.serialize(name, value), report, (event, value) -> {
                send(record(name, event.key(), value), event, report);
            });
        } finally {
            producer.flush();
        }
    }

    /** Reads the events to the end as {@link #publish} does, without publishing any: the report is what it would be. */
    static void check(CatalogTopic topic, Line.Reader lines, PublishReport report) throws IOException {
        RecordSerializer<SpecificRecord> serializer = RecordSerializer.unregistered(topic);
        read(topic, lines, value -> serializer.serialize("", value), report, (event, value) -> report.accepted(event));
    }

    private static void read(
            CatalogTopic topic,
            Line.Reader lines,
            Function<SpecificRecord, byte @Nullable []> serializer,
            PublishReport report,
            BiConsumer<Line.Event, byte @Nullable []> use)
            throws IOException {
        for (Line line = lines.next(); line != null && !report.isBroken(); line = lines.next()) {
            if (line instanceof Line.Faulty faulty) {
                report.fault(faulty.number(), FieldFault.inWords(faulty.faults()));
            } else if (line instanceof Line.Event event) {
                byte[] value = event.value() == null ? null : serializer.apply(event.value());
                try {
                    EventRules.size(topic, event.key().getBytes(StandardCharsets.UTF_8), value);
                    use.accept(event, value);
                } catch (MalformedEventException e) {
                    report.fault(event.number(), String.valueOf(e.getMessage()));
                }
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback receives the same
    private void send(ProducerRecord<String, byte[]> record, Line.Event event, PublishReport report) {
        try {
            producer.send(record, (metadata, refusal) -> {
                if (refusal == null) {
                    report.accepted(event);
                } else {
                    report.refused(event, refusal);
                }
            });
        } catch (KafkaException e) {
            // A producer that can't be used any more, such as a fenced one, reports it here and not to the callback.
            report.refused(event, e);
        }
    }

    @SuppressWarnings("NullAway") // Kafka's own classes don't declare nullness: a null value is a tombstone
    private static ProducerRecord<String, byte[]> record(String topic, String key, byte @Nullable [] value) {
        return new ProducerRecord<>(topic, key, value);
    }

    @Override
    public void close() {
        producer.close();
    }
}
