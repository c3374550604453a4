package dev.partnercatalog.operations.preview;

import dev.partnercatalog.operations.eventfile.EventLines;
import dev.partnercatalog.operations.eventfile.Line;
import dev.partnercatalog.operations.preview.Preview.EventFault;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.MalformedEventException;
import dev.partnercatalog.schemas.plain.FieldFault;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Events of one or several files, up to the number that may be previewed at once. Registers no schema. Not thread-safe.
 */
public final class ProposedEvents {

    private static final int MOST_NAMED = 100;

    private final SchemaRegistry registry;
    private final String topicPrefix;
    private final PreviewLimits limits;
    private final List<ProposedEvent> events = new ArrayList<>();
    private final List<EventFault> faults = new ArrayList<>();
    private final List<EventFault> warnings = new ArrayList<>();
    private long faulty;
    private long warned;
    private long bytes;
    private boolean areAll = true;

    /**
     * An event as it would be published.
     *
     * @param place where it was read, for people, such as {@code listings.ndjson:3}
     * @param value in the registry's wire format; null deletes the record of the key
     */
    @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
    record ProposedEvent(CatalogTopic topic, String place, String key, byte @Nullable [] value) {}

    public ProposedEvents(KafkaSettings kafka, SchemaRegistry registry, PreviewLimits limits) {
        this.registry = registry.withoutRegistering();
        this.topicPrefix = kafka.topics().prefix();
        this.limits = limits;
    }

    /**
     * Adds the events of a file, up to the limit.
     *
     * @param name name of the file, for people
     * @throws IOException if the file can't be read
     */
    public void read(CatalogTopic topic, String name, EventLines lines) throws IOException {
        RecordSerializer<SpecificRecord> serializer = new RecordSerializer<>(registry, topic);
        for (Line line = lines.next(); line != null; line = lines.next()) {
            if (events.size() >= limits.events() || bytes >= limits.eventBytes()) {
                areAll = false;
                return;
            }
            String place = name + ":" + line.number();
            if (!line.warnings().isEmpty()) {
                warn(place, FieldFault.inWords(line.warnings()));
            }
            if (line instanceof Line.Put put) {
                byte[] value = serializer.serialize(topic.name(topicPrefix), put.value());
                try {
                    EventRules.size(topic, put.key().getBytes(StandardCharsets.UTF_8), value);
                } catch (MalformedEventException e) {
                    reject(place, String.valueOf(e.getMessage()));
                    continue;
                }
                bytes += value == null ? 0 : value.length;
                events.add(new ProposedEvent(topic, place, put.key(), value));
            } else if (line instanceof Line.Delete delete) {
                events.add(new ProposedEvent(topic, place, delete.key(), null));
            } else if (line instanceof Line.Faulty unfit) {
                reject(place, FieldFault.inWords(unfit.faults()));
            }
        }
    }

    private void warn(String place, String problem) {
        warned++;
        if (warnings.size() < MOST_NAMED) {
            warnings.add(new EventFault(place, problem));
        }
    }

    void reject(String place, String problem) {
        faulty++;
        if (faults.size() < MOST_NAMED) {
            faults.add(new EventFault(place, problem));
        }
    }

    /** Interprets the events as the resolver would. */
    Proposal read() {
        return Proposal.of(this, registry, topicPrefix);
    }

    List<ProposedEvent> events() {
        return events;
    }

    /** The first events that would change nothing. */
    List<EventFault> faults() {
        return faults;
    }

    /** The number of events that would change nothing. */
    long faulty() {
        return faulty;
    }

    /** The first events that are probably not what their author meant. */
    List<EventFault> warnings() {
        return warnings;
    }

    /** The number of events that are probably not what their author meant. */
    long warned() {
        return warned;
    }

    /** Whether every event was added. */
    boolean areAll() {
        return areAll;
    }
}
