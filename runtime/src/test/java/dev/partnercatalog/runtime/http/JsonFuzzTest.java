package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any body is either read as it was meant or refused, at a cost proportional to its length. */
class JsonFuzzTest {

    /** So large that quadratic costs can't be missed. */
    private static final int MOST = 1 << 20;

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> CHARACTERS =
            List.of("a", "Z", "0", " ", "\"", "\\", "/", "\n", "\u0000", "\u00e9", "\u2028", "\ud83c\udf3f", "\uffff");
    private static final List<String> NUMBERS = List.of(
            "0", "-0", "1e5", "1E+5", "0.1e-7", "9007199254740993", "1e400", "-12.50", "1e-99999", "0e10", "2.0");
    private static final List<String> INSERTED = List.of(
            "{", "]", "\"", ",", ":", "\\", "NaN", "01", "-", "\\ud8", "nul", "//x\n", "1e999999999", "\ufeff", "\u0000");

    private final InputFuzzer fuzzer = new InputFuzzer();

    @Test
    void D20_a_body_is_read_as_intended_or_refused_as_an_invalid_request() throws Exception {
        fuzzer.run(
                JsonFuzzTest.class,
                List.of("as it was meant", "spoiled, read", "spoiled, refused", "excess, read", "excess, refused"),
                this::round);
    }

    private void round(Random random) {
        if (random.nextInt(100) == 0) {
            String text = excess(random, random.nextInt(20) == 0 ? MOST : 1 + random.nextInt(50_000));
            read("excess", text, text.getBytes(StandardCharsets.UTF_8));
            return;
        }
        ObjectNode meant = object(random, 3);
        byte[] bytes = meant.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextBoolean()) {
            Object outcome = read("meant", meant.toString(), bytes);
            assertThat(outcome).isInstanceOfSatisfying(ObjectNode.class, read -> assertThat(
                            meant.equals(JsonFuzzTest::compare, read))
                    .isTrue());
            fuzzer.count("as it was meant");
        } else {
            byte[] spoiled = spoiled(random, bytes);
            read("spoiled", new String(spoiled, StandardCharsets.ISO_8859_1), spoiled);
        }
    }

    private Object read(String kind, String about, byte[] body) {
        Object outcome = fuzzer.outcome(about, HttpProblem.class, () -> {
            ObjectNode object = StrictJson.object(body);
            // What operations do with the object.
            assertThat(object.toString()).isNotEmpty();
            return object;
        });
        if (outcome instanceof HttpProblem problem) {
            assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
            assertThat(problem.message()).hasSizeLessThan(1_000).doesNotContain("com.fasterxml", "Source:");
        }
        fuzzer.count(kind + (outcome instanceof ObjectNode ? ", read" : ", refused"));
        return outcome;
    }

    /** Compares numbers by value: how they are stored is up to the reader. */
    private static int compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }

    private static ObjectNode object(Random random, int depth) {
        ObjectNode object = NODES.objectNode();
        for (int i = random.nextInt(6); i > 0; i--) {
            object.set(string(random, 8), value(random, depth - 1));
        }
        return object;
    }

    private static JsonNode value(Random random, int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 5)) {
            case 0 -> NODES.booleanNode(random.nextBoolean());
            case 1 -> NODES.numberNode(new BigInteger(1 + random.nextInt(300), random));
            case 2 -> NODES.numberNode(new BigDecimal(any(random, NUMBERS)));
            case 3 -> NODES.nullNode();
            case 4 -> NODES.textNode(string(random, 40));
            case 5 -> NODES.arrayNode().add(value(random, depth - 1)).add(value(random, depth - 1));
            default -> object(random, depth);
        };
    }

    private static String string(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append(any(random, CHARACTERS));
        }
        return text.toString();
    }

    private static String any(Random random, List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }

    /** The bytes with something inserted, cut off, or changed, which may no longer be text. */
    private static byte[] spoiled(Random random, byte[] bytes) {
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(3)) {
            case 0 -> {
                byte[] changed = bytes.clone();
                changed[at] = (byte) random.nextInt(256);
                return changed;
            }
            case 1 -> {
                return Arrays.copyOf(bytes, at);
            }
            default -> {
                String text = new String(bytes, StandardCharsets.UTF_8);
                int place = random.nextInt(text.length());
                return new StringBuilder(text)
                        .insert(place, any(random, INSERTED))
                        .toString()
                        .getBytes(StandardCharsets.UTF_8);
            }
        }
    }

    /** Much of one thing, which may cost more than its length warrants. */
    private static String excess(Random random, int length) {
        return switch (random.nextInt(9)) {
            case 0 -> "{\"a\":" + "[".repeat(length);
            case 1 -> "{\"a\":".repeat(length / 5);
            case 2 -> "{\"a\":" + "9".repeat(length) + "}";
            case 3 -> "{\"a\":1e" + "9".repeat(length) + "}";
            case 4 -> "{\"a\":\"" + "\\u0041".repeat(length / 6);
            case 5 -> "{\"a\":[" + "1e9999,".repeat(length / 7) + "1]}";
            case 6 -> "{\"a\":[" + "{},".repeat(length / 3) + "1]}";
            case 7 -> "{" + " ".repeat(length) + "}";
            default -> sameHash(length);
        };
    }

    /** Members whose names all have the same hash code. */
    private static String sameHash(int length) {
        StringBuilder text = new StringBuilder("{");
        for (int i = 0; text.length() < length; i++) {
            text.append(i == 0 ? "\"" : ",\"").append(SameHash.text(i, 17)).append("\":1");
        }
        return text.append('}').toString();
    }
}
