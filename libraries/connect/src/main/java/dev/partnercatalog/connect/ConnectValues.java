package dev.partnercatalog.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.plain.JsonValues;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Struct;
import org.jspecify.annotations.Nullable;

/** Values of Connect as plain JSON. Fields that are null are left out, so that they have their defaults. */
final class ConnectValues {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private ConnectValues() {}

    /** The fields of a row by their names, in the row's order; null if the value isn't a row. */
    static @Nullable Map<String, @Nullable Object> fields(@Nullable Object value) {
        if (value instanceof Struct struct) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            for (Field field : struct.schema().fields()) {
                // What is null in the database is null here, even if the column has a default there.
                fields.put(field.name(), struct.getWithoutDefault(field.name()));
            }
            return fields;
        }
        if (value instanceof Map<?, ?> map) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            map.forEach((name, field) -> fields.put(String.valueOf(name), field));
            return fields;
        }
        return null;
    }

    /** A value as JSON; dates, times and bytes, which no field of the catalog is, in a form that people can read. */
    static JsonNode json(@Nullable Object value) {
        if (value == null) {
            return JSON.nullNode();
        }
        if (value instanceof String text) {
            return JSON.textNode(text);
        }
        if (value instanceof Boolean truth) {
            return JSON.booleanNode(truth);
        }
        if (value instanceof Number number) {
            return number(number);
        }
        if (value instanceof Collection<?> elements) {
            ArrayNode array = JSON.arrayNode(elements.size());
            elements.forEach(element -> array.add(json(element)));
            return array;
        }
        Map<String, @Nullable Object> fields = fields(value);
        if (fields != null) {
            BigDecimal decimal = debeziumDecimal(value);
            return decimal == null ? object(fields) : number(decimal);
        }
        if (value instanceof Date time) {
            return JSON.textNode(time.toInstant().toString());
        }
        return value instanceof byte[] bytes
                ? JSON.binaryNode(bytes)
                : value instanceof ByteBuffer buffer ? JSON.binaryNode(bytes(buffer)) : JSON.textNode(value.toString());
    }

    /** What a value is that can't be a value of any field; null if it can. */
    static @Nullable String foreign(Object value) {
        if (value instanceof Date) {
            return "a date or a time";
        }
        return value instanceof byte[] || value instanceof ByteBuffer ? "bytes" : null;
    }

    private static ObjectNode object(Map<String, @Nullable Object> fields) {
        ObjectNode object = JSON.objectNode();
        fields.forEach((name, field) -> {
            if (field != null) {
                object.set(name, json(field));
            }
        });
        return object;
    }

    private static JsonNode number(Number number) {
        if (number instanceof Float single && Float.isFinite(single)) {
            // As the database shows it: 0.1, not 0.10000000149011612.
            return JSON.numberNode(new BigDecimal(single.toString()));
        }
        if (number instanceof Float || number instanceof Double) {
            return JSON.numberNode(number.doubleValue());
        }
        if (number instanceof BigDecimal decimal) {
            return decimal.scale() <= 0 ? JsonValues.whole(decimal.toBigIntegerExact()) : JSON.numberNode(decimal);
        }
        return JsonValues.whole(number instanceof BigInteger whole ? whole : BigInteger.valueOf(number.longValue()));
    }

    /** A number of a column without a scale, as Debezium writes it if {@code decimal.handling.mode} is not set. */
    private static @Nullable BigDecimal debeziumDecimal(Object value) {
        if (!(value instanceof Struct struct)
                || !"io.debezium.data.VariableScaleDecimal"
                        .equals(struct.schema().name())) {
            return null;
        }
        Object unscaled = struct.get("value");
        return new BigDecimal(
                new BigInteger(unscaled instanceof ByteBuffer buffer ? bytes(buffer) : (byte[]) unscaled),
                struct.getInt32("scale"));
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
