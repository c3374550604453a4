package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.AlertReceiver.Alert;
import dev.partnercatalog.standalone.SignedEndpoint.Reaction;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What an operator's webhook and the partner learn about an endpoint that fails, is suspended and recovers. */
class OperatorAlertsTest {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final String PARTNER = """
        {"partnerId": "%s", "partnerName": "n", "enabled": true, "webhook": {"enabled": true, "url": "%s"},\
         "allowedCompanies": [{"id": "7900", "name": "c", "provider": "cova", "providerId": "p",\
         "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},\
         "locations": [{"id": "7901", "name": "l", "providerId": "q"}]}]}\
        """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    @ExtendWith(CatalogExtension.class)
    void a_suspension_and_its_end_are_told_once_and_the_partner_sees_the_same(
            CatalogAddresses catalog, AlertReceiver alerts) throws Exception {
        AtomicReference<Reaction> reaction = new AtomicReference<>(Reaction.GONE);
        alerts.refuseOnce("alerted");
        try (RawReceiver endpoint = RawReceiver.start(catalog.webhookSecret("alerted"), reaction::get)) {
            PartnerClient partner = begin(catalog, "alerted", endpoint);
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(alerts.typesAbout("alerted")).containsExactly("endpoint.suspended"));
            Alert suspended = alerts.about("alerted").get(0);
            // It was rejected the first time, so it is sent again.
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(alerts.times(suspended.id())).isEqualTo(2));
            JsonNode seen = webhook(partner);
            for (JsonNode told : List.of(seen, suspended.data())) {
                assertThat(told.path("state").asText()).isEqualTo("suspended");
                assertThat(told.has("suspendsAt")).isFalse();
            }
            assertThat(suspended.data().path("since")).isEqualTo(seen.path("since"));
            assertThat(suspended.data().path("failingSince")).isEqualTo(seen.path("failingSince"));
            assertThat(suspended.data().path("reason")).isEqualTo(seen.path("suspendedBecause"));
            assertThat(suspended.data().path("reason").asText()).contains("410");

