package dev.partnercatalog.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonOutputTest {

    /** Public as the getters of Avro's records are. */
    public record Thing(String name, @Nullable String kind, int amount, List<@Nullable String> labels) {

        public int getSize() {
            return amount;
        }
    }

    @JsonInclude
    private record Told(@Nullable String kind) {}

    @Test
    void a_record_has_its_components_in_their_order_without_those_that_are_null() {
        assertThat(text(new Thing("a", null, 0, List.of()))).isEqualTo("{\"name\":\"a\",\"amount\":0,\"labels\":[]}");
    }

    @Test
    void a_record_that_tells_of_null_does_so_and_so_does_a_list() {
        assertThat(text(new Told(null))).isEqualTo("{\"kind\":null}");
        assertThat(text(new Thing("", "k", 1, Arrays.asList("x", null))))
                .isEqualTo("{\"name\":\"\",\"kind\":\"k\",\"amount\":1,\"labels\":[\"x\",null]}");
    }

    @Test
    void members_are_in_alphabetical_order_on_demand() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        JsonOutput.writeAlphabetically(out, new Thing("a", "k", 2, List.of("x")));
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo("{\"amount\":2,\"kind\":\"k\",\"labels\":[\"x\"],\"name\":\"a\"}");
    }

    @Test
    void half_a_surrogate_pair_is_escaped_and_a_whole_one_is_not() {
        String text = "\ud83c\udf3f \udf3f \u00e9\u2028";
        assertThat(text(new Told(text))).isEqualTo("{\"kind\":\"\ud83c\udf3f \\uDF3F \u00e9\u2028\"}");
        assertThat(JsonOutput.bytes(json -> {
                    json.writeStartObject();
                    json.writeStringField("kind", text);
                    json.writeEndObject();
                }))
                .isEqualTo(JsonOutput.of(new Told(text)));
    }

    private static String text(Object value) {
        return new String(JsonOutput.of(value), StandardCharsets.UTF_8);
    }
}
