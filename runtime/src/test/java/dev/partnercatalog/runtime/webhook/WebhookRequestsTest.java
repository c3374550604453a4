package dev.partnercatalog.runtime.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.records.WebhookControl;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is requested of a webhook")
class WebhookRequestsTest {

    private static final WebhookControl NOTHING = WebhookControl.newBuilder().build();

    @Test
    void is_counted() {
        WebhookControl control = WebhookRequests.rotateSecret(
                WebhookRequests.resume(WebhookRequests.resync(WebhookRequests.ping(NOTHING), null)), 1_000);
        assertThat(control)
                .isEqualTo(WebhookControl.newBuilder()
                        .setPings(1)
                        .setResyncs(1)
                        .setResumes(1)
                        .setSecretGeneration(1)
                        .setSecretRotatedAt(1_000L)
                        .build());
    }

    @Test
    void is_held_by_the_operator_until_the_operator_releases_it() {
        WebhookControl held = WebhookRequests.suspend(NOTHING);
        assertThat(held.getSuspended()).isTrue();
        WebhookControl released = WebhookRequests.release(held);
        assertThat(released.getSuspended()).isFalse();
        assertThat(released.getResumes()).isEqualTo(1);
        assertThat(released.getReleases()).isEqualTo(1);
        assertThat(WebhookRequests.resume(released).getReleases())
                .as("the partner can't have removals sent that are held")
                .isEqualTo(1);
    }

    @Test
    @DisplayName("D32: parts that are requested again are numbered, and the latest hundred are kept")
    void keeps_the_parts_that_were_requested_again() {
        WebhookControl control = NOTHING;
        ResyncScope one = new ResyncScope(1L, 11L, null);
        ResyncScope two = new ResyncScope(2L, null, null);
        for (int i = 1; i <= 101; i++) {
            control = WebhookRequests.resync(control, i % 2 == 0 ? two : one);
        }
        assertThat(control.getScopedResyncs())
                .hasSize(100)
                .startsWith(new ScopedResync(2L, two))
                .endsWith(new ScopedResync(101L, one));
        assertThat(control.getResyncs()).isZero();
    }

    @Test
    @DisplayName("D32: a part can only be requested again for the partner's own companies and locations")
    void is_foreign_if_the_partner_may_not_see_it() {
        Partner partner = new Partner(
                "p",
                "Partner",
                true,
                new WebhookSetting(false, ""),
                List.of(new AllowedCompany(
                        "1",
                        "One",
                        "cova",
                        "c-1",
                        new AllowedFields(false, false, false, false),
                        List.of(new AllowedLocation("11", "Eleven", "l-11")))));
        Map.of(
                        new ResyncScope(3L, null, null), "companyId 3 is not one of the partner's companies",
                        new ResyncScope(3L, 3L, null),
                                "locationId 3 is not one of the partner's locations of company 3",
                        new ResyncScope(1L, 99L, null),
                                "locationId 99 is not one of the partner's locations of company 1")
                .forEach((part, told) -> assertThat(WebhookRequests.foreign(partner, part))
                        .hasValueSatisfying(foreign -> assertThat(foreign.field() + " " + foreign.problem())
                                .isEqualTo(told)));
        assertThat(WebhookRequests.foreign(partner, new ResyncScope(1L, 1L, null)))
                .isEmpty();
        assertThat(WebhookRequests.foreign(partner, null)).isEmpty();
    }
}
