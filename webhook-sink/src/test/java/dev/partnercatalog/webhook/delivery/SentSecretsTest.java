package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SentSecretsTest {

    private static final List<String> SECRETS = List.of("k3y/\"+=", "longer k3y/\"+= of all");

    @Test
    void a_secret_is_removed_wherever_it_is_and_however_it_is_escaped() {
        assertThat(removed("k3y/\"+=")).isEqualTo("…");
        assertThat(removed("a k3y/\"+=, twice: k3y/\"+=!")).isEqualTo("a …, twice: …!");
        assertThat(removed("{\"key\": \"K3Y\\/\\\"\\u002b=\"}")).isEqualTo("{\"key\": \"…\"}");
        assertThat(removed("?key=k3y%2F%22%2b%3D&more")).isEqualTo("?key=…&more");
        assertThat(removed("it is longer k3y/\"+= of all")).isEqualTo("it is …");
    }

    @Test
    void everything_else_stays() {
        for (String text : List.of("", "k3y/\"+", "k3 y/\"+=", "\\", "%", "\\u", "100%", "héllo 🌿 \\u002b")) {
            assertThat(removed(text)).isEqualTo(text);
        }
    }

    @Test
    void a_secret_that_the_end_of_a_cut_text_breaks_off_is_removed_too() {
        assertThat(Exchange.without(SECRETS, "it is longer k3y/\"", true)).isEqualTo("it is …");
        assertThat(Exchange.without(SECRETS, "it is k3y%2F", true)).isEqualTo("it is …");
    }

    private static String removed(String text) {
        return Exchange.without(SECRETS, text, false);
    }
}