            reaction.set(Reaction.TAKE);
            assertThat(partner.send("POST", "/v1/partner/webhook/resume", null)
                            .get()
                            .statusCode())
                    .isEqualTo(200);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(alerts.typesAbout("alerted"))
                            .containsExactly("endpoint.suspended", "endpoint.recovered"));
            Alert recovered = alerts.about("alerted").get(1);
            assertThat(recovered.data().path("state").asText()).isEqualTo("healthy");
            assertThat(recovered.data().path("failingSince")).isEqualTo(seen.path("failingSince"));
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(alerts.times(recovered.id())).isEqualTo(2));
            await().atMost(SOON).untilAsserted(() -> {
                JsonNode healthy = webhook(partner);
                assertThat(healthy.path("state").asText()).isEqualTo("healthy");
                assertThat(Instant.parse(healthy.path("lastSuccess").asText()))
                        .isAfterOrEqualTo(
                                Instant.parse(recovered.data().path("since").asText()));
            });
            assertThat(alerts.times(suspended.id())).isEqualTo(2);
            assertThat(alerts.faults()).isEmpty();
        }
    }

    @Test
    @ExtendWith(CatalogExtension.class)
    void an_endpoint_that_fails_tells_until_when_it_may_and_each_outage_is_told_anew(
            CatalogAddresses catalog, AlertReceiver alerts) throws Exception {
        AtomicReference<Reaction> reaction = new AtomicReference<>(Reaction.REFUSE);
        try (RawReceiver endpoint = RawReceiver.start(catalog.webhookSecret("failing"), reaction::get)) {
            PartnerClient partner = begin(catalog, "failing", endpoint);
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(alerts.typesAbout("failing")).containsExactly("endpoint.failing"));
            JsonNode seen = webhook(partner);
            JsonNode told = alerts.about("failing").get(0).data();
            assertThat(seen.path("state").asText()).isEqualTo("backing-off");
            assertThat(told.path("suspendsAt")).isEqualTo(seen.path("suspendsAt"));
            assertThat(Instant.parse(seen.path("suspendsAt").asText()))
                    .isEqualTo(Instant.parse(seen.path("failingSince").asText()).plus(Duration.ofDays(5)));

            reaction.set(Reaction.TAKE);
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(alerts.typesAbout("failing"))
                            .containsExactly("endpoint.failing", "endpoint.recovered"));
            reaction.set(Reaction.REFUSE);
            publish(catalog, "failing", "second");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(alerts.typesAbout("failing"))
                            .containsExactly("endpoint.failing", "endpoint.recovered", "endpoint.failing"));
            JsonNode again = alerts.about("failing").get(2).data();
            assertThat(Instant.parse(again.path("lastSuccess").asText()))
                    .isAfter(Instant.parse(told.path("failingSince").asText()));
            assertThat(alerts.faults()).isEmpty();
        }
    }

    @Test
    @Tag("processes")
    void what_was_told_is_not_told_again_after_a_kill_and_the_end_of_the_outage_is() throws Exception {
        AtomicReference<Reaction> reaction = new AtomicReference<>(Reaction.GONE);
        Path secret = folder.resolve("alert-webhook.secret");
        try (AlertReceiver alerts = AlertReceiver.start(secret)) {
            String[] arguments = {
                "--data-dir=" + folder.resolve("data"),
                "--allow-private-webhooks",
                "--alert-webhook-url=" + alerts.url(),
                "--alert-webhook-secret-file=" + secret,
                "--alert-failing-minutes=0"
            };
            RawReceiver endpoint;
            try (StandaloneProcess first = StandaloneProcess.onFreePorts(folder, arguments)) {
                CatalogAddresses catalog = first.addresses();
                endpoint = RawReceiver.start(catalog.webhookSecret("killed"), reaction::get);
                begin(catalog, "killed", endpoint);
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(alerts.typesAbout("killed")).containsExactly("endpoint.suspended"));
                Alert suspended = alerts.about("killed").get(0);
                // A sent alert is recorded a moment after it was accepted; after a kill before that, it would be sent
                // again.
                await().atMost(SOON).until(() -> alertsWritten(catalog) == 2);
                first.kill();
                assertThat(alerts.times(suspended.id())).isEqualTo(1);
            }
            try (endpoint;
                    StandaloneProcess second = StandaloneProcess.onFreePorts(folder, arguments)) {
                PartnerClient partner = second.addresses().client("killed");
                reaction.set(Reaction.TAKE);
                assertThat(partner.send("POST", "/v1/partner/webhook/resume", null)
                                .get()
                                .statusCode())
                        .isEqualTo(200);
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(alerts.typesAbout("killed"))
                                .containsExactly("endpoint.suspended", "endpoint.recovered"));
                assertThat(alerts.about("killed"))
                        .allSatisfy(
                                alert -> assertThat(alerts.times(alert.id())).isEqualTo(1));
                assertThat(alerts.faults()).isEmpty();
            }
        }
    }

    private static PartnerClient begin(CatalogAddresses catalog, String partnerId, RawReceiver endpoint)
            throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, PARTNER.formatted(partnerId, endpoint.url()));
        catalog.publish(
                CatalogTopic.LISTINGS,
                "{\"companyId\": 7900, \"locationId\": 7901, \"sku\": \"%s\", \"barcode\": \"%s\"}"
                        .formatted(partnerId, partnerId));
        publish(catalog, partnerId, "first");
        return catalog.client(partnerId);
    }

    private static void publish(CatalogAddresses catalog, String barcode, String name) throws Exception {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"%s\", \"name\": \"%s\"}".formatted(barcode, name));
    }

    private static long alertsWritten(CatalogAddresses catalog) {
        try (Consumer<byte[], byte[]> consumer = new Brokers(catalog.kafka()).bytesConsumer()) {
            LogReader reader = new LogReader(
                    consumer,
                    CatalogTopic.WEBHOOK_ALERTS.name(catalog.kafka().topics().prefix()));
            return reader.ends().values().stream().mapToLong(Long::longValue).sum();
        }
    }

    private static JsonNode webhook(PartnerClient partner) throws Exception {
        HttpResponse<String> answer =
                partner.send("GET", "/v1/partner/webhook", null).get();
        assertThat(answer.statusCode()).isEqualTo(200);
        return PartnerClient.read(answer.body());
    }
}
