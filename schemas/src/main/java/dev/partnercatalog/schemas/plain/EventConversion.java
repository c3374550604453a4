package dev.partnercatalog.schemas.plain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.schemas.event.EventKey;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.MalformedEventException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Converts an object, whatever it was read from, to the event of an input topic: a record to publish or a deletion. */
public final class EventConversion {

    /** The field that marks a deletion. */
    public static final String DELETE = "$delete";

    /**
     * An event that fits its topic.
     *
     * @param key under which it is published
     * @param value null if it deletes the key's record
     */
    public record PlainEvent(String key, @Nullable SpecificRecord value) {}

    private final CatalogTopic topic;
    private final Schema schema;

    /** Of a record with only the key's fields, none of them optional: the content of {@link #DELETE}. */
    private final Schema keySchema;

    /** Throws {@link IllegalArgumentException} if {@code topic} is not an input topic. */
    public EventConversion(CatalogTopic topic) {
        this.topic = topic;
        this.schema = topic.valueSchema();
        this.keySchema = Schema.createRecord(
                schema.getName() + "Key",
                null,
                "dev.partnercatalog.schemas.plain",
                false,
                EventKey.fields(topic).stream()
                        .map(name -> new Schema.Field(
                                name,
                                RecordConversion.present(schema.getField(name).schema())))
                        .toList());
    }

    /** The schema of the topic's records. */
    public Schema schema() {
        return schema;
    }

    /** Returns the event; null if the object doesn't fit, with the reasons in {@code faults}. */
    public @Nullable PlainEvent event(ObjectNode object, FieldFaults faults) {
        RecordConversion conversion = new RecordConversion(faults);
        if (object.has(DELETE)) {
            String deleted = deletion(object, conversion, faults);
            return deleted == null ? null : new PlainEvent(deleted, null);
        }
        SpecificRecord value = (SpecificRecord) conversion.record(object, schema, FieldPath.ROOT);
        if (faults.isEmpty()) {
            checkScope(value, faults);
        }
        return faults.isEmpty() ? whole(value, faults) : null;
    }

    /** Each field was checked by itself, so that all faults are named: what is left is about several together. */
    private @Nullable PlainEvent whole(SpecificRecord value, FieldFaults faults) {
        String key = EventKey.of(topic, value);
        try {
            EventRules.checkDecoded(topic, key, value);
        } catch (MalformedEventException e) {
            faults.add(FieldPath.ROOT, String.valueOf(e.getMessage()));
            return null;
        }
        return new PlainEvent(key, value);
    }

    /** Returns the key of the record to delete. */
    private @Nullable String deletion(ObjectNode object, RecordConversion conversion, FieldFaults faults) {
        FieldPath path = FieldPath.ROOT.field(DELETE);
        JsonNode fields = object.get(DELETE);
        if (object.size() > 1) {
            faults.add(path, "must be the only field of its line");
        }
        if (!(fields instanceof ObjectNode keyFields)) {
            faults.add(
                    path,
                    "must be an object of " + String.join(", ", EventKey.fields(topic)) + ", but is "
                            + JsonValues.describe(fields));
            return null;
        }
        return key(keyFields, path, conversion, faults);
    }

    /** Returns the key of a record by its fields; null if they don't fit, with the reasons in {@code faults}. */
    public @Nullable String key(ObjectNode keyFields, FieldFaults faults) {
        return key(keyFields, FieldPath.ROOT, new RecordConversion(faults), faults);
    }

    private @Nullable String key(
            ObjectNode keyFields, FieldPath path, RecordConversion conversion, FieldFaults faults) {
        IndexedRecord named = conversion.record(keyFields, keySchema, path);
        return faults.isEmpty() ? EventKey.of(topic, named) : null;
    }

    /** Both topics of display attributes have the same record: a location's must have a location, a company's must not. */
    private void checkScope(SpecificRecord value, FieldFaults faults) {
        if (value instanceof DisplayAttributes attributes) {
            boolean isGiven = attributes.getLocationId() != null;
            if (isGiven == (topic == CatalogTopic.COMPANY_ATTRIBUTES)) {
                faults.add(
                        FieldPath.ROOT.field("locationId"),
                        isGiven ? "must be left out on " + topic.baseName() : "is missing or null");
            }
        }
    }
}
