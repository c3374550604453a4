package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random values for the schemas of the OpenAPI document: with the types, patterns and limits that a schema requires, or
 * spoiled in one place. {@code not} in a schema is ignored. Not thread-safe.
 */
public final class SchemaValues {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final long LARGEST = (1L << 53) - 1;
    private static final int MOST_ITEMS = 3;
    private static final int LONG_TEXT = 300;
    private static final String ODD = " \t\"\\/:%#?[]{}<>^`|,;*\u0000\u007f\u0080\u00a0\u00e9\u2003\ufeff";

    private final JsonNode document;
    private final Random random;

    public SchemaValues(JsonNode document, Random random) {
        this.document = document;
        this.random = random;
    }

    /** A value of the schema, with the right types and within its limits. */
    public JsonNode value(JsonNode schema) {
        if (schema.has("$ref")) {
            return value(resolved(schema));
        }
        if (schema.has("allOf")) {
            return value(schema.at("/allOf/0"));
        }
        if (schema.path("nullable").asBoolean() && oneIn(5)) {
            return JSON.nullNode();
        }
        if (schema.has("enum")) {
            return schema.at("/enum/" + random.nextInt(schema.path("enum").size()));
        }
        return switch (schema.path("type").asText()) {
            case "object" -> object(schema);
            case "array" -> array(schema);
            case "boolean" -> JSON.booleanNode(random.nextBoolean());
            case "integer" -> JSON.numberNode(integer(schema));
            default -> JSON.textNode(text(schema));
        };
    }

    /** A text that matches the schema's pattern and limits. */
    public String text(JsonNode schema) {
        int longest = schema.path("maxLength").asInt(LONG_TEXT);
        String text = schema.has("pattern")
                ? PatternText.matching(schema.path("pattern").asText(), random)
                : PatternText.matching("[^\\x00]*", random);
        if (schema.path("pattern").asText("^").startsWith("^")) {
            return text;
        }
        // The pattern isn't anchored: anything may surround it, up to the limit.
        StringBuilder around = new StringBuilder(text);
        int more = oneIn(3) ? longest - 1 : random.nextInt(8);
        for (int i = 0; i < more; i++) {
            around.insert(random.nextBoolean() ? 0 : around.length(), oneIn(9) ? "\u3000" : "\ud83c\udf3f");
        }
        return around.toString();
    }

    private long integer(JsonNode schema) {
        long least = schema.path("minimum").asLong(0);
        long most = schema.path("maximum").asLong(LARGEST);
        return switch (random.nextInt(4)) {
            case 0 -> least;
            case 1 -> most;
            default -> least + random.nextInt((int) Math.min(100_000, most - least));
        };
    }

    private ObjectNode object(JsonNode schema) {
        ObjectNode object = JSON.objectNode();
        List<String> required = new ArrayList<>();
        schema.path("required").forEach(name -> required.add(name.asText()));
        schema.path("properties").properties().forEach(property -> {
            if (required.contains(property.getKey()) || !oneIn(3)) {
                object.set(property.getKey(), value(property.getValue()));
            }
        });
        return object;
    }

    private ArrayNode array(JsonNode schema) {
        ArrayNode array = JSON.arrayNode();
        for (int i = random.nextInt(MOST_ITEMS + 1); i > 0; i--) {
            array.add(value(schema.path("items")));
        }
        return array;
    }

    /** Changes something in the tree: removes a member, adds one, or replaces a value. */
    public void spoil(JsonNode tree) {
        if (tree instanceof ObjectNode object && !object.isEmpty()) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            String name = names.get(random.nextInt(names.size()));
            JsonNode inner = object.path(name);
            if (inner.isContainerNode() && !inner.isEmpty() && !oneIn(3)) {
                spoil(inner);
            } else if (oneIn(5)) {
                object.remove(name);
            } else {
                object.set(name, other(inner));
            }
        } else if (tree instanceof ArrayNode array && !array.isEmpty()) {
            int place = random.nextInt(array.size());
            if (array.get(place).isContainerNode()) {
                spoil(array.get(place));
            } else {
                array.set(place, other(array.get(place)));
            }
        }
    }

    private JsonNode other(JsonNode value) {
        if (value.isTextual() && !oneIn(4)) {
            return JSON.textNode(spoiled(value.textValue()));
        }
        return switch (random.nextInt(12)) {
            case 0 -> JSON.nullNode();
            case 1 -> JSON.booleanNode(random.nextBoolean());
            case 2 -> JSON.textNode("");
            case 3 -> JSON.textNode(String.valueOf(random.nextInt(100)));
            case 4 -> JSON.numberNode(0);
            case 5 -> JSON.numberNode(-1L - random.nextInt(100));
            case 6 -> JSON.numberNode(LARGEST + random.nextInt(2));
            case 7 -> JSON.numberNode(0.5 + random.nextInt(100));
            case 8 -> JSON.numberNode(new BigInteger(80, random));
            case 9 -> JSON.arrayNode();
            case 10 -> JSON.objectNode();
            default -> JSON.arrayNode().add("A").add(random.nextInt(9));
        };
    }

    /** The text with one character added, removed or replaced, or with many added. */
    public String spoiled(String text) {
        int place = random.nextInt(text.length() + 1);
        String before = text.substring(0, place);
        String after = text.substring(place);
        return switch (random.nextInt(5)) {
            case 0 -> whole(before + (after.isEmpty() ? "" : after.substring(1)));
            case 1 -> text + "x".repeat(LONG_TEXT);
            case 2 -> whole(before + odd() + (after.isEmpty() ? "" : after.substring(1)));
            default -> whole(before + odd() + after);
        };
    }

    /** Without half characters, which no JSON text has. */
    private static String whole(String text) {
        return text.codePoints()
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private String odd() {
        return oneIn(3)
                ? String.valueOf((char) ('0' + random.nextInt(75)))
                : String.valueOf(ODD.charAt(random.nextInt(ODD.length())));
    }

    private JsonNode resolved(JsonNode schema) {
        return document.at(schema.path("$ref").asText().substring(1));
    }

    private boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }
}
