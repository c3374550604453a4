package dev.partnercatalog.webhook;

import static dev.partnercatalog.webhook.SinkTopology.PREFIX;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.webhook.SinkTopology.SinkRecords;
import java.nio.file.Path;
import org.apache.kafka.streams.TestInputTopic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the topology does about records that it can't read, or not yet. */
class UnreadableInputTest {

    private final SinkTopology topology;

    UnreadableInputTest(@TempDir Path stateDir) {
        topology = new SinkTopology(stateDir);
    }

    @AfterEach
    void stop() {
        topology.close();
    }

    @Test
    @DisplayName("D26: the health of endpoints is read from their topic, and what can't be read counts as unknown")
    void how_endpoints_stand_is_read_from_the_topic() {
        WebhookEndpoint suspended = WebhookEndpoint.newBuilder()
                .setPartnerId("p")
                .setPartition(1)
                .setUrl("https://partner.example/hook")
                .setUpdatedAt(1)
                .setStatus(EndpointStatus.SUSPENDED)
                .build();
        long before = topology.journal.version("p");
        topology.publish(CatalogTopic.WEBHOOK_ENDPOINTS, "p/1", suspended);
        topology.topic(CatalogTopic.WEBHOOK_ENDPOINTS).pipeInput("q/0", new byte[] {1, 2, 3});

        assertThat(topology.journal.of("p", 1)).isEqualTo(suspended);
        assertThat(topology.journal.of("q", 0)).isNull();
        assertThat(topology.journal.isRecorded("q", 0)).isTrue();
        assertThat(topology.journal.partnerIds()).containsExactlyInAnyOrder("p", "q");
        assertThat(topology.journal.version("p")).isGreaterThan(before);
        topology.publish(CatalogTopic.WEBHOOK_ENDPOINTS, "p/1", null);
        assertThat(topology.journal.of("p", 1)).isNull();
    }

    @Test
    void a_record_that_can_not_be_read_is_passed_over_and_the_rest_goes_on() {
        topology.partner(true, false);
        TestInputTopic<String, byte[]> topic = topology.topic(CatalogTopic.COMPANY_VARIANTS);
        topic.pipeInput("A/1/11", new byte[] {1, 2, 3});
        topic.pipeInput("A/one/11", new byte[] {1, 2, 3});
        topic.pipeInput("", new byte[] {1, 2, 3});
        topology.listing(11, "A", true);
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "B"), "b", true);

        assertThat(topology.settle()).containsOnlyKeys(new ScopedVariant(Scope.of(1, 11), "B"));
        assertThat(topology.unreadable.count(CatalogTopic.COMPANY_VARIANTS)).isEqualTo(3);
        topic.pipeInput("A/1/11", null);
        topic.pipeInput("A/one/11", null);
        topic.pipeInput("", null);
        assertThat(topology.unreadable.count(CatalogTopic.COMPANY_VARIANTS)).isZero();
    }

    @Test
    void an_entry_that_can_not_be_read_keeps_its_place_and_the_partner_what_it_has() {
        topology.partner(true, false);
        topology.variant(new ScopedVariant(new Scope.Company(1), "A"), "company's", false);
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "its own", true);
        assertThat(topology.settle().values()).singleElement().asString().contains("its own");

        TestInputTopic<String, byte[]> topic = topology.topic(CatalogTopic.COMPANY_VARIANTS);
        topic.pipeInput("A/1/11", new byte[] {1, 2, 3});
        topology.partner(true, true);
        topology.variant(new ScopedVariant(new Scope.Company(1), "A"), "company's new", false);
        topology.listing(11, "A", true);
        assertThat(topology.settle()).isEmpty();

        topic.pipeInput("A/1/11", null);
        assertThat(topology.settle().values()).singleElement().asString().contains("company's new");
    }

    @Test
    void a_configuration_under_another_partners_key_is_nobodys() {
        topology.partner(true, false);
        topology.partner("another", true, false, WebhookControl.newBuilder().build());
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "a", true);
        assertThat(topology.settle()).hasSize(1);
        topology.unreadable.examine();
        assertThat(topology.unreadable.count(CatalogTopic.PARTNER_CONFIGS)).isEqualTo(1);
    }

    @Test
    void a_partner_whose_configuration_can_not_be_read_waits_and_the_others_do_not() {
        topology.partner(true, false);
        topology.topic(CatalogTopic.PARTNER_CONFIGS).pipeInput("broken", new byte[] {1, 2, 3});
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "a", true);
        assertThat(topology.settle()).hasSize(1);

        topology.topic(CatalogTopic.PARTNER_CONFIGS).pipeInput("p", new byte[] {1, 2, 3});
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "b", true);
        assertThat(topology.settle()).isEmpty();

        topology.partner(true, false);
        assertThat(topology.settle().values())
                .singleElement()
                .satisfies(json -> assertThat(json).contains("\"name\":\"b\""));
    }

    @Test
    void a_configuration_that_comes_while_the_registry_is_away_holds_once_it_is_back() {
        topology.publishers.registerAll(PREFIX);
        topology.registryServer.failNext(Integer.MAX_VALUE);
        topology.partner(true, false);
        topology.tick();
        topology.registryServer.failNext(0);
        topology.variant(new ScopedVariant(new Scope.Location(1, 11), "A"), "a", true);

        assertThat(topology.settle()).hasSize(1);
    }

    @Test
    void an_entry_whose_schema_can_not_be_asked_for_is_sent_once_the_registry_is_back() {
        topology.partner(true, false);
        topology.listing(11, "B", true);
        topology.publish(
                CatalogTopic.COMPANY_VARIANTS,
                "A/1/11",
                SinkRecords.content(new ScopedVariant(new Scope.Location(1, 11), "A"), "a"));
        assertThat(topology.settle()).isEmpty();

        topology.registryServer.failNext(Integer.MAX_VALUE);
        int calls = topology.registryServer.calls();
        topology.listing(11, "A", true);
        for (int ticks = 0; ticks < 20 && topology.registryServer.calls() == calls; ticks++) {
            topology.tick();
        }
        assertThat(topology.registryServer.calls()).isGreaterThan(calls);
        topology.tick();
        topology.tick();
        assertThat(topology.delivery.underWay()).isEmpty();

        topology.registryServer.failNext(0);
        assertThat(topology.settle())
                .containsOnlyKeys(new ScopedVariant(Scope.of(1, 11), "A"))
                .allSatisfy((variant, json) -> assertThat(json).contains("\"name\":\"a\""));
        assertThat(topology.settle()).isEmpty();
    }
}
