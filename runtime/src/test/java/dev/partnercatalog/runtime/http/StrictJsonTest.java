package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StrictJsonTest {

    @Test
    void an_object_is_read_with_its_numbers_as_written() {
        var object = object("{\"a\":12,\"b\":12.0,\"c\":123456789012345678901234567890,\"d\":\"12\",\"e\":null}");
        assertThat(object.get("a").isIntegralNumber()).isTrue();
        assertThat(object.get("b").isIntegralNumber()).isFalse();
        assertThat(object.get("c").asText()).isEqualTo("123456789012345678901234567890");
        assertThat(object.get("d").isTextual()).isTrue();
        assertThat(object.get("e").isNull()).isTrue();
    }

    @Test
    void half_a_surrogate_pair_is_a_string_like_any_other() {
        assertThat(object("{\"a\":\"\\ud800\"}").get("a").asText()).isEqualTo("\ud800");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "null",
                "[]",
                "1",
                "\"text\"",
                "{",
                "{\"a\":}",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":1} {}",
                "{\"a\":1}]",
                "{\"a\":1}x",
                "{\"a\":01}",
                "{\"a\":NaN}",
                "{\"a\":.5}",
                "{\"a\":+1}",
                "{/*x*/}",
                "{\"a\":\"\u0001\"}",
                "\ufeff",
                "\ufeff\ufeff{}",
                " \ufeff{}",
                "{\"a\":tru}",
                // Its last byte is that of a C.
                "{\"a\":\"\\u\u1343022\"}",
                "{\"\\u004\u0661\":1}"
            })
    void D20_anything_but_one_well_formed_object_is_an_invalid_request(String body) {
        assertThatExceptionOfType(HttpProblem.class)
                .isThrownBy(() -> object(body))
                .satisfies(problem -> {
                    assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
                    assertThat(problem.violations()).hasSize(1);
                    assertThat(problem.message()).doesNotContain("com.fasterxml", "StreamReadConstraints", "Source:");
                });
    }

    @Test
    void a_byte_order_mark_is_passed_over_as_in_files() {
        assertThat(object("\ufeff{\"a\": 1}")).isEqualTo(object("{\"a\": 1}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"a\":1,\"a\":1}", "{\"a\":1,\"\\u0061\":2}", "{\"x\":{\"b\":1,\"c\":2,\"b\":3}}"})
    void a_duplicate_field_is_refused_at_any_depth(String body) {
        assertThatExceptionOfType(HttpProblem.class)
                .isThrownBy(() -> object(body))
                .withMessageContaining("Duplicate");
    }

    @Test
    void depth_is_limited() {
        assertThat(object("{\"a\":" + "[".repeat(30) + "]".repeat(30) + "}")).isNotNull();
        for (int depth : new int[] {33, 10_000}) {
            assertThatExceptionOfType(HttpProblem.class)
                    .isThrownBy(() -> object("{\"a\":" + "[".repeat(depth)))
                    .withMessageContaining("nested deeper");
        }
    }

    @Test
    void the_length_of_a_number_is_limited() {
        assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> object("{\"a\":" + "1".repeat(101) + "}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999999999", "-0.95e4900508529477", "1e-99999999999", "0e64021508640650315715920"})
    void the_exponent_of_a_number_is_limited(String number) {
        assertThatExceptionOfType(HttpProblem.class)
                .isThrownBy(() -> object("{\"a\":[" + number + "]}"))
                .satisfies(problem -> assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST));
    }

    @Test
    void a_few_large_bodies_are_read_at_a_time_and_small_ones_wait_for_none() throws Exception {
        byte[] large = ("{}" + " ".repeat(StrictJson.MOST_BYTES / 4 - 2)).getBytes(StandardCharsets.UTF_8);
        CountDownLatch entered = new CountDownLatch(4);
        CountDownLatch mayEnd = new CountDownLatch(1);
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread reader = new Thread(() -> StrictJson.read(large, json -> {
                entered.countDown();
                try {
                    mayEnd.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                return json;
            }));
            reader.start();
            readers.add(reader);
        }
        try {
            assertThat(entered.await(1, TimeUnit.MINUTES)).isTrue();
            assertThat(StrictJson.<Integer>read("{}".getBytes(StandardCharsets.UTF_8), json -> json.size()))
                    .isZero();
            assertThatExceptionOfType(HttpProblem.class)
                    .isThrownBy(() -> StrictJson.<Integer>read(large, json -> json.size()))
                    .satisfies(problem -> {
                        assertThat(problem.code().status()).isEqualTo(503);
                        assertThat(problem.headers()).containsKey("Retry-After");
                    });
        } finally {
            mayEnd.countDown();
        }
        for (Thread reader : readers) {
            reader.join(60_000);
        }
        assertThat(StrictJson.<Integer>read(large, json -> json.size())).isZero();
    }

    @Test
    void bytes_that_are_not_UTF_8_are_refused() {
        byte[][] bodies = {
            {'{', '"', 'a', '"', ':', '"', (byte) 0xff, '"', '}'},
            {'{', '"', 'a', '"', ':', '"', (byte) 0xc0, (byte) 0xaf, '"', '}'},
            {'{', '"', 'a', '"', ':', '"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"', '}'},
            {'{', '"', 'a', '"', ':', '"', (byte) 0xe2, (byte) 0x82, '"', '}'},
            "{\"a\":1}".getBytes(StandardCharsets.UTF_16LE),
        };
        for (byte[] body : bodies) {
            assertThatExceptionOfType(HttpProblem.class).isThrownBy(() -> StrictJson.object(body));
        }
    }

    private static com.fasterxml.jackson.databind.node.ObjectNode object(String body) {
        return StrictJson.object(body.getBytes(StandardCharsets.UTF_8));
    }
}
