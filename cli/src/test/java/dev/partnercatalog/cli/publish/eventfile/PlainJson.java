package dev.partnercatalog.cli.publish.eventfile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.IndexedRecord;
import org.apache.avro.specific.SpecificData;
import org.jspecify.annotations.Nullable;

/** Writes records as people do: fields in any order, with or without those at their default. */
final class PlainJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Random random;

    PlainJson(Random random) {
        this.random = random;
    }

    ObjectNode object(IndexedRecord record) {
        List<Schema.Field> fields = new ArrayList<>(record.getSchema().getFields());
        Collections.shuffle(fields, random);
        ObjectNode object = NODES.objectNode();
        for (Schema.Field field : fields) {
            Object value = record.get(field.pos());
            if (!isDefault(field, value) || random.nextBoolean()) {
                object.set(field.name(), node(value));
            }
        }
        return object;
    }

    private static boolean isDefault(Schema.Field field, @Nullable Object value) {
        return field.hasDefaultValue() && Objects.equals(SpecificData.get().getDefaultValue(field), value);
    }

    private JsonNode node(@Nullable Object value) {
        if (value instanceof IndexedRecord record) {
            return object(record);
        }
        if (value instanceof List<?> list) {
            ArrayNode array = NODES.arrayNode();
            list.forEach(element -> array.add(node(element)));
            return array;
        }
        if (value instanceof Map<?, ?> map) {
            ObjectNode object = NODES.objectNode();
            map.forEach((key, element) -> object.set((String) key, node(element)));
            return object;
        }
        if (value instanceof Double number) {
            boolean whole = number == Math.rint(number) && Math.abs(number) < 1e6;
            return whole && random.nextBoolean() ? NODES.numberNode(number.intValue()) : NODES.numberNode(number);
        }
        if (value instanceof Long number) {
            return NODES.numberNode(number);
        }
        if (value instanceof Integer number) {
            return NODES.numberNode(number);
        }
        if (value instanceof Boolean flag) {
            return NODES.booleanNode(flag);
        }
        return value == null ? NODES.nullNode() : NODES.textNode((String) value);
    }
}
