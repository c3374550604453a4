package dev.partnercatalog.connect;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.connect.data.Decimal;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaBuilder;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.data.Timestamp;
import org.apache.kafka.connect.source.SourceRecord;
import org.jspecify.annotations.Nullable;

/** Rows as connectors give them to a transformation. */
final class Rows {

    static final String TABLE = "shop.public.t";

    /** A value of a jsonb column, as Debezium gives it. */
    record Json(String text) {}

    private static final ObjectMapper JSON = new ObjectMapper();

    private Rows() {}

    /** A row by its columns as JSON. */
    @SuppressWarnings("unchecked")
    static Map<String, @Nullable Object> row(String json) {
        try {
            return JSON.readValue(json, Map.class);
        } catch (JsonProcessingException e) {
            throw new AssertionError(json, e);
        }
    }

    static SourceRecord record(@Nullable Object key, @Nullable Object value) {
        return record(TABLE, key, value);
    }

    static SourceRecord record(String topic, @Nullable Object key, @Nullable Object value) {
        return new SourceRecord(
                Map.of("server", "shop"),
                Map.of("lsn", 1L),
                topic,
                0,
                // What has no schema is a Map.
                key == null || key instanceof Map ? null : schema(key),
                key,
                value == null || value instanceof Map ? null : schema(value),
                value);
    }

    /** An event of Debezium: a row before and after a change. */
    static Struct change(String op, @Nullable Struct before, @Nullable Struct after) {
        Schema row = Objects.requireNonNull(after == null ? before : after).schema();
        Schema envelope = SchemaBuilder.struct()
                .name("shop.public.t.Envelope")
                .field("before", optional(row))
                .field("after", optional(row))
                .field(
                        "source",
                        SchemaBuilder.struct()
                                .field("table", Schema.STRING_SCHEMA)
                                .build())
                .field("op", Schema.STRING_SCHEMA)
                .field("ts_ms", Schema.OPTIONAL_INT64_SCHEMA)
                .build();
        return new Struct(envelope)
                .put("before", before == null ? null : struct(optional(row), before))
                .put("after", after == null ? null : struct(optional(row), after))
                .put("source", new Struct(envelope.field("source").schema()).put("table", "t"))
                .put("op", op);
    }

    /** The same row with the schema that a database's connector would give it. */
    static Struct struct(Map<String, ? extends @Nullable Object> row) {
        SchemaBuilder schema = SchemaBuilder.struct();
        row.forEach((name, value) -> schema.field(name, schema(value)));
        Struct struct = new Struct(schema.build());
        row.forEach((name, value) -> struct.put(name, structured(value)));
        return struct;
    }

    private static Struct struct(Schema schema, Struct fields) {
        Struct struct = new Struct(schema);
        fields.schema().fields().forEach(field -> struct.put(field.name(), fields.get(field.name())));
        return struct;
    }

    private static Schema optional(Schema row) {
        SchemaBuilder optional = SchemaBuilder.struct().optional();
        row.fields().forEach(field -> optional.field(field.name(), field.schema()));
        return optional.build();
    }

    private static @Nullable Object structured(@Nullable Object value) {
        if (value instanceof Map<?, ?> row) {
            return struct(named(row));
        }
        if (value instanceof Json json) {
            return json.text();
        }
        return value instanceof List<?> list
                ? list.stream().map(Rows::structured).toList()
                : value;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, @Nullable Object> named(Map<?, ?> row) {
        return (Map<String, @Nullable Object>) row;
    }

    private static Schema schema(@Nullable Object value) {
        if (value instanceof Struct struct) {
            return struct.schema();
        }
        if (value instanceof Map<?, ?> row) {
            return struct(named(row)).schema();
        }
        if (value instanceof List<?> list) {
            return SchemaBuilder.array(list.isEmpty() ? Schema.STRING_SCHEMA : schema(list.get(0)))
                    .build();
        }
        if (value instanceof BigDecimal decimal) {
            return Decimal.schema(decimal.scale());
        }
        if (value instanceof Date) {
            return Timestamp.SCHEMA;
        }
        if (value instanceof Json) {
            return SchemaBuilder.string()
                    .optional()
                    .name("io.debezium.data.Json")
                    .build();
        }
        if (value instanceof ByteBuffer || value instanceof byte[]) {
            return Schema.BYTES_SCHEMA;
        }
        if (value instanceof Boolean) {
            return Schema.BOOLEAN_SCHEMA;
        }
        if (value instanceof Short) {
            return Schema.INT16_SCHEMA;
        }
        if (value instanceof Integer) {
            return Schema.INT32_SCHEMA;
        }
        if (value instanceof Long) {
            return Schema.INT64_SCHEMA;
        }
        if (value instanceof Float) {
            return Schema.FLOAT32_SCHEMA;
        }
        return value instanceof Double ? Schema.FLOAT64_SCHEMA : Schema.OPTIONAL_STRING_SCHEMA;
    }
}
