package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.CommandedRegistry.code;
import static dev.partnercatalog.streams.CommandedRegistry.config;
import static dev.partnercatalog.streams.Partners.named;
import static dev.partnercatalog.streams.Partners.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.SetWebhookHeaders;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Headers of the webhook")
class WebhookHeadersCommandTest {

    @AutoClose
    private final CommandedRegistry registry = new CommandedRegistry();

    private final List<WebhookHeader> headers =
            List.of(new WebhookHeader("X-Api-Key", ByteBuffer.wrap(new byte[] {1, 2, 3})));

    @Test
    void replace_the_current_ones_and_change_neither_the_partner_nor_what_was_requested_of_the_webhook() {
        PartnerConfig before = registry.publish(partner());
        PartnerConfig pinged = config(registry.send(WebhookAction.PING));
        registry.send(new SetWebhookHeaders(List.of(new WebhookHeader("X-Earlier", ByteBuffer.allocate(1)))));
        PartnerConfig after = config(registry.send(new SetWebhookHeaders(headers)));

        assertThat(after)
                .isEqualTo(PartnerConfig.newBuilder(pinged)
                        .setRevision(after.getRevision())
                        .setWebhookControl(WebhookControl.newBuilder(pinged.getWebhookControl())
                                .setHeaders(headers)
                                .build())
                        .build());
        assertThat(after.getRevision()).isGreaterThan(pinged.getRevision());
        assertThat(after.getPartnerRevision()).isEqualTo(before.getPartnerRevision());
        assertThat(registry.configs().readValuesToList()).last().isEqualTo(after);
        assertThat(config(registry.send(new SetWebhookHeaders(List.of())))
                        .getWebhookControl()
                        .getHeaders())
                .isEmpty();
    }

    @Test
    void that_are_current_already_write_nothing() {
        registry.publish(partner());
        PartnerConfig once = config(registry.send(new SetWebhookHeaders(headers)));
        registry.configs().readValuesToList();
        assertThat(config(registry.send(new SetWebhookHeaders(headers)))).isEqualTo(once);
        assertThat(registry.configs().isEmpty()).isTrue();
    }

    @Test
    void are_gone_when_a_partner_that_was_deleted_comes_back_and_nothing_else_is() {
        registry.publish(partner());
        registry.send(WebhookAction.ROTATE_SECRET);
        WebhookControl before =
                config(registry.send(new SetWebhookHeaders(headers))).getWebhookControl();
        registry.configs().readValuesToList();
        assertThat(registry.publish(named("x")).getWebhookControl()).isEqualTo(before);
        registry.delete();
        assertThat(registry.publish(partner()).getWebhookControl())
                .isEqualTo(
                        WebhookControl.newBuilder(before).setHeaders(List.of()).build());
    }

    @Test
    void of_an_unknown_partner_are_refused() {
        assertThat(code(registry.send(new SetWebhookHeaders(headers)))).isEqualTo(RefusalCode.NOT_FOUND);
    }
}
