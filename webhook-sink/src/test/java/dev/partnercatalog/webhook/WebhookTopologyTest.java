package dev.partnercatalog.webhook;

import static dev.partnercatalog.webhook.SinkTopology.CLIENT_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.events.LocationAllowedFields;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.webhook.WebhookState;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.reconcile.ScriptedDelivery;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the whole topology sends. */
class WebhookTopologyTest {

    private final SinkTopology topology;
    private final ScriptedDelivery delivery;

    WebhookTopologyTest(@TempDir Path stateDir) {
        topology = new SinkTopology(stateDir);
        delivery = topology.delivery;
    }

    @AfterEach
    void stop() {
        topology.close();
    }

    @Test
    @DisplayName("D27: nothing is sent to a partner without a client, and all that is due once it has one")
    void what_is_due_waits_for_the_partners_first_client() {
        topology.publish(CatalogTopic.CLIENTS, CLIENT_ID, null);
        topology.partner(true, false, WebhookControl.newBuilder().setPings(1).build());
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "a", true);
        topology.settle();
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "B"), "b", true);
        topology.settle();
        assertThat(delivery.all()).isEmpty();
        assertThat(delivery.inUse()).singleElement().matches(settings -> settings.hold() == WebhookState.NO_CLIENT);

        topology.client();
        assertThat(topology.settle())
                .containsOnlyKeys(new ScopedVariant(Scope.of(1, 11), "A"), new ScopedVariant(Scope.of(1, 11), "B"));
        assertThat(delivery.all()).noneMatch(sent -> sent.message().contents().isPing());
    }

    @Test
    @DisplayName("D24: a listing at a location and one for the whole company are delivered at their scopes")
    void listings_are_delivered_at_their_scopes() {
        topology.partner(true, false);
        topology.variant(new ScopedVariant(new Scope.Company(1), "A"), "company", true);
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "location", true);
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "B"), "not listed there", false);
        topology.variant(new ScopedVariant(new Scope.Company(1), "C"), "company's", false);
        topology.listing(11, "C", true);

        Map<ScopedVariant, String> received = topology.settle();

        assertThat(received)
                .containsOnlyKeys(
                        new ScopedVariant(new Scope.Company(1), "A"),
                        new ScopedVariant(Scope.of(1, 11), "A"),
                        new ScopedVariant(Scope.of(1, 11), "C"));
        assertThat(received.get(new ScopedVariant(Scope.of(1, 11), "C")))
                .contains("\"name\":\"company's\"", "\"locationId\":11,");
        assertThat(received.get(new ScopedVariant(new Scope.Company(1), "A")))
                .contains("\"name\":\"company\"", "\"locationId\":1,");
        assertThat(received.get(new ScopedVariant(Scope.of(1, 11), "A")))
                .contains("\"name\":\"location\"", "\"locationId\":11,");
    }

    @Test
    @DisplayName("D12: attributes of a location with the company's id apply nowhere: that scope is the company")
    void a_locations_entry_with_the_companys_id_is_not_the_companys() {
        topology.partner(true, false);
        topology.variant(new ScopedVariant(new Scope.Company(1), "A"), "company", true);
        topology.variant(new ScopedVariant(new Scope.Location(1, 1), "A"), "location", true);
        assertThat(topology.settle().get(new ScopedVariant(new Scope.Company(1), "A")))
                .contains("\"name\":\"company\"");

        topology.publish(CatalogTopic.COMPANY_VARIANTS, "A/1/1", null);
        assertThat(topology.settle()).isEmpty();
    }

    @Test
    @DisplayName("D24: a change of the partner's flags, units or assets is sent only if it changes a record")
    void configurations_change_what_a_partner_has() {
        topology.partner(true, false);
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "a", true);
        topology.settle();

        topology.partner(true, true);
        assertThat(topology.settle().values())
                .singleElement()
                .satisfies(json -> assertThat(json).contains("\"badges\":[\"new\"]"));
        topology.scope("p", 1, null, config -> config.setCannabisUnitOfMeasure("mg/g"));
        assertThat(topology.settle().values())
                .singleElement()
                .satisfies(json -> assertThat(json).contains("\"cannabisUnitOfMeasure\":\"mg/g\"", "\"avg\":\"200\""));
        topology.scope("p", 1, 11L, config -> config.setAssetPriority(List.of(new AssetPriority("Product", 2))));
        assertThat(topology.settle()).isEmpty(); // an order without types makes no entry (D8)
        topology.scope("p", 1, 11L, config -> {
            config.setAssetPriority(List.of(new AssetPriority("Product", 2)));
            config.setVariantTypePreferences(Map.of("Flower", List.of("Product")));
        });
        assertThat(topology.settle().values())
                .singleElement()
                .satisfies(json -> assertThat(json).contains("\"id\":\"1\"", "\"id\":\"2\""));
        topology.scope("p", 1, 11L, config -> {
            config.setAssetPriority(List.of(new AssetPriority("Product", 2)));
            config.setVariantTypePreferences(Map.of("Flower", List.of("Product")));
            config.setAllowedFields(new LocationAllowedFields(false, true, true));
        });
        assertThat(topology.settle().values())
                .singleElement()
                .satisfies(json -> assertThat(json).doesNotContain("badges"));
        topology.scope("somebody-else", 1, null, config -> config.setCannabisUnitOfMeasure("%"));
        assertThat(topology.settle()).isEmpty();
    }

    @Test
    @DisplayName("D24: nothing is sent to a partner that is disabled, or whose webhook is disabled")
    void a_disabled_partner_is_sent_nothing() {
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "a", true);
        topology.partner(false, false);
        assertThat(topology.settle()).isEmpty();

        topology.partner(true, false);
        assertThat(topology.settle()).hasSize(1);

        topology.publish(CatalogTopic.PARTNER_CONFIGS, "p", null);
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "b", true);
        assertThat(topology.settle()).isEmpty();
    }

    @Test
    void a_task_that_has_nothing_to_do_writes_now_and_then_so_that_it_notices_rows_of_others() {
        topology.settle();
        topology.written();
        topology.tick();
        assertThat(topology.written()).hasSize(1);
    }

    @Test
    @DisplayName("Requests of a partner or the operator take effect: hold the webhook, ping it, resync everything")
    void what_is_asked_of_a_webhook_is_done() {
        WebhookControl control = WebhookControl.newBuilder().build();
        topology.partner(true, false, control);
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "a", true);
        assertThat(topology.settle()).hasSize(1);

        control.setResyncs(1);
        topology.partner(true, false, control);
        assertThat(topology.settle()).hasSize(1);
        assertThat(topology.settle()).isEmpty();

        control.setSuspended(true);
        control.setResumes(2);
        topology.partner(true, false, control);
        topology.tick();
        assertThat(delivery.inUse()).singleElement().satisfies(settings -> {
            assertThat(settings.held()).isTrue();
            assertThat(settings.control().getResumes()).isEqualTo(2);
        });

        control.setSuspended(false);
        control.setPings(1);
        topology.partner(true, false, control);
        topology.tick();
        assertThat(delivery.underWay()).singleElement().satisfies(sent -> {
            assertThat(sent.message().contents().isPing()).isTrue();
            assertThat(sent.message().contents().ping()).isEqualTo(1);
            sent.accept();
        });
        assertThat(topology.settle()).isEmpty();
    }
}
