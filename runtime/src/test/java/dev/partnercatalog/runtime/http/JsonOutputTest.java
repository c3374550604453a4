package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonOutputTest {

    /** Public as the getters of Avro's records are. */
    public record Thing(String name, @Nullable String kind, int amount, List<String> labels) {

        public int getSize() {
            return amount;
        }
    }

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Brief(@Nullable String kind, int amount) {}

    @Test
    void a_record_has_all_its_components_in_their_order_and_nothing_else() {
        assertThat(text(new Thing("a", null, 0, List.of())))
                .isEqualTo("{\"name\":\"a\",\"kind\":null,\"amount\":0,\"labels\":[]}");
    }

    @Test
    void a_record_leaves_out_what_is_null_if_it_says_so() {
        assertThat(text(new Brief(null, 0))).isEqualTo("{\"amount\":0}");
        assertThat(text(new Brief("k", 1))).isEqualTo("{\"kind\":\"k\",\"amount\":1}");
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
        assertThat(text(new Brief(text, 1))).isEqualTo("{\"kind\":\"\ud83c\udf3f \\uDF3F \u00e9\u2028\",\"amount\":1}");
        assertThat(JsonOutput.bytes(json -> {
                    json.writeStartObject();
                    json.writeStringField("kind", text);
                    json.writeNumberField("amount", 1);
                    json.writeEndObject();
                }))
                .isEqualTo(JsonOutput.of(new Brief(text, 1)));
    }

    private static String text(Object value) {
        return new String(JsonOutput.of(value), StandardCharsets.UTF_8);
    }
}
