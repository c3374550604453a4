package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Any body is either read according to the JSON grammar or refused, at a cost proportional to its length. */
class JsonFuzzTest {

    /** So large that quadratic costs can't be missed. */
    private static final int MOST = 1 << 20;

    private final InputFuzzer fuzzer = new InputFuzzer();

    @Test
    void D20_a_body_is_read_as_intended_or_refused_as_an_invalid_request() throws Exception {
        fuzzer.run(
                JsonFuzzTest.class,
                List.of(
                        "as it was meant",
                        "spoiled, read",
                        "spoiled, refused",
                        "excess, read",
                        "excess, refused",
                        "bytes, refused"),
                this::round);
    }

    private void round(Random random) {
        RandomJson json = new RandomJson(random);
        switch (random.nextInt(100)) {
            case 0 -> {
                int length = random.nextInt(20) == 0 ? MOST : 1 + random.nextInt(50_000);
                String text = json.excess(length);
                hold("excess", text);
            }
            case 1, 2, 3 -> bytes(random, json);
            default -> {
                ObjectNode meant = json.object(3);
                String text = json.text(meant);
                if (random.nextBoolean()) {
                    assertThat(outcome(text))
                            .as(text)
                            .isInstanceOfSatisfying(
                                    ObjectNode.class,
                                    read -> assertThat(meant.equals(JsonFuzzTest::compare, read))
                                            .isTrue());
                    fuzzer.count("as it was meant");
                } else {
                    hold("spoiled", json.spoiled(text));
                }
            }
        }
    }

    /** Compares numbers by value: how they are stored is up to the reader. */
    private static int compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.equals(other) ? 0 : 1;
    }

    private void hold(String kind, String text) {
        Object outcome = outcome(text);
        // UTF-8 can't represent a lone surrogate: Java sends a question mark instead.
        String sent = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        switch (JsonGrammar.verdict(sent.startsWith("\ufeff") ? sent.substring(1) : sent)) {
            case WELL_FORMED -> assertThat(outcome).as(text).isInstanceOf(ObjectNode.class);
            case ILL_FORMED -> assertRefused(text, outcome);
            case OPEN -> {}
        }
        fuzzer.count(kind + (outcome instanceof ObjectNode ? ", read" : ", refused"));
    }

    /** Bytes that are no longer valid text. */
    private void bytes(Random random, RandomJson json) {
        byte[] bytes = json.text(json.object(3)).getBytes(StandardCharsets.UTF_8);
        int at = random.nextInt(bytes.length);
        bytes[at] =
                (byte) List.of(0xff, 0xc0, 0x80, 0xf8).get(random.nextInt(4)).intValue();
        String about = new String(bytes, StandardCharsets.ISO_8859_1);
        Object outcome = fuzzer.outcome(about, HttpProblem.class, () -> StrictJson.object(bytes));
        // 0x80 in place of a last byte may result in another character.
        if (bytes[at] == (byte) 0x80) {
            fuzzer.count("bytes, of another text");
        } else {
            assertRefused(about, outcome);
            fuzzer.count("bytes, refused");
        }
    }

    private Object outcome(String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        return fuzzer.outcome(text, HttpProblem.class, () -> {
            ObjectNode object = StrictJson.object(body);
            // What operations do with the object.
            assertThat(object.toString()).isNotEmpty();
            return object;
        });
    }

    private static void assertRefused(String text, Object outcome) {
        assertThat(outcome).as(text).isInstanceOf(HttpProblem.class);
        HttpProblem problem = (HttpProblem) outcome;
        assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(problem.message()).hasSizeLessThan(1_000).doesNotContain("com.fasterxml", "Source:");
    }
}
