package dev.partnercatalog.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.WebhookControl;
import org.junit.jupiter.api.Test;

class WebhookStateTest {

    @Test
    void D27_a_webhook_is_held_until_its_partner_can_verify_messages() {
        assertThat(WebhookState.hold(WebhookControl.newBuilder().build(), false))
                .isEqualTo(WebhookState.NO_CLIENT);
        assertThat(WebhookState.hold(WebhookControl.newBuilder().build(), true)).isNull();
        assertThat(WebhookState.hold(
                        WebhookControl.newBuilder().setSecretGeneration(1).build(), false))
                .isNull();
    }

    @Test
    void an_operators_hold_comes_first() {
        WebhookControl suspended =
                WebhookControl.newBuilder().setSuspended(true).build();
        assertThat(WebhookState.hold(suspended, true)).isEqualTo(WebhookState.HELD);
        assertThat(WebhookState.hold(suspended, false)).isEqualTo(WebhookState.HELD);
    }
}
