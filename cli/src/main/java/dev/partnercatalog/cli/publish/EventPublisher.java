package dev.partnercatalog.cli.publish;

import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.schemas.conversion.FieldFaults.FieldFault;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.key.MalformedEventException;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Publishes events to input topics. Events of one key stay in order. */
public final class EventPublisher {

    private EventPublisher() {}

    /**
     * Publishes every line that fits to a topic that exists, and waits until the brokers have answered for each.
     *
     * @param report counts what is published, also of a run that throws
     * @throws IOException if the file can't be read; what was read before that is published
     * @throws dev.partnercatalog.schemas.registry.RegistryUnavailableException before anything is published
     */
    public static void publish(OpenTopics topics, CatalogTopic topic, Line.Reader lines, PublishReport report)
            throws IOException {
        String name = topics.nameOf(topic);
        // Deletions need no schema, and must not be published if what follows them can't be.
        topics.registry().contentId(name, topic.valueSchema());
        RecordSerializer<SpecificRecord> serializer = new RecordSerializer<>(topics.registry(), topic);
        Producer<byte[], byte[]> producer = topics.producer();
        try {
            read(topic, lines, value -> serializer.serialize(name, value), report, (event, value) -> {
                send(producer, new ProducerRecord<>(name, bytes(event.key()), value), event, report);
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
                    EventRules.size(topic, bytes(event.key()), value);
                    use.accept(event, value);
                } catch (MalformedEventException e) {
                    report.fault(event.number(), String.valueOf(e.getMessage()));
                }
            }
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback receives the same
    private static void send(
            Producer<byte[], byte[]> producer,
            ProducerRecord<byte[], byte[]> record,
            Line.Event event,
            PublishReport report) {
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

    private static byte[] bytes(String key) {
        return key.getBytes(StandardCharsets.UTF_8);
    }
}
