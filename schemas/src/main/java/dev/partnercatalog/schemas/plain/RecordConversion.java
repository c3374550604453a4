package dev.partnercatalog.schemas.plain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.event.EventRules;
import dev.partnercatalog.schemas.event.MalformedEventException;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.jspecify.annotations.Nullable;

/**
 * Converts plain JSON to the record that an Avro schema describes. Supports the types that the input
 * contracts use: records, arrays, maps, optional values, text, whole numbers, doubles and booleans.
 *
 * <p>Nothing is coerced and nothing is dropped. After a fault the conversion continues, to find the event's other
 * faults; its result is meaningful only if there were none.
 */
final class RecordConversion {

    private static final SpecificData DATA = SpecificData.get();

    private final FieldFaults faults;

    RecordConversion(FieldFaults faults) {
        this.faults = faults;
    }

    IndexedRecord record(ObjectNode object, Schema schema, FieldPath path) {
        object.fieldNames().forEachRemaining(name -> {
            if (schema.getField(name) == null) {
                faults.add(path.field(name), schema.getName() + " has no such field");
            }
        });
        IndexedRecord record = (IndexedRecord) DATA.newRecord(null, schema);
        for (Schema.Field field : schema.getFields()) {
            JsonNode node = object.get(field.name());
            FieldPath fieldPath = path.field(field.name());
            int faultsBefore = faults.count();
            Object value = node == null ? defaultOf(field, fieldPath) : value(node, field.schema(), fieldPath);
            if (faults.count() == faultsBefore) {
                checkForm(record, field, value, fieldPath);
                record.put(field.pos(), value);
            }
        }
        return record;
    }

    /** Adds a fault if a value, already of the field's type, is malformed; an absent value never is. */
    private void checkForm(IndexedRecord record, Schema.Field field, @Nullable Object value, FieldPath path) {
        if (value == null) {
            return;
        }
        try {
            EventRules.checkField(field.name(), field, value, record);
        } catch (InvalidKeyException | MalformedEventException e) {
            faults.add(path, String.valueOf(e.getMessage()));
        }
    }

    private @Nullable Object defaultOf(Schema.Field field, FieldPath path) {
        if (!field.hasDefaultValue()) {
            return fault(path, "is missing");
        }
        return DATA.deepCopy(field.schema(), DATA.getDefaultValue(field));
    }

    private @Nullable Object value(JsonNode node, Schema schema, FieldPath path) {
        return switch (schema.getType()) {
            case UNION -> node.isNull() ? null : value(node, present(schema), path);
            case RECORD -> node instanceof ObjectNode object ? record(object, schema, path) : wrong(node, schema, path);
            case ARRAY -> node.isArray() ? array(node, schema.getElementType(), path) : wrong(node, schema, path);
            case MAP -> node.isObject() ? map(node, schema.getValueType(), path) : wrong(node, schema, path);
            case STRING -> node.isTextual() ? text(node.textValue(), path) : wrong(node, schema, path);
            case BOOLEAN -> node.isBoolean() ? (Object) node.booleanValue() : wrong(node, schema, path);
            case INT -> node.isInt() ? (Object) node.intValue() : wrong(node, schema, path);
            case LONG -> node.isInt() || node.isLong() ? (Object) node.longValue() : wrong(node, schema, path);
            case DOUBLE ->
                node.isNumber() && Double.isFinite(node.doubleValue())
                        ? (Object) node.doubleValue()
                        : wrong(node, schema, path);
            case ENUM, FIXED, BYTES, FLOAT, NULL -> throw unsupported(schema);
        };
    }

    private List<@Nullable Object> array(JsonNode node, Schema elements, FieldPath path) {
        List<@Nullable Object> values = new ArrayList<>(node.size());
        for (int i = 0; i < node.size(); i++) {
            values.add(value(node.get(i), elements, path.element(i)));
        }
        return values;
    }

    private Map<String, @Nullable Object> map(JsonNode node, Schema values, FieldPath path) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        node.properties().forEach(entry -> {
            FieldPath entryPath = path.field(entry.getKey());
            entries.put(entry.getKey(), value(entry.getValue(), values, entryPath));
        });
        return entries;
    }

    private @Nullable Object text(String text, FieldPath path) {
        if (!JsonValues.isUnicode(text)) {
            return fault(path, "has half a surrogate pair, which is not a character");
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

    private @Nullable Object wrong(JsonNode node, Schema schema, FieldPath path) {
        String wanted = switch (schema.getType()) {
            case STRING -> "text";
            case BOOLEAN -> "true or false";
            case INT -> "a whole number from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE;
            case LONG -> "a whole number";
            case DOUBLE -> "a number within the range of a double";
            case ARRAY -> "an array";
            default -> "an object";
        };
        return fault(path, "must be " + wanted + ", but is " + JsonValues.describe(node));
    }

    private @Nullable Object fault(FieldPath path, String problem) {
        faults.add(path, problem);
        return null;
    }

    private static IllegalArgumentException unsupported(Schema schema) {
        return new IllegalArgumentException("no plain JSON form is defined for the type " + schema);
    }
}
