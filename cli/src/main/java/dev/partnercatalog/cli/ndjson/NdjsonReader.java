package dev.partnercatalog.cli.ndjson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.InputStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Reads the events of one input topic, one JSON object a line (the input contract, "As NDJSON"): the value's fields by
 * their names, a field left out takes its default, nothing is coerced, and a field that the record doesn't have is a
 * fault. {@code {"$delete": {…}}} holds the key's fields and takes a record back.
 *
 * <p>A line that doesn't fit comes as {@link Line.Faulty}; the reader goes on behind it. One line is held in memory at
 * a time. Not thread-safe; closing the stream is the caller's part.
 */
public final class NdjsonReader {

    /** A longer line is a fault; Kafka's brokers take no record near as large by default. */
    public static final int LONGEST_LINE = 8 << 20;

    private static final String DELETE = "$delete";

    private final CatalogTopic topic;
    private final TopicKey key;
    private final Schema schema;
    private final LineReader lines;

    /** Throws {@link IllegalArgumentException} where {@code topic} is no input. */
    public NdjsonReader(CatalogTopic topic, InputStream in) {
        this(topic, in, LONGEST_LINE);
    }

    NdjsonReader(CatalogTopic topic, InputStream in, int longestLine) {
        this.topic = topic;
        this.key = new TopicKey(topic);
        this.schema = topic.valueSchema();
        this.lines = new LineReader(in, longestLine);
    }

    /** The next line that isn't blank; null at the end. */
    public @Nullable Line next() throws IOException {
        LineReader.RawLine raw = lines.next();
        while (raw != null && raw.isBlank()) {
            raw = lines.next();
        }
        return raw == null ? null : read(raw);
    }

    private Line read(LineReader.RawLine raw) {
        Faults faults = new Faults();
        Line line = read(raw, faults);
        return line != null ? line : new Line.Faulty(raw.number(), faults.list());
    }

    private @Nullable Line read(LineReader.RawLine raw, Faults faults) {
        if (raw.tooLong()) {
            faults.add(FieldPath.ROOT, "is longer than " + lines.longest() + " bytes");
            return null;
        }
        ObjectNode object = StrictJson.object(raw, faults);
        if (object == null) {
            return null;
        }
        RecordConversion conversion = new RecordConversion(faults);
        if (object.has(DELETE)) {
            return deletion(raw.number(), object, conversion, faults);
        }
        IndexedRecord value = conversion.record(object, schema, FieldPath.ROOT);
        if (faults.isEmpty()) {
            checkScope(value, faults);
        }
        return faults.isEmpty() ? new Line.Put(raw.number(), key.of(value), (SpecificRecord) value) : null;
    }

    private @Nullable Line deletion(long number, ObjectNode object, RecordConversion conversion, Faults faults) {
        FieldPath path = FieldPath.ROOT.field(DELETE);
        JsonNode fields = object.get(DELETE);
        if (object.size() > 1) {
            faults.add(path, "must stand alone in its line");
        }
        if (!(fields instanceof ObjectNode keyFields)) {
            faults.add(
                    path,
                    "must be an object of " + String.join(", ", key.fields()) + ", but is "
                            + JsonValues.describe(fields));
            return null;
        }
        IndexedRecord deleted = conversion.record(keyFields, key.schema(), path);
        return faults.isEmpty() ? new Line.Delete(number, key.of(deleted)) : null;
    }

    /** Display attributes are one record on two topics: a location's have a location, a company's have none. */
    private void checkScope(IndexedRecord value, Faults faults) {
        if (topic != CatalogTopic.COMPANY_ATTRIBUTES && topic != CatalogTopic.LOCATION_ATTRIBUTES) {
            return;
        }
        boolean ofLocation = value.get(schema.getField("locationId").pos()) != null;
        if (ofLocation && topic == CatalogTopic.COMPANY_ATTRIBUTES) {
            faults.add(FieldPath.ROOT.field("locationId"), "must be left out on " + topic.baseName());
        } else if (!ofLocation && topic == CatalogTopic.LOCATION_ATTRIBUTES) {
            faults.add(FieldPath.ROOT.field("locationId"), "is missing, and null is none");
        }
    }
}
