package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.Partners.named;
import static dev.partnercatalog.streams.Partners.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookHeader;
import dev.partnercatalog.runtime.webhook.WebhookRequests;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.streams.TestOutputTopic;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D18: the writer of partners")
class PartnerRegistryTest {

    private static final WebhookControl NOTHING = WebhookControl.newBuilder().build();

    @AutoClose
    private final TopologyHarness catalog = new TopologyHarness();

    private final TestOutputTopic<String, PartnerConfig> configs =
            catalog.output(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class);

    private @Nullable PartnerConfig current;

    @Test
    void makes_what_a_command_says_of_the_configuration_from_which_it_was_made() {
        PartnerConfig before = publish(partner());
        PartnerConfig after = send(command("c1", before, named("x"), NOTHING));
        assertThat(after.getRevision()).isGreaterThan(before.getRevision());
        assertThat(after)
                .isEqualTo(new PartnerConfig(after.getRevision(), named("x"), after.getRevision(), NOTHING, "c1"));
    }

    @Test
    void makes_one_of_two_commands_that_were_made_from_the_same_configuration() {
        PartnerConfig before = publish(partner());
        send(command("c1", before, named("first"), NOTHING));
        ignores(command("c2", before, named("second"), NOTHING));
    }

    @Test
    void makes_a_command_once_however_often_it_arrives() {
        PartnerConfig before = publish(partner());
        PartnerCommand ping = command("c1", before, before.getPartner(), WebhookRequests.ping(NOTHING));
        assertThat(send(ping).getWebhookControl().getPings()).isEqualTo(1);
        ignores(ping);
    }

    @Test
    void prefers_what_the_operator_published_meanwhile() {
        PartnerConfig before = publish(partner());
        PartnerConfig published = publish(named("published"));
        assertThat(published.getCommandId()).isNull();
        ignores(command("c1", before, named("by itself"), NOTHING));
        assertThat(send(command("c2", published, named("by itself"), NOTHING))
                        .getPartner()
                        .getPartnerName())
                .isEqualTo("by itself");
    }

    @Test
    void answers_a_command_that_changes_nothing_with_a_revision_that_leaves_the_partners_own() {
        PartnerConfig before = publish(partner());
        PartnerConfig after = send(command("c1", before, partner(), NOTHING));
        assertThat(after.getRevision()).isGreaterThan(before.getRevision());
        assertThat(after.getPartnerRevision()).isEqualTo(before.getPartnerRevision());
        assertThat(after.getCommandId()).isEqualTo("c1");
    }

    @Test
    void does_not_bring_a_deleted_partner_back_by_a_command_of_before() {
        PartnerConfig before = publish(partner());
        delete();
        ignores(command("c1", before, named("x"), NOTHING));
        publish(partner());
        ignores(command("c2", before, named("x"), NOTHING));
    }

    @Test
    void keeps_what_was_requested_of_the_webhook_whatever_the_operator_publishes() {
        PartnerConfig before = publish(partner());
        WebhookControl rotated = WebhookRequests.withHeaders(
                WebhookRequests.rotateSecret(NOTHING, 1_000),
                List.of(new WebhookHeader("X-Api-Key", ByteBuffer.wrap(new byte[] {1, 2, 3}))));
        PartnerConfig after = send(command("c1", before, before.getPartner(), rotated));
        assertThat(after.getPartnerRevision()).isEqualTo(before.getPartnerRevision());
        assertThat(publish(named("x")).getWebhookControl()).isEqualTo(rotated);
        delete();
        assertThat(publish(partner()).getWebhookControl())
                .as("headers are gone, and nothing else is")
                .isEqualTo(WebhookRequests.withHeaders(rotated, List.of()));
    }

    @Test
    @DisplayName("D27: no secret comes back that was rotated away while the partner was gone")
    void counts_on_what_is_restored() {
        PartnerConfig before = publish(partner());
        WebhookControl rotated = WebhookRequests.rotateSecret(NOTHING, 1_000);
        send(command("c1", before, before.getPartner(), rotated));
        delete();
        PartnerCommand restore = PartnerCommand.newBuilder(command("c2", null, partner(), NOTHING))
                .setLaterThan(5_000_000)
                .build();
        PartnerConfig restored = send(restore);
        assertThat(restored.getWebhookControl()).isEqualTo(rotated);
        assertThat(restored.getRevision()).isGreaterThan(5_000_000);
        ignores(restore);
    }

    @Test
    void restores_that_a_partner_was_deleted() {
        PartnerConfig before = publish(partner());
        WebhookControl rotated = WebhookRequests.rotateSecret(NOTHING, 1_000);
        catalog.publish(CatalogTopic.PARTNER_COMMANDS, "p", command("c1", before, null, rotated));
        assertThat(configs.readRecord().value()).isNull();
        assertThat(publish(partner()).getWebhookControl()).isEqualTo(rotated);
    }

    @Test
    void puts_aside_a_command_that_is_unreadable_or_for_another_partner() {
        PartnerConfig before = publish(partner());
        catalog.publishBytes(CatalogTopic.PARTNER_COMMANDS, "p".getBytes(StandardCharsets.UTF_8), new byte[] {1, 2, 3});
        catalog.publish(CatalogTopic.PARTNER_COMMANDS, "q", command("c1", before, partner(), NOTHING));
        Partner other = Partner.newBuilder(partner()).setPartnerId("q").build();
        catalog.publish(CatalogTopic.PARTNER_COMMANDS, "p", command("c2", before, other, NOTHING));
        assertThat(catalog.deadLetters().readRecordsToList()).hasSize(3);
        assertThat(send(command("c3", before, named("x"), NOTHING)).getCommandId())
                .isEqualTo("c3");
    }

    private PartnerConfig publish(Partner partner) {
        catalog.publish(CatalogTopic.PARTNERS, "p", partner);
        PartnerConfig after = configs.readValue();
        current = after;
        return after;
    }

    private void delete() {
        catalog.publish(CatalogTopic.PARTNERS, "p", null);
        assertThat(configs.readRecord().value()).isNull();
        current = null;
    }

    private PartnerConfig send(PartnerCommand command) {
        catalog.publish(CatalogTopic.PARTNER_COMMANDS, "p", command);
        PartnerConfig after = configs.readValue();
        assertThat(configs.isEmpty()).isTrue();
        current = after;
        return after;
    }

    /** The command changes nothing: the configuration is written once more as it is. */
    private void ignores(PartnerCommand command) {
        catalog.publish(CatalogTopic.PARTNER_COMMANDS, "p", command);
        if (current != null) {
            assertThat(configs.readValue()).isEqualTo(current);
        }
        assertThat(configs.isEmpty()).isTrue();
    }

    private static PartnerCommand command(
            String id, @Nullable PartnerConfig from, @Nullable Partner partner, WebhookControl control) {
        return new PartnerCommand(id, "p", from == null ? 0 : from.getRevision(), partner, control, 0L);
    }
}
