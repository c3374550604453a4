package dev.partnercatalog.schemas.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.avro.Schema;

/**
 * Generates writers' schemas: ours as another team might have changed them, ours with something malicious added, and
 * random ones.
 */
final class RandomSchemas {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final List<String> PRIMITIVES =
            List.of("int", "long", "float", "double", "boolean", "string", "bytes");
    private static final Map<Schema.Type, List<Schema.Type>> NARROWER = Map.of(
            Schema.Type.LONG, List.of(Schema.Type.INT),
            Schema.Type.DOUBLE, List.of(Schema.Type.INT, Schema.Type.LONG, Schema.Type.FLOAT),
            Schema.Type.STRING, List.of(Schema.Type.BYTES));

    private final Random random;
    private int names;

    RandomSchemas(Random random) {
        this.random = random;
    }

    /**
     * A schema that our reader can read: fields with defaults are left out, others are added, types are narrower, the
     * order is different.
     */
    Schema relatedTo(Schema ours) {
        Schema whole = new Schema.Parser().parse(ReleasedSchemas.text(ours));
        List<Schema.Field> fields = new ArrayList<>();
        for (Schema.Field field : whole.getFields()) {
            List<Schema.Type> narrower = NARROWER.getOrDefault(field.schema().getType(), List.of());
            if (field.hasDefaultValue() && random.nextInt(3) == 0) {
                continue;
            }
            fields.add(
                    narrower.isEmpty() || random.nextInt(4) > 0
                            ? new Schema.Field(field, field.schema())
                            : new Schema.Field(
                                    field.name(), Schema.create(narrower.get(random.nextInt(narrower.size())))));
        }
        for (int i = random.nextInt(4); i > 0; i--) {
            fields.add(new Schema.Field(name(), harmless()));
        }
        Collections.shuffle(fields, random);
        return Schema.createRecord(whole.getName(), null, whole.getNamespace(), false, fields);
    }

    private Schema harmless() {
        while (true) {
            Schema schema = new Schema.Parser().parse(type(random.nextInt(5)).toString());
            if (SchemaShape.faultOf(schema) == null) {
                return schema;
            }
        }
    }

    /** Our schema with an additional field that makes its records unreadable. */
    String withSomethingVicious(Schema ours) {
        try {
            ObjectNode schema = (ObjectNode) MAPPER.readTree(ReleasedSchemas.text(ours));
            JsonNode type = vicious(ours);
            for (int i = random.nextInt(4); i > 0; i--) {
                type = record(Stream.of(type));
            }
            ((ArrayNode) schema.get("fields")).insert(0, field(type));
            return schema.toString();
        } catch (JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }

    /** Any schema, fit or not. */
    String any() {
        return type(random.nextInt(10)).toString();
    }

    private JsonNode vicious(Schema ours) {
        return switch (random.nextInt(7)) {
            case 0 -> union(JSON.textNode(ours.getFullName()));
            case 1 -> collection(JSON.textNode("null"), false);
            case 2 -> collection(record(Stream.of()), false);
            case 3 -> collection(fixed(0), false);
            case 4 -> {
                JsonNode deep = JSON.textNode("int");
                for (int i = SchemaShape.MAX_DEPTH + random.nextInt(300); i > 0; i--) {
                    deep = random.nextBoolean() ? collection(deep, random.nextBoolean()) : record(Stream.of(deep));
                }
                yield deep;
            }
            case 5 -> fixed(TopicSettings.MAX_RECORD_BYTES + 1 + random.nextInt(1 << 30));
            default -> record(IntStream.range(0, SchemaShape.MAX_PARTS).mapToObj(i -> JSON.textNode("null")));
        };
    }

    private JsonNode type(int depth) {
        int kind = random.nextInt(depth == 0 ? 8 : 13);
        return switch (kind) {
            case 7 -> random.nextBoolean() ? JSON.textNode("null") : fixed(random.nextInt(20));
            case 8, 9 -> record(IntStream.range(0, random.nextInt(6)).mapToObj(i -> type(depth - 1)));
            case 10 -> collection(type(depth - 1), random.nextBoolean());
            case 11 -> union(record(Stream.of(type(depth - 1))), record(Stream.of(type(depth - 1))), enumeration());
            case 12 -> enumeration();
            default -> JSON.textNode(PRIMITIVES.get(kind));
        };
    }

    private JsonNode field(JsonNode type) {
        return JSON.objectNode().put("name", name()).set("type", type);
    }

    private ObjectNode record(Stream<? extends JsonNode> types) {
        ObjectNode record = JSON.objectNode().put("type", "record").put("name", name());
        ArrayNode fields = record.putArray("fields");
        types.forEach(type -> fields.add(field(type)));
        return record;
    }

    private static JsonNode collection(JsonNode type, boolean map) {
        return JSON.objectNode().put("type", map ? "map" : "array").set(map ? "values" : "items", type);
    }

    private static ArrayNode union(JsonNode... types) {
        return JSON.arrayNode().add("null").addAll(List.of(types));
    }

    private ObjectNode fixed(int size) {
        return JSON.objectNode().put("type", "fixed").put("name", name()).put("size", size);
    }

    private ObjectNode enumeration() {
        ObjectNode type = JSON.objectNode().put("type", "enum").put("name", name());
        type.putArray("symbols").add("A").add("B");
        return type;
    }

    private String name() {
        return "x" + names++;
    }
}
