package dev.partnercatalog.cli.backup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record of the service as JSON: its fields by their names, bytes in base64. A field that is left out has its default,
 * so a later version reads what an earlier one has saved; a field that is unknown is a fault.
 */
final class SavedRecord {

    private static final SpecificData DATA = SpecificData.get();
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    /** Thrown if JSON isn't the record that is expected. */
    static final class UnfitException extends Exception {

        private static final long serialVersionUID = 1;

        UnfitException(String message) {
            super(message);
        }
    }

    private SavedRecord() {}

    static ObjectNode json(IndexedRecord record) {
        ObjectNode object = JSON.objectNode();
        for (Schema.Field field : record.getSchema().getFields()) {
            object.set(field.name(), json(record.get(field.pos())));
        }
        return object;
    }

    private static JsonNode json(@Nullable Object value) {
        if (value == null) {
            return JSON.nullNode();
        }
        if (value instanceof IndexedRecord record) {
            return json(record);
        }
        if (value instanceof List<?> list) {
            ArrayNode array = JSON.arrayNode();
            list.forEach(element -> array.add(json(element)));
            return array;
        }
        if (value instanceof Map<?, ?> map) {
            ObjectNode object = JSON.objectNode();
            map.forEach((key, entry) -> object.set(key.toString(), json(entry)));
            return object;
        }
        if (value instanceof ByteBuffer bytes) {
            byte[] copy = new byte[bytes.remaining()];
            bytes.duplicate().get(copy);
            return JSON.binaryNode(copy);
        }
        if (value instanceof Instant time) {
            return JSON.numberNode(time.toEpochMilli());
        }
        if (value instanceof Boolean is) {
            return JSON.booleanNode(is);
        }
        if (value instanceof Double number) {
            return JSON.numberNode(number);
        }
        return value instanceof Number number ? JSON.numberNode(number.longValue()) : JSON.textNode(value.toString());
    }

    /** Returns the record; throws {@link UnfitException}, with the place of the fault, if the JSON isn't one. */
    static <T extends SpecificRecord> T read(JsonNode json, Class<T> type) throws UnfitException {
        require(json.isObject(), type.getSimpleName(), "has another type");
        return type.cast(record(json, DATA.getSchema(type), type.getSimpleName()));
    }

    private static IndexedRecord record(JsonNode json, Schema schema, String path) throws UnfitException {
        for (String name : json.propertyStream().map(Map.Entry::getKey).toList()) {
            require(schema.getField(name) != null, path + "." + name, "is unknown to this version");
        }
        IndexedRecord record = (IndexedRecord) DATA.newRecord(null, schema);
        for (Schema.Field field : schema.getFields()) {
            JsonNode value = json.get(field.name());
            String place = path + "." + field.name();
            require(value != null || field.hasDefaultValue(), place, "is missing");
            record.put(
                    field.pos(),
                    value == null
                            ? DATA.deepCopy(field.schema(), DATA.getDefaultValue(field))
                            : value(value, field.schema(), place));
        }
        return record;
    }

    private static @Nullable Object value(JsonNode json, Schema schema, String path) throws UnfitException {
        boolean fits = switch (schema.getType()) {
            case UNION -> true;
            case RECORD, MAP -> json.isObject();
            case ARRAY -> json.isArray();
            case STRING, BYTES -> json.isTextual();
            case BOOLEAN -> json.isBoolean();
            case INT -> json.canConvertToInt() && json.isIntegralNumber();
            case LONG -> json.canConvertToLong() && json.isIntegralNumber();
            case DOUBLE -> json.isNumber();
            default -> false;
        };
        require(fits, path, "has another type");
        return switch (schema.getType()) {
            case UNION -> json.isNull() ? null : value(json, schema.getTypes().get(1), path);
            case RECORD -> record(json, schema, path);
            case MAP -> {
                Map<String, @Nullable Object> map = new HashMap<>();
                for (Map.Entry<String, JsonNode> entry : json.properties()) {
                    map.put(entry.getKey(), value(entry.getValue(), schema.getValueType(), path));
                }
                yield map;
            }
            case ARRAY -> {
                List<@Nullable Object> list = new ArrayList<>();
                for (JsonNode element : json) {
                    list.add(value(element, schema.getElementType(), path));
                }
                yield list;
            }
            case BYTES -> ByteBuffer.wrap(bytes(json, path));
            case BOOLEAN -> json.booleanValue();
            case INT -> json.intValue();
            case LONG ->
                schema.getLogicalType() == null ? (Object) json.longValue() : Instant.ofEpochMilli(json.longValue());
            case DOUBLE -> json.doubleValue();
            default -> json.textValue();
        };
    }

    private static byte[] bytes(JsonNode json, String path) throws UnfitException {
        try {
            return json.binaryValue();
        } catch (IOException e) {
            throw new UnfitException(path + " isn't base64");
        }
    }

    private static void require(boolean condition, String path, String problem) throws UnfitException {
        if (!condition) {
            throw new UnfitException(path + " " + problem);
        }
    }
}
