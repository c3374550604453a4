package dev.partnercatalog.cli.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.cli.deadletter.DeadLetter.Source;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DeadLetterJsonTest {

    private static final LogPosition POSITION = new LogPosition(0, 1);
    private static final DeadLetter.Source SOURCE = new DeadLetter.Source("upstream", POSITION, 0, POSITION);

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));

    @AfterEach
    void close() {
        registryServer.close();
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

    @Test
    void a_record_nested_a_million_deep_is_not_decodable_and_ends_nothing() {
        Schema endless = new Schema.Parser()
                .parse("{\"type\": \"record\", \"name\": \"R\", \"fields\":"
                        + " [{\"name\": \"r\", \"type\": [\"null\", \"R\"]}]}");
        int contentId = registry.contentId("upstream", endless);
        byte[] deep = new byte[5 + 1_000_000];
        Arrays.fill(deep, (byte) 2);
        ByteBuffer.wrap(deep).put((byte) 0).putInt(contentId);
        deep[deep.length - 1] = 0;
        assertThat(whole(deep, SOURCE)).doesNotContainKey("value").containsKey("undecodable");
    }

    @Test
    void a_letter_of_which_nobody_knows_where_it_came_from_is_not_decodable() {
        byte[] value = {0, 0, 0, 0, 1, 2};
        assertThat(whole(value, null)).containsEntry("undecodable", "its source topic is unknown");
    }

    private JsonNode json(Headers headers) throws JsonProcessingException {
        DeadLetter letter =
                new DeadLetter(POSITION, Instant.EPOCH, "a reason", 1, null, new byte[] {-1}, null, 0, headers);
        return new ObjectMapper().readTree(Json.of(letter.whole(registry)));
    }

    private Map<String, @Nullable Object> whole(byte[] value, DeadLetter.@Nullable Source source) {
        return new DeadLetter(POSITION, Instant.EPOCH, "reason", 1, source, null, value, 0, new RecordHeaders())
                .whole(registry);
    }
}
