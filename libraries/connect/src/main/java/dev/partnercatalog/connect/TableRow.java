package dev.partnercatalog.connect;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.conversion.JsonValues;
import dev.partnercatalog.schemas.key.MalformedEventException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table, as it is after a change.
 *
 * @param key the columns of the record's key; null if the connector gives none
 * @param columns empty if the row was deleted and nothing but its key is known
 */
record TableRow(@Nullable Map<String, @Nullable Object> key, Map<String, @Nullable Object> columns, boolean isDeleted) {

    /** The field that Debezium adds if {@code delete.tombstone.handling.mode} is {@code rewrite}. */
    private static final String DELETED = "__deleted";

    /** The type of Debezium's json and jsonb columns. */
    private static final String JSON_COLUMN = "io.debezium.data.Json";

    /** The type of Debezium's numbers of columns without a scale, if {@code decimal.handling.mode} is not set. */
    private static final String DECIMAL = "io.debezium.data.VariableScaleDecimal";

    private static final ObjectMapper JSON = new ObjectMapper().disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

    /** Throws {@link MalformedEventException} if the record has no row. */
    static TableRow of(ConnectRecord<?> row) {
        Map<String, @Nullable Object> key = fields(row.key());
        if (row.value() == null) {
            return new TableRow(key, Map.of(), true);
        }
        Map<String, @Nullable Object> columns = fields(row.value());
        if (columns == null) {
            throw new MalformedEventException("the value must be a row, a Struct or a Map, but is "
                    + row.value().getClass().getSimpleName()
                    + ": this transformation comes before the converters");
        }
        if (!columns.containsKey("op") || !columns.containsKey("before") || !columns.containsKey("after")) {
            return new TableRow(key, columns, "true".equals(String.valueOf(columns.get(DELETED))));
        }
        Map<String, @Nullable Object> after = fields(columns.get("after"));
        if (after != null) {
            return new TableRow(key, after, false);
        }
        if ("d".equals(columns.get("op"))) {
            Map<String, @Nullable Object> before = fields(columns.get("before"));
            return new TableRow(key, before == null ? Map.of() : before, true);
        }
        throw new MalformedEventException("an event of Debezium with op " + columns.get("op")
                + " has no row: delete rows one by one, instead of all with TRUNCATE");
    }

    /** The row's record as it is published; a partition of the source is none of the catalog's topic. */
    static <R extends ConnectRecord<R>> R record(
            R row, String topic, @Nullable String key, byte @Nullable [] value, Headers headers) {
        Schema text = Schema.OPTIONAL_STRING_SCHEMA;
        return row.newRecord(topic, null, text, key, Schema.OPTIONAL_BYTES_SCHEMA, value, row.timestamp(), headers);
    }

    /** The fields of a row by their names, in the row's order; null if the value isn't a row. */
    static @Nullable Map<String, @Nullable Object> fields(@Nullable Object value) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (value instanceof Struct struct) {
            struct.schema().fields().forEach(field -> {
                // What is null in the database is null here, even if the column has a default there.
                Object raw = struct.getWithoutDefault(field.name());
                boolean isNull = JSON_COLUMN.equals(field.schema().name()) && "null".equals(raw);
                fields.put(field.name(), isNull ? null : raw);
            });
        } else if (value instanceof Map<?, ?> map) {
            map.forEach((name, field) -> fields.put(String.valueOf(name), field));
        } else {
            return null;
        }
        return fields;
    }

    /** A value as plain JSON; dates, times and bytes, which no field of the catalog is, as text. */
    static JsonNode json(@Nullable Object value) {
        return plain(JSON.valueToTree(withoutStructs(value)));
    }

    private static @Nullable Object withoutStructs(@Nullable Object value) {
        if (value instanceof Struct number && DECIMAL.equals(number.schema().name())) {
            Object unscaled = number.get("value");
            byte[] bytes = unscaled instanceof ByteBuffer buffer ? Utils.toArray(buffer) : (byte[]) unscaled;
            return new BigDecimal(new BigInteger(bytes), number.getInt32("scale"));
        }
        if (value instanceof Collection<?> elements) {
            return elements.stream().map(TableRow::withoutStructs).toList();
        }
        Map<String, @Nullable Object> fields = fields(value);
        if (fields == null) {
            return value;
        }
        fields.replaceAll((name, field) -> withoutStructs(field));
        return fields;
    }

    /** Leaves out what is null, so that it has its default, and makes whole numbers of those that are: 2 of 2.00. */
    static JsonNode plain(JsonNode node) {
        if (node instanceof ObjectNode object) {
            object.properties().removeIf(field -> field.getValue().isNull());
            object.properties().forEach(field -> field.setValue(plain(field.getValue())));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, plain(array.get(i)));
            }
        } else if (node.isNumber() && Double.isFinite(node.doubleValue())) {
            // By its text, as the database shows it: 0.1, not 0.10000000149011612. No field holds longer whole numbers.
            BigDecimal number = new BigDecimal(node.asText()).stripTrailingZeros();
            return number.scale() <= 0 && number.precision() - number.scale() < Long.SIZE
                    ? JsonValues.wholeNumber(number.toBigIntegerExact())
                    : JSON.getNodeFactory().numberNode(number);
        }
        return node;
    }
}
