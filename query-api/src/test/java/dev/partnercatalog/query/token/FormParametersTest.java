package dev.partnercatalog.query.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.runtime.http.SameHash;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class FormParametersTest {

    @Test
    void a_character_that_is_not_escaped_is_itself_whatever_it_is() {
        assertThat(parse("a=\ud83c\udf3f+\u00e9&b=%F0%9F%8C%BF").get("a")).isEqualTo("\ud83c\udf3f \u00e9");
        assertThat(parse("a=\ud83c\udf3f&b=%F0%9F%8C%BF").get("b")).isEqualTo("\ud83c\udf3f");
    }

    /** Comparing each name with each other would take minutes. */
    @Test
    @Timeout(20)
    void many_names_with_equal_hash_codes_cost_no_more_than_others() {
        assertThat(parse(String.join("&", SameHash.texts(17))).values()).hasSize(1 << 17);
    }

    private static FormParameters parse(String body) {
        return FormParameters.parse(body.getBytes(StandardCharsets.UTF_8));
    }
}
