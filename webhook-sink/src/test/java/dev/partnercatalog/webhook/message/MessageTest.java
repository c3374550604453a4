package dev.partnercatalog.webhook.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MessageTest {

    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    @Test
    @DisplayName("D25: the signature of the published Standard Webhooks example is reproduced")
    void the_published_example_comes_out() {
        Message message = message("msg_p5jXN8AQM9LWM0D4loKWxJek", "{\"test\": 2432232314}");

        assertThat(message.signature(List.of(SECRET), 1614265330))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void a_secret_in_another_form_is_refused() {
        assertThatThrownBy(() -> message("msg_3", "{}").signature(List.of("MfKQ9r8G"), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("MfKQ9r8G");
    }

    private static Message message(String id, String body) {
        return new Message(id, body.getBytes(StandardCharsets.UTF_8), Message.Contents.ping(0));
    }
}
