package dev.partnercatalog.schemas.conversion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.schemas.event.EventKey;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.key.MalformedEventException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * Converts an object, whatever it was read from, to the event of an input topic: a record to publish or a deletion.
 * Supports the types that the input contracts use: records, arrays, maps, optional values, text, whole numbers, doubles
 * and booleans.
 *
 * <p>Nothing is coerced and nothing is dropped. After a fault the conversion continues, to find the event's other faults.
 */
public final class EventConversion {

    /** The field that marks a deletion. */
    public static final String DELETE = "$delete";

    private static final SpecificData DATA = SpecificData.get();

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
                "dev.partnercatalog.schemas.conversion",
                false,
                EventKey.fields(topic).stream()
                        .map(name -> new Schema.Field(
                                name, present(schema.getField(name).schema())))
                        .toList());
    }

    /** The schema of the topic's records. */
    public Schema schema() {
        return schema;
    }

    /** Returns the event; null if the object doesn't fit, with the reasons in {@code faults}. */
    public @Nullable PlainEvent event(ObjectNode object, FieldFaults faults) {
        if (object.has(DELETE)) {
            String deleted = deletion(object, faults.field(DELETE));
            return deleted == null ? null : new PlainEvent(deleted, null);
        }
        SpecificRecord value = (SpecificRecord) record(object, schema, faults);
        if (faults.isEmpty() && value instanceof DisplayAttributes attributes) {
            checkScope(attributes, faults.field("locationId"));
        }
        if (!faults.isEmpty()) {
            return null;
        }
        String key = EventKey.of(topic, value);
        try {
            // Each field was checked by itself, so that all faults are named: what is left is about several together.
            EventRules.checkDecoded(topic, key, value);
        } catch (MalformedEventException e) {
            faults.add(String.valueOf(e.getMessage()));
            return null;
        }
        return new PlainEvent(key, value);
    }

    /** Returns the key of the record to delete. */
    private @Nullable String deletion(ObjectNode object, FieldFaults faults) {
        JsonNode fields = object.get(DELETE);
        if (object.size() > 1) {
            faults.add("must be the only field of its line");
        }
        if (fields instanceof ObjectNode keyFields) {
            return key(keyFields, faults);
        }
        faults.add("must be an object of " + String.join(", ", EventKey.fields(topic)) + ", but is "
                + JsonValues.describe(fields));
        return null;
    }

    /** Returns the key of a record by its fields; null if they don't fit, with the reasons in {@code faults}. */
    public @Nullable String key(ObjectNode keyFields, FieldFaults faults) {
        IndexedRecord named = record(keyFields, keySchema, faults);
        return faults.isEmpty() ? EventKey.of(topic, named) : null;
    }

    /** Both topics of display attributes have the same record: a location's must have a location, a company's must not. */
    private void checkScope(DisplayAttributes value, FieldFaults faults) {
        boolean isGiven = value.getLocationId() != null;
        if (isGiven == (topic == CatalogTopic.COMPANY_ATTRIBUTES)) {
            faults.add(isGiven ? "must be left out on " + topic.baseName() : "is missing or null");
        }
    }

    /** Its result, and those of the methods below, are meaningful only if there were no faults. */
    private static IndexedRecord record(ObjectNode object, Schema schema, FieldFaults faults) {
        object.fieldNames().forEachRemaining(name -> {
            if (schema.getField(name) == null) {
                faults.field(name).add(schema.getName() + " has no such field");
            }
        });
        IndexedRecord record = (IndexedRecord) DATA.newRecord(null, schema);
        for (Schema.Field field : schema.getFields()) {
            JsonNode node = object.get(field.name());
            FieldFaults own = faults.field(field.name());
            int faultsBefore = faults.count();
            Object value = node == null ? defaultOf(field, own) : value(node, field.schema(), own);
            if (faults.count() == faultsBefore) {
                checkForm(record, field, value, own);
                record.put(field.pos(), value);
            }
        }
        return record;
    }

    /** Adds a fault if a value, already of the field's type, is malformed; an absent value never is. */
    private static void checkForm(
            IndexedRecord record, Schema.Field field, @Nullable Object value, FieldFaults faults) {
        if (value == null) {
            return;
        }
        try {
            EventRules.checkField(field.name(), field, value, record);
        } catch (MalformedEventException e) {
            faults.add(String.valueOf(e.getMessage()));
        }
    }

    private static @Nullable Object defaultOf(Schema.Field field, FieldFaults faults) {
        if (!field.hasDefaultValue()) {
            faults.add("is missing");
            return null;
        }
        return DATA.deepCopy(field.schema(), DATA.getDefaultValue(field));
    }

    private static @Nullable Object value(JsonNode node, Schema schema, FieldFaults faults) {
        return switch (schema.getType()) {
            case UNION -> node.isNull() ? null : value(node, present(schema), faults);
            case RECORD ->
                node instanceof ObjectNode object ? record(object, schema, faults) : wrong(node, schema, faults);
            case ARRAY -> node.isArray() ? array(node, schema.getElementType(), faults) : wrong(node, schema, faults);
            case MAP -> node.isObject() ? map(node, schema.getValueType(), faults) : wrong(node, schema, faults);
            case STRING -> node.isTextual() ? text(node.textValue(), faults) : wrong(node, schema, faults);
            case BOOLEAN -> node.isBoolean() ? (Object) node.booleanValue() : wrong(node, schema, faults);
            case INT -> node.isInt() ? (Object) node.intValue() : wrong(node, schema, faults);
            case LONG -> node.isInt() || node.isLong() ? (Object) node.longValue() : wrong(node, schema, faults);
            case DOUBLE ->
                node.isNumber() && Double.isFinite(node.doubleValue())
                        ? (Object) node.doubleValue()
                        : wrong(node, schema, faults);
            case ENUM, FIXED, BYTES, FLOAT, NULL -> throw unsupported(schema);
        };
    }

    private static List<@Nullable Object> array(JsonNode node, Schema elements, FieldFaults faults) {
        List<@Nullable Object> values = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            values.add(value(node.get(i), elements, faults.element(i)));
        }
        return values;
    }

    private static Map<String, @Nullable Object> map(JsonNode node, Schema values, FieldFaults faults) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        node.properties()
                .forEach(entry ->
                        entries.put(entry.getKey(), value(entry.getValue(), values, faults.field(entry.getKey()))));
        return entries;
    }

    /** JSON escapes can produce half a surrogate pair, which can't be written as UTF-8. */
    private static String text(String text, FieldFaults faults) {
        if (text.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            faults.add("has half a surrogate pair, which is not a character");
        }
        return text;
    }

    /** The type of a present value, whether it is optional or not. */
    static Schema present(Schema type) {
        if (!type.isUnion()) {
            return type;
        }
        List<Schema> types = type.getTypes();
        if (types.size() != 2 || types.get(0).getType() != Schema.Type.NULL) {
            throw unsupported(type);
        }
        return types.get(1);
    }

    private static @Nullable Object wrong(JsonNode node, Schema schema, FieldFaults faults) {
        String wanted = switch (schema.getType()) {
            case STRING -> "text";
            case BOOLEAN -> "true or false";
            case INT -> "a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE;
            case LONG -> "a whole number";
            case DOUBLE -> "a number within the range of a double";
            case ARRAY -> "an array";
            default -> "an object";
        };
        faults.add("must be " + wanted + ", but is " + JsonValues.describe(node));
        return null;
    }

    private static IllegalArgumentException unsupported(Schema schema) {
        return new IllegalArgumentException("no plain JSON form is defined for the type " + schema);
    }
}
