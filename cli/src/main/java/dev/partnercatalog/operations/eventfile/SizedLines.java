package dev.partnercatalog.operations.eventfile;

import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.MalformedEventException;
import dev.partnercatalog.schemas.registry.GeneratedCoders;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Events of which none is larger than its topic allows: one that is becomes a fault. For those who don't serialize the
 * events themselves; the others ask {@link #sized}. Not thread-safe.
 */
public final class SizedLines implements EventLines {

    /** What precedes the value in a published record: a zero and the content id, whichever that is. */
    private static final byte[] HEAD = new byte[1 + Integer.BYTES];

    private final CatalogTopic topic;
    private final EventLines lines;
    private final SpecificDatumWriter<SpecificRecord> writer;
    private @Nullable BinaryEncoder encoder;

    public SizedLines(CatalogTopic topic, EventLines lines) {
        this.topic = topic;
        this.lines = lines;
        this.writer = new SpecificDatumWriter<>(topic.valueSchema(), GeneratedCoders.of(topic.valueType()));
    }

    @Override
    public @Nullable Line next() throws IOException {
        Line line = lines.next();
        return line instanceof Line.Put put ? sized(topic, put, published(put.value())) : line;
    }

    /**
     * The event; at fault if it is larger than its topic allows.
     *
     * @param value the event's, as it is published
     */
    public static Line sized(CatalogTopic topic, Line.Put event, byte[] value) {
        try {
            EventRules.size(topic, event.key().getBytes(StandardCharsets.UTF_8), value);
            return event;
        } catch (MalformedEventException e) {
            return Line.Faulty.whole(event.number(), String.valueOf(e.getMessage()));
        }
    }

    private byte[] published(SpecificRecord value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        bytes.write(HEAD);
        encoder = EncoderFactory.get().binaryEncoder(bytes, encoder);
        writer.write(value, encoder);
        encoder.flush();
        return bytes.toByteArray();
    }
}
