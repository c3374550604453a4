package dev.partnercatalog.operations.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.operations.report.JsonReport;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class DeadLetterReportTest {

    private static JsonNode json(Headers headers) {
        DeadLetter letter =
                new DeadLetter(new LogPosition(0, 7), Instant.EPOCH, "a reason", null, null, null, 0, headers);
        return JsonReport.of(DeadLetterReport.one(letter, null, 100));
    }

    @Test
    void headers_of_the_same_name_are_all_in_the_JSON_in_their_order() {
        Headers headers = new RecordHeaders()
                .add("trace", "first".getBytes(UTF_8))
                .add("other", "x".getBytes(UTF_8))
                .add("trace", "second".getBytes(UTF_8));
        assertThat(json(headers).path("headers"))
                .hasToString("[{\"name\":\"trace\",\"value\":\"first\"},{\"name\":\"other\",\"value\":\"x\"},"
                        + "{\"name\":\"trace\",\"value\":\"second\"}]");
        assertThat(json(headers).has("headersLeftOut")).isFalse();
    }

    @Test
    void headers_that_are_left_out_are_counted_in_the_JSON() {
        Headers headers = new RecordHeaders();
        for (int i = 0; i < 53; i++) {
            headers.add("name" + i, new byte[0]);
        }
        assertThat(json(headers).path("headers")).hasSize(50);
        assertThat(json(headers).path("headersLeftOut").asInt()).isEqualTo(3);
    }
}
