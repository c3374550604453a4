package dev.partnercatalog.runtime.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.WebhookControl;
import org.junit.jupiter.api.Test;

class WebhookHoldTest {

    @Test
    void D27_a_webhook_is_held_until_its_partner_can_verify_messages() {
        assertThat(WebhookHold.of(WebhookControl.newBuilder().build(), false)).isEqualTo(WebhookHold.NO_CLIENT);
        assertThat(WebhookHold.of(WebhookControl.newBuilder().build(), true)).isNull();
        assertThat(WebhookHold.of(
                        WebhookControl.newBuilder().setSecretGeneration(1).build(), false))
                .isNull();
    }

    @Test
    void an_operators_hold_comes_first() {
        WebhookControl suspended =
                WebhookControl.newBuilder().setSuspended(true).build();
        assertThat(WebhookHold.of(suspended, true)).isEqualTo(WebhookHold.OPERATOR);
        assertThat(WebhookHold.of(suspended, false)).isEqualTo(WebhookHold.OPERATOR);
    }
}
