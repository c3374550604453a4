package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.CommandedRegistry.code;
import static dev.partnercatalog.streams.CommandedRegistry.config;
import static dev.partnercatalog.streams.Partners.named;
import static dev.partnercatalog.streams.Partners.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.PartnerCommand;
import dev.partnercatalog.records.PartnerCommandResult;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.UpdatePartner;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An idempotency key")
class IdempotencyKeyTest {

    @AutoClose
    private final CommandedRegistry registry = new CommandedRegistry();

    @Test
    void gives_a_repeated_command_the_first_result_whatever_happened_since() {
        registry.publish(partner());
        PartnerCommandResult first = registry.sendOnce("k", "hash", WebhookAction.RESYNC);
        registry.send(new UpdatePartner(named("meanwhile")));
        PartnerCommandResult again = registry.sendOnce("k", "hash", WebhookAction.RESYNC);

        assertThat(again.getReplayed()).isTrue();
        assertThat(again.getConfig()).isEqualTo(first.getConfig());
        assertThat(again.getCommandId()).isNotEqualTo(first.getCommandId());
        assertThat(config(registry.send(WebhookAction.PING)).getWebhookControl().getResyncs())
                .isEqualTo(1);
    }

    @Test
    void is_refused_for_another_request() {
        registry.publish(partner());
        registry.sendOnce("k", "one", WebhookAction.RESYNC);
        PartnerCommandResult other = registry.sendOnce("k", "two", WebhookAction.PING);
        assertThat(code(other)).isEqualTo(RefusalCode.IDEMPOTENCY_KEY_REUSED);
    }

    @Test
    void does_not_make_a_refusal_stick() {
        long revision = registry.publish(partner()).getPartnerRevision();
        PartnerCommand late = registry.command(new UpdatePartner(named("x")));
        late.setIdempotencyKey("k");
        late.setIfMatch(List.of(revision - 1));
        assertThat(code(registry.send(late))).isEqualTo(RefusalCode.PRECONDITION_FAILED);
        PartnerCommand again = registry.command(new UpdatePartner(named("x")));
        again.setIdempotencyKey("k");
        again.setIfMatch(List.of(revision));
        PartnerCommandResult result = registry.send(again);
        assertThat(result.getRefusal()).isNull();
        assertThat(result.getReplayed()).isFalse();
    }

    @Test
    void is_known_among_the_latest_hundred_of_the_partner() {
        registry.publish(partner());
        for (int i = 0; i <= 100; i++) {
            registry.sendOnce("k" + i, "hash", WebhookAction.RESYNC);
        }
        assertThat(registry.sendOnce("k1", "hash", WebhookAction.RESYNC).getReplayed())
                .isTrue();
        assertThat(registry.sendOnce("k0", "hash", WebhookAction.RESYNC).getReplayed())
                .isFalse();
        assertThat(registry.catalog().answers())
                .hasSize(100)
                .contains("p/k100", "p/k0")
                .doesNotContain("p/k1");
    }

    @Test
    void D34_of_a_large_partner_is_known_among_16_MiB_of_results_and_at_least_the_last() {
        registry.publish(named("x".repeat(3 << 20)));
        for (int i = 0; i < 8; i++) {
            registry.sendOnce("k" + i, "hash", WebhookAction.RESYNC);
        }
        assertThat(registry.catalog().answers()).containsExactlyInAnyOrder("p/k3", "p/k4", "p/k5", "p/k6", "p/k7");
        assertThat(registry.sendOnce("k7", "hash", WebhookAction.RESYNC).getReplayed())
                .isTrue();
    }

    @Test
    void is_forgotten_eventually_however_many_there_are() {
        registry.publish(partner());
        for (int partner = 0; partner < 3; partner++) {
            String id = "q" + partner;
            registry.catalog()
                    .publish(
                            CatalogTopic.PARTNERS,
                            id,
                            Partner.newBuilder(partner()).setPartnerId(id).build());
            for (int i = 0; i < 90; i++) {
                PartnerCommand command = registry.command(new ControlWebhook(WebhookAction.RESYNC, null));
                command.setPartnerId(id);
                command.setIdempotencyKey("k" + i);
                registry.catalog().publish(CatalogTopic.PARTNER_COMMANDS, id, command);
            }
        }
        assertThat(registry.catalog().answers()).hasSize(270);
        registry.catalog().advanceWallClock(Duration.ofHours(25));
        assertThat(registry.catalog().answers()).hasSize(170);
        registry.catalog().advanceWallClock(Duration.ofMinutes(1));
        registry.catalog().advanceWallClock(Duration.ofMinutes(1));
        assertThat(registry.catalog().answers()).isEmpty();
    }

    @Test
    void is_forgotten_after_a_day() {
        registry.publish(partner());
        registry.sendOnce("k", "hash", WebhookAction.RESYNC);
        registry.catalog().advanceWallClock(Duration.ofHours(25));
        PartnerCommandResult later = registry.sendOnce("k", "hash", WebhookAction.RESYNC);
        assertThat(later.getReplayed()).isFalse();
        assertThat(config(later).getWebhookControl().getResyncs()).isEqualTo(2);
    }
}
