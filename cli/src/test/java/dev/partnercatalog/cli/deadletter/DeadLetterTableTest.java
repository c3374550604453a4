package dev.partnercatalog.cli.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.cli.output.CommandOutput;
import java.time.Instant;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;

class DeadLetterTableTest {

    private static JsonNode json(Headers headers) throws JsonProcessingException {
        DeadLetter letter = new DeadLetter(
                new LogPosition(0, 7), Instant.EPOCH, "a reason", null, new byte[] {-1}, null, 0, headers);
        return new ObjectMapper().readTree(CommandOutput.json(DeadLetterTable.json(letter, new Payload.Undecodable("there is none"))));
    }

    @Test
    void headers_of_the_same_name_are_all_in_the_JSON_in_their_order() throws JsonProcessingException {
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
    void headers_that_are_left_out_are_counted_in_the_JSON() throws JsonProcessingException {
        Headers headers = new RecordHeaders();
        for (int i = 0; i < 53; i++) {
            headers.add("name" + i, new byte[0]);
        }
        assertThat(json(headers).path("headers")).hasSize(50);
        assertThat(json(headers).path("headersLeftOut").asInt()).isEqualTo(3);
    }

    @Test
    void bytes_that_are_no_text_come_in_base64_under_a_name_that_says_so() throws JsonProcessingException {
        assertThat(json(new RecordHeaders()).path("keyBase64").asText()).isEqualTo("/w==");
    }
}
