package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.Partners.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RejectedCommandTest {

    @AutoClose
    private final CommandedRegistry registry = new CommandedRegistry();

    @Test
    void a_command_that_is_unreadable_or_for_another_partner_is_a_dead_letter_and_the_next_one_is_carried_out() {
        TopologyHarness catalog = registry.catalog();
        registry.publish(partner());
        catalog.publishBytes(CatalogTopic.PARTNER_COMMANDS, "p".getBytes(StandardCharsets.UTF_8), new byte[] {1, 2, 3});
        catalog.publish(
                CatalogTopic.PARTNER_COMMANDS, "q", registry.command(new ControlWebhook(WebhookAction.PING, null)));

        assertThat(catalog.deadLetters().readRecordsToList()).hasSize(2);
        assertThat(registry.send(WebhookAction.PING).getRefusal()).isNull();
    }
}
