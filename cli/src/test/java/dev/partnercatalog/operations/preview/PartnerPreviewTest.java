package dev.partnercatalog.operations.preview;

import static dev.partnercatalog.operations.preview.PreviewedCatalog.partner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.operations.preview.Preview.EventFault;
import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a preview says about a partner's configuration itself, whether or not a record differs. */
class PartnerPreviewTest {

    private static final String OWN = "https://own.example/";

    @AutoClose
    private final PreviewedCatalog catalog = PreviewedCatalog.withEverything();

    @Test
    void the_settings_that_an_event_of_a_partner_changes_are_named_though_no_record_differs() throws IOException {
        Preview preview = catalog.preview(
                "partners",
                partner(true, true, ", {\"id\": \"71\", \"name\": \"l\", \"providerId\": \"z\"}")
                        .replace("\"url\": \"\"", "\"url\": \"https://new.example/\""));
        assertThat(preview.records().all()).isZero();
        assertThat(preview.settings()).containsOnlyKeys("p");
        assertThat(preview.settings().get("p"))
                .extracting(difference -> difference.field() + " " + difference.before() + " " + difference.after())
                .containsExactly(
                        "allowedCompanies[7].locations[71] null {\"name\":\"l\",\"providerId\":\"z\"}",
                        "webhook.url \"\" \"https://new.example/\"");
        assertThat(JsonReport.of(preview.report())
                        .at("/settings/p/webhook.url/after")
                        .asText())
                .isEqualTo("https://new.example/");
        assertThat(preview.warnings()).isEmpty();
    }

    @Test
    void an_event_that_changes_nothing_names_no_settings() throws IOException {
        assertThat(catalog.preview("partners", partner(true, true, "")).settings())
                .isEmpty();
    }

    @Test
    void D18_a_partner_published_again_after_its_own_change_is_a_warning_that_names_what_is_undone()
            throws IOException {
        new ExampleCatalog(catalog.topics()).publishEditedPartner(OWN);
        Preview preview = catalog.preview("partners", partner(true, true, ""));
        assertThat(preview.settings().get("p"))
                .extracting(MemberDifference::field)
                .containsExactly("webhook.enabled", "webhook.url");
        assertThat(preview.warned()).isEqualTo(1);
        assertThat(preview.warnings())
                .containsExactly(new EventFault(
                        "partners:1", "undoes what the partner has changed itself: webhook.enabled, webhook.url"));
    }

    @Test
    void an_event_that_keeps_what_the_partner_changed_is_no_warning() throws IOException {
        new ExampleCatalog(catalog.topics()).publishEditedPartner(OWN);
        String kept = partner(true, false, "")
                .replace("{\"enabled\": false, \"url\": \"\"}", "{\"enabled\": true, \"url\": \"" + OWN + "\"}");
        assertThat(catalog.preview("partners", kept).warnings()).isEmpty();
    }

    @Test
    void a_difference_to_an_event_that_is_not_yet_applied_is_not_the_partners_own() throws IOException {
        catalog.topics()
                .write(
                        CatalogTopic.PARTNERS,
                        "p",
                        new Partner("p", "Renamed", true, new WebhookSetting(false, ""), List.of()));
        assertThat(catalog.preview("partners", partner(true, true, "")).warnings())
                .isEmpty();
    }
}
