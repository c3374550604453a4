package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates bodies that an operation expects, nearly expects, or doesn't expect at all. */
final class FuzzedJson {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "A",
            "S",
            "10",
            "cova",
            "greenline",
            "cova-22",
            "CA",
            "\u0000",
            "\ud800",
            "\u00e9",
            "\ud83c\udf3f",
            "../..",
            "' OR 1=1 --",
            "<script>",
            "${jndi:ldap://x}",
            "%n%s",
            "https://partner.example/hook",
            "x".repeat(300));

    private final Random random;

    FuzzedJson(Random random) {
        this.random = random;
    }

    String batchGet() {
        ObjectNode body = JSON.objectNode();
        int locationId = random.nextBoolean() ? 11 : pick(List.of(10, 22, 33, -1, 0));
        body.put("locationId", locationId);
        for (String field : List.of("barcodes", "skus")) {
            if (random.nextInt(4) > 0) {
                ArrayNode texts = body.putArray(field);
                for (int i = random.nextInt(8); i > 0; i--) {
                    texts.add(pick(TEXTS));
                }
            }
        }
        if (random.nextInt(3) == 0) {
            body.put("stateCode", pick(List.of("CA", "ny", "C", "1A")));
        }
        return spoiled(body);
    }

    String customer() {
        return spoiled(JSON.objectNode()
                .put("provider", pick(List.of("cova", "greenline", "other")))
                .put("providerId", pick(TEXTS)));
    }

    String partner(JsonNode current) {
        return spoiled(current.deepCopy());
    }

    String any() {
        return spoiled(value(3));
    }

    /** The tree unchanged, or changed somewhere, or with its text changed somewhere. */
    private String spoiled(JsonNode tree) {
        if (random.nextInt(2) == 0) {
            for (int i = random.nextInt(3); i >= 0; i--) {
                change(tree);
            }
        }
        // One character per byte, so that bytes can be spoiled as well.
        String text = new String(tree.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        int at = random.nextInt(text.length());
        return switch (random.nextInt(12)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + (char) random.nextInt(256) + text.substring(at + 1);
            case 2 -> text.replaceFirst("\\{", "{\"locationId\":1,");
            default -> text;
        };
    }

    private void change(JsonNode node) {
        if (node instanceof ObjectNode object && !object.isEmpty()) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            String name = pick(names);
            switch (random.nextInt(4)) {
                case 0 -> object.remove(name);
                case 1 -> object.set(name, value(2));
                case 2 -> object.set(pick(TEXTS), value(2));
                default -> change(object.get(name));
            }
        } else if (node instanceof ArrayNode array && !array.isEmpty()) {
            int at = random.nextInt(array.size());
            switch (random.nextInt(4)) {
                case 0 -> array.remove(at);
                case 1 -> array.set(at, value(2));
                case 2 -> array.add(array.get(at));
                default -> change(array.get(at));
            }
        }
    }

    private JsonNode value(int depth) {
        return switch (random.nextInt(depth > 0 ? 9 : 7)) {
            case 0 -> JSON.nullNode();
            case 1 -> JSON.booleanNode(random.nextBoolean());
            case 2 -> JSON.numberNode(random.nextLong());
            case 3 -> JSON.numberNode(random.nextGaussian());
            case 4 -> JSON.numberNode(new BigInteger(200, random));
            case 5, 6 -> JSON.textNode(pick(TEXTS));
            case 7 -> JSON.arrayNode().add(value(depth - 1)).add(value(depth - 1));
            default -> JSON.objectNode().set(pick(TEXTS), value(depth - 1));
        };
    }

    private <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
