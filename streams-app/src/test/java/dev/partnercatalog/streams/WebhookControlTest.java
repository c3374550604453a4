package dev.partnercatalog.streams;

import static dev.partnercatalog.streams.CommandedRegistry.code;
import static dev.partnercatalog.streams.CommandedRegistry.control;
import static dev.partnercatalog.streams.Partners.named;
import static dev.partnercatalog.streams.Partners.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.ControlWebhook;
import dev.partnercatalog.records.Refusal;
import dev.partnercatalog.records.RefusalCode;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.records.WebhookAction;
import dev.partnercatalog.records.WebhookControl;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a partner and the operator request of a webhook. */
@DisplayName("The webhook's control")
class WebhookControlTest {

    @AutoClose
    private final CommandedRegistry registry = new CommandedRegistry();

    @Test
    void counts_what_was_requested() {
        registry.publish(partner());
        registry.send(WebhookAction.PING);
        registry.send(WebhookAction.RESYNC);
        registry.send(WebhookAction.RESUME);
        WebhookControl control = control(registry.send(WebhookAction.ROTATE_SECRET));
        assertThat(control.getPings()).isEqualTo(1);
        assertThat(control.getResyncs()).isEqualTo(1);
        assertThat(control.getResumes()).isEqualTo(1);
        assertThat(control.getSecretGeneration()).isEqualTo(1);
        assertThat(control.getSecretRotatedAt()).isNotNull();
    }

    @Test
    @DisplayName("D32: parts that are requested again are numbered, and the latest hundred are kept")
    void keeps_the_parts_that_were_requested_again() {
        registry.publish(partner());
        WebhookControl control = WebhookControl.newBuilder().build();
        ResyncScope one = new ResyncScope(1L, 11L, null);
        ResyncScope two = new ResyncScope(2L, null, null);
        for (int i = 1; i <= 101; i++) {
            control = control(registry.send(new ControlWebhook(WebhookAction.RESYNC, i % 2 == 0 ? two : one)));
        }
        assertThat(control.getScopedResyncs())
                .hasSize(100)
                .startsWith(new ScopedResync(2L, two))
                .endsWith(new ScopedResync(101L, one));
        assertThat(control.getResyncs()).isZero();
    }

    @Test
    @DisplayName("D32: a part can only be requested again for the partner's own companies and locations")
    void refuses_to_send_again_what_the_partner_may_not_see() {
        registry.publish(partner());
        Map.of(
                        new ResyncScope(3L, null, null), "companyId 3 is not one of the partner's companies",
                        new ResyncScope(3L, 3L, null),
                                "locationId 3 is not one of the partner's locations of company 3",
                        new ResyncScope(1L, 99L, null),
                                "locationId 99 is not one of the partner's locations of company 1")
                .forEach((foreign, told) -> {
                    Refusal refusal =
                            Objects.requireNonNull(registry.send(new ControlWebhook(WebhookAction.RESYNC, foreign))
                                    .getRefusal());
                    assertThat(refusal.getCode()).as("%s", foreign).isEqualTo(RefusalCode.CHANGE_NOT_ALLOWED);
                    assertThat(refusal.getViolations())
                            .extracting(violation -> violation.getField() + " " + violation.getProblem())
                            .containsExactly(told);
                });
        ControlWebhook own = new ControlWebhook(WebhookAction.RESYNC, new ResyncScope(1L, 1L, null));
        assertThat(control(registry.send(own)).getScopedResyncs()).hasSize(1);
    }

    @Test
    void lets_only_the_operator_release_what_the_operator_holds() {
        registry.publish(partner());
        assertThat(control(registry.send(WebhookAction.SUSPEND)).getSuspended()).isTrue();
        assertThat(code(registry.send(WebhookAction.RESUME))).isEqualTo(RefusalCode.CHANGE_NOT_ALLOWED);
        WebhookControl released = control(registry.send(WebhookAction.RELEASE));
        assertThat(released.getSuspended()).isFalse();
        assertThat(released.getResumes()).isEqualTo(1);
        assertThat(released.getReleases()).isEqualTo(1);
        assertThat(control(registry.send(WebhookAction.RESUME)).getReleases())
                .as("the partner can't have removals sent that are held")
                .isEqualTo(1);
    }

    @Test
    void outlives_what_the_operator_publishes() {
        registry.publish(partner());
        registry.send(WebhookAction.ROTATE_SECRET);
        registry.configs().readValue();
        assertThat(registry.publish(named("x")).getWebhookControl().getSecretGeneration())
                .isEqualTo(1);
        registry.delete();
        assertThat(registry.publish(partner()).getWebhookControl().getSecretGeneration())
                .isEqualTo(1);
    }
}
