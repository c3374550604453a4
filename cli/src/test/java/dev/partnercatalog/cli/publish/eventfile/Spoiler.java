package dev.partnercatalog.cli.publish.eventfile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.apache.avro.Schema;

/**
 * Finds every way to break one field of an object that fits a schema, each with the path under which it must be
 * reported.
 */
final class Spoiler {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Pattern PLAIN = Pattern.compile("\\w+");

    /** A change that makes the object unfit. */
    record Change(String path, String what, Runnable apply) {}

    private final Random random;
    private final List<Change> changes = new ArrayList<>();

    private Spoiler(Random random) {
        this.random = random;
    }

    static List<Change> changes(ObjectNode object, Schema schema, Random random) {
        Spoiler spoiler = new Spoiler(random);
        spoiler.inRecord(object, schema, "");
        return spoiler.changes;
    }

    private void inRecord(ObjectNode object, Schema schema, String path) {
        String prefix = path.isEmpty() ? "" : path + ".";
        changes.add(new Change(prefix + "unknownField", "unknown", () -> object.put("unknownField", 1)));
        for (Schema.Field field : schema.getFields()) {
            String fieldPath = prefix + field.name();
            if (object.has(field.name())) {
                inValue(object.get(field.name()), field.schema(), fieldPath, wrong -> object.set(field.name(), wrong));
            }
            if (!field.hasDefaultValue()) {
                changes.add(new Change(fieldPath, "missing", () -> object.remove(field.name())));
            }
        }
    }

    private void inValue(JsonNode node, Schema schema, String path, java.util.function.Consumer<JsonNode> set) {
        if (schema.isUnion()) {
            Schema present = schema.getTypes().get(1);
            changes.add(new Change(path, "wrong type", () -> set.accept(wrong(present))));
            if (!node.isNull()) {
                inside(node, present, path);
            }
            return;
        }
        changes.add(new Change(path, "null", () -> set.accept(NODES.nullNode())));
        changes.add(new Change(path, "wrong type", () -> set.accept(wrong(schema))));
        inside(node, schema, path);
    }

    private void inside(JsonNode node, Schema schema, String path) {
        switch (schema.getType()) {
            case RECORD -> inRecord((ObjectNode) node, schema, path);
            case ARRAY -> {
                for (int i = 0; i < node.size(); i++) {
                    int index = i;
                    inValue(
                            node.get(i),
                            schema.getElementType(),
                            path + "[" + i + "]",
                            wrong -> ((ArrayNode) node).set(index, wrong));
                }
            }
            case MAP ->
                node.properties().forEach(entry -> {
                    String key = entry.getKey();
                    if (PLAIN.matcher(key).matches()) {
                        inValue(
                                entry.getValue(),
                                schema.getValueType(),
                                path + "." + key,
                                wrong -> ((ObjectNode) node).set(key, wrong));
                    }
                });
            default -> {
                // A leaf contains nothing else to break.
            }
        }
    }

    private JsonNode wrong(Schema schema) {
        List<JsonNode> candidates = new ArrayList<>();
        Schema.Type type = schema.getType();
        boolean number = type == Schema.Type.INT || type == Schema.Type.LONG || type == Schema.Type.DOUBLE;
        if (type != Schema.Type.STRING) {
            candidates.add(NODES.textNode("5"));
        }
        if (type != Schema.Type.BOOLEAN) {
            candidates.add(NODES.booleanNode(true));
        }
        if (!number) {
            candidates.add(NODES.numberNode(5));
        }
        if (type != Schema.Type.DOUBLE) {
            candidates.add(NODES.numberNode(5.0));
            candidates.add(NODES.numberNode(BigInteger.ONE.shiftLeft(63)));
        }
        if (type != Schema.Type.ARRAY) {
            candidates.add(NODES.arrayNode());
        }
        if (type != Schema.Type.MAP && type != Schema.Type.RECORD) {
            candidates.add(NODES.objectNode());
        }
        return candidates.get(random.nextInt(candidates.size()));
    }
}
