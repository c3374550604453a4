package dev.partnercatalog.cli.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.cli.deadletter.DeadLetter.Filter;
import dev.partnercatalog.cli.deadletter.DeadLetter.Kind;
import dev.partnercatalog.cli.output.Json;
import dev.partnercatalog.schemas.key.Ids;
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
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadLetterTest {

    private static final LogPosition POSITION = new LogPosition(0, 1);
    private static final DeadLetter.Source SOURCE = new DeadLetter.Source("upstream", POSITION, 0, POSITION);

    @AutoClose
    private final RegistryDouble registryServer = new RegistryDouble();

    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));

    private static final String REASON = "sku is \"a-1\" in the key, but \"b\" in the value, at byte 17";

    private static DeadLetter letter(@Nullable String key, String reason) {
        return new DeadLetter(
                new LogPosition(0, 7),
                Instant.EPOCH,
                reason,
                1,
                null,
                key == null ? null : key.getBytes(UTF_8),
                null,
                0,
                new RecordHeaders());
    }

    private static boolean selects(String reason) {
        return new Filter(null, null, null, null, reason).matches(letter(null, REASON));
    }

    @Test
    void an_id_is_read_as_it_is_written_and_nothing_else_is() {
        assertThat(LogPosition.parse("3-1042")).contains(new LogPosition(3, 1042));
        assertThat(new LogPosition(3, 1042)).hasToString("3-1042");
        for (String wrong : new String[] {"", "3", "-3-4", "3-", "a-b", "3-99999999999999999999", "٣-٤", "3-4 "}) {
            assertThat(LogPosition.parse(wrong)).as(wrong).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"sku", "\"a-1\"", "byte 17", "a-1", REASON})
    void a_part_of_the_reason_selects_it(String part) {
        assertThat(selects(part)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"nothing like this\"", "18", "byte 1 ", "\"a-2\" in the key", "barcode"})
    void what_the_reason_does_not_contain_does_not_select_it(String other) {
        assertThat(selects(other)).isFalse();
    }

    @Test
    void a_reason_of_the_summary_selects_all_of_its_kind() {
        assertThat(selects(Kind.general(REASON))).isTrue();
        assertThat(selects("but … in")).isTrue();
        assertThat(selects("but … in the key")).isFalse();
        assertThat(selects("… in the key, but \"c\""))
                .as("with a detail of another event")
                .isFalse();
    }

    @Test
    void only_exactly_its_key_selects_an_event() {
        Filter filter = new Filter(null, "7/70/ä", null, null, null);
        assertThat(filter.matches(letter("7/70/ä", REASON))).isTrue();
        for (String other : new String[] {"7/70/äb", "7/70", "", null}) {
            assertThat(filter.matches(letter(other, REASON))).as(other).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "a\"b",
                "\"",
                "\"\"\"",
                "a\\",
                "\\\"",
                "a\nb",
                "7\" x 3\"",
                "\u202eabc",
                "",
                "a key that is longer than what is shown of it, \"with\" quotes, \" \" \" \" \" \" and more of them\"\"\"\""
            })
    void whatever_a_key_contains_the_kind_of_its_reason_is_the_same(String key) {
        assertThat(Kind.general("key " + Ids.quoted(key) + " is invalid: expected partnerId/companyId"))
                .isEqualTo("key … is invalid: expected partnerId/companyId");
        assertThat(Kind.general("the key and the value disagree: sku is " + Ids.quoted(key) + " in the key, but "
                        + Ids.quoted(key + "x") + " in the value"))
                .isEqualTo("the key and the value disagree: sku is … in the key, but … in the value");
    }

    @Test
    void a_reason_that_is_cut_within_a_quote_is_of_the_kind_of_its_beginning() {
        assertThat(Kind.general("sku \"abc\\\"de")).isEqualTo("sku …");
        assertThat(Kind.general("sku \"abc\\")).isEqualTo("sku …");
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
        assertThat(decoded(deep, SOURCE)).doesNotContainKey("value").containsKey("undecodable");
    }

    @Test
    void a_letter_of_which_nobody_knows_where_it_came_from_is_not_decodable() {
        byte[] value = {0, 0, 0, 0, 1, 2};
        assertThat(decoded(value, null)).containsEntry("undecodable", "its source topic is unknown");
    }

    private JsonNode json(Headers headers) throws JsonProcessingException {
        DeadLetter letter =
                new DeadLetter(POSITION, Instant.EPOCH, "a reason", 1, null, new byte[] {-1}, null, 0, headers);
        return new ObjectMapper().readTree(Json.of(letter.decoded(registry)));
    }

    private Map<String, @Nullable Object> decoded(byte[] value, DeadLetter.@Nullable Source source) {
        return new DeadLetter(POSITION, Instant.EPOCH, "reason", 1, source, null, value, 0, new RecordHeaders())
                .decoded(registry);
    }
}
