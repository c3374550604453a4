package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.live.PartnerSummary;
import dev.partnercatalog.operations.webhooks.ChosenContent;
import dev.partnercatalog.operations.webhooks.WebhookStatus;
import dev.partnercatalog.operations.webhooks.WebhookStatus.State;
import dev.partnercatalog.records.WebhookSettings;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartnerPagesTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final List<PartnerSummary> PARTNERS = List.of(
            partner("app", "Shopping App", State.HEALTHY, null),
            partner("kiosk", "Kiosks of Main Street", State.BACKING_OFF, NOON.plusSeconds(60)),
            partner("old", "Old Kiosk", State.DISABLED, null),
            partner("screen", "Screens", State.SUSPENDED, null));

    @Test
    void a_partner_is_listed_with_its_name_its_last_success_and_its_next_attempt() {
        assertThat(page("", ""))
                .contains("4 partners", "Kiosks of Main Street", "2026-01-31 12:00:00 UTC", "2026-01-31 12:01:00 UTC");
    }

    @Test
    void partners_are_found_by_id_name_and_state() {
        assertThat(page("KIOSK", ""))
                .contains("2 of 4 partners", "/kiosk\"", "/old\"")
                .doesNotContain("/app\"");
        assertThat(page("", "suspended")).contains("/screen\"").doesNotContain("/kiosk\"", "/app\"");
        assertThat(page("", PartnerPages.Filter.TROUBLED))
                .contains("/screen\"", "/kiosk\"")
                .doesNotContain("/app\"", "/old\"");
        assertThat(page("nobody", "")).contains("0 of 4 partners", "No partner matches.");
    }

    private static PartnerSummary partner(String id, String name, State state, @Nullable Instant next) {
        WebhookStatus status = new WebhookStatus(
                id,
                state,
                null,
                null,
                null,
                next,
                null,
                NOON,
                0,
                null,
                0,
                List.of(),
                0,
                ChosenContent.of(WebhookSettings.newBuilder().build()));
        return new PartnerSummary(name, status);
    }

    private static String page(String text, String state) {
        Visitor visitor = Visitor.reader(false);
        Page page = PartnerPages.list(PARTNERS, new PartnerPages.Filter(text, state), "", 0, null, visitor);
        return Layout.render(page, visitor, null, List.of());
    }
}
