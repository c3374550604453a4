package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.client.ClientAdministration;
import dev.partnercatalog.cli.client.ClientAdministration.Credentials;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.webhook.WebhookSink;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cluster and registry are lost, and made again from a backup and from what upstream publishes again. */
@Tag("long")
class BackupRestoreTest {

    private static final String PREFIX = "catalog.";
    private static final long COMPANY = 9_100;
    private static final long LOCATION = 9_101;
    private static final String PARTNER = """
            {"partnerId": "saved", "partnerName": "As published", "enabled": true, "webhook": {"enabled": false, "url": ""},\
             "allowedCompanies": [{"id": "9100", "name": "c", "provider": "cova", "providerId": "p",\
             "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},\
             "locations": [{"id": "9101", "name": "l", "providerId": "q"}]}]}""";
    private static final int PRODUCTS = 300;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_lost_cluster_comes_back_with_clients_secrets_and_partners_and_webhooks_say_only_what_changed_since()
            throws Exception {
        Path secrets = folder.resolve("master.key");
        MasterKey masterKey = MasterKey.loadOrCreate(secrets);
        Path file = folder.resolve("catalog.backup");
        Map<String, String> catalog = new TreeMap<>();
        IntStream.range(0, PRODUCTS).forEach(i -> catalog.put("saved-" + i, "name " + i));
        Credentials credentials;
        HttpResponse<String> configuration;
        try (PartnerEnd partnerEnd = new PartnerEnd(masterKey.webhookSecret("saved", 1))) {
            try (Site lost = Site.start(folder.resolve("lost"), secrets)) {
                KafkaSettings kafka = lost.kafka(PREFIX, 4);
                try (StreamsApp resolver = lost.startResolver(kafka);
                        WebhookSink sink = lost.startSink(kafka);
                        QueryApi api = lost.startApi(kafka)) {
                    CatalogAddresses addresses = lost.addresses(kafka, api);
                    addresses.publish(CatalogTopic.PARTNERS, PARTNER);
                    credentials = ClientAdministration.connect(kafka, addresses.schemas())
                            .create("saved", null);
                    PartnerClient partner = PartnerClient.authorized(addresses, credentials);
                    changeByItself(partner, partnerEnd);
                    publish(addresses, catalog);
                    await().untilAsserted(() -> assertThat(partnerEnd.names()).isEqualTo(catalog));
                    configuration = get(partner);
                    awaitAllConfirmed(lost, kafka);
                    lost.run(0, PREFIX, "backup", file.toString(), "--secrets=" + secrets);
                }
            }
            assertThat(lostInstance(file)).contains("is whole");
            assertThat(partnerEnd.refused()).isEmpty();
            partnerEnd.forgetChanges();

            // Upstream went on meanwhile.
            catalog.remove("saved-0");
            catalog.put("saved-1", "changed");
            catalog.put("saved-new", "new");
            try (Site made = Site.start(folder.resolve("made"), secrets)) {
                KafkaSettings kafka = made.kafka(PREFIX, 6);
                CatalogAddresses upstream = made.addresses(kafka);
                // The same schemas get other ids than they had.
                upstream.schemas().contentId("other", SchemaBuilder.builder().stringType());
                refuseWithAnotherKey(made, file);
                String written = made.run(
                        0, PREFIX, "restore", file.toString(), "--partitions=6", "--secrets=" + secrets);
                assertThat(written).contains(PREFIX + "clients").contains(PREFIX + "partner-configs");
                assertThat(made.run(1, PREFIX, "restore", file.toString(), "--partitions=6", "--secrets=" + secrets))
                        .contains("empty topics alone");

                try (StreamsApp resolver = made.startResolver(kafka);
                        QueryApi api = made.startApi(kafka)) {
                    PartnerClient partner = PartnerClient.authorized(made.addresses(kafka, api), credentials);
                    assertThat(get(partner).body()).isEqualTo(configuration.body());
                    assertThat(get(partner).headers().firstValue("ETag"))
                            .isEqualTo(configuration.headers().firstValue("ETag"));
                    publish(upstream, catalog);

                    made.run(0, PREFIX, "restore", file.toString(), "--webhooks", "--secrets=" + secrets);
                    assertThat(made.run(
                                    1, PREFIX, "restore", file.toString(), "--webhooks", "--secrets=" + secrets))
                            .contains("holds records");
                    try (WebhookSink sink = made.startSink(kafka)) {
                        await().untilAsserted(
                                () -> assertThat(partnerEnd.names()).isEqualTo(catalog));
                        awaitAllConfirmed(made, kafka);
                        assertThat(partnerEnd.changes())
                                .containsExactlyInAnyOrder("saved-0 removed", "saved-1=changed", "saved-new=new");

                        catalog.put("saved-2", "later");
                        upstream.publish(
                                CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"saved-2\", \"name\": \"later\"}");
                        await().untilAsserted(
                                () -> assertThat(partnerEnd.names()).isEqualTo(catalog));
                        assertThat(partnerEnd.changes()).hasSize(4);
                        assertThat(partnerEnd.refused()).isEmpty();
                    }
                    assertThat(made.run(
                                    1, PREFIX, "restore", file.toString(), "--secrets=" + secrets, "--start-over"))
                            .contains("stop all its instances");
                }
            }
        }
    }

    /** The partner names itself, gives its endpoint, and has its secret changed. */
    private static void changeByItself(PartnerClient partner, PartnerEnd partnerEnd) throws Exception {
        await().untilAsserted(() -> assertThat(get(partner).statusCode()).isEqualTo(200));
        ObjectNode own = (ObjectNode) PartnerClient.read(get(partner).body());
        own.put("partnerName", "As it calls itself");
        ((ObjectNode) own.path("webhook"))
                .put("enabled", true)
                .put("url", partnerEnd.url().toString());
        ok(partner.send("POST", "/v1/partner/webhook/rotate-secret", null).get());
        ok(partner.send("PUT", "/v1/partner", own.toString()).get());
    }

    private static void ok(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 204);
    }

    private static HttpResponse<String> get(PartnerClient partner) throws Exception {
        return partner.send("GET", "/v1/partner", null).get();
    }

    static void publish(CatalogAddresses addresses, Map<String, String> names) throws IOException {
        List<String> products = new ArrayList<>();
        List<String> listings = new ArrayList<>();
        names.forEach((barcode, name) -> {
            products.add("{\"barcode\": \"%s\", \"name\": \"%s\"}".formatted(barcode, name));
            listings.add("{\"companyId\": %d, \"locationId\": %d, \"sku\": \"sku-%s\", \"barcode\": \"%s\"}"
                    .formatted(COMPANY, LOCATION, barcode, barcode));
        });
        addresses.publish(CatalogTopic.BPD_VARIANTS, products.toArray(String[]::new));
        addresses.publish(CatalogTopic.LISTINGS, listings.toArray(String[]::new));
    }

    /** The sink knows that the partner has all of it. */
    private static void awaitAllConfirmed(Site site, KafkaSettings kafka) {
        await().untilAsserted(() -> {
            JsonNode report = PartnerClient.read(
                    site.run(0, kafka.topics().prefix(), "webhooks", "verify", "saved", "--json"));
            assertThat(report.path("equal").asBoolean()).isTrue();
        });
    }

    private static String lostInstance(Path file) {
        java.io.StringWriter out = new java.io.StringWriter();
        assertThat(dev.partnercatalog.cli.Catalog.commandLine()
                        .setOut(new java.io.PrintWriter(out, true))
                        .execute("backup", "verify", file.toString()))
                .isZero();
        return out.toString();
    }

    private void refuseWithAnotherKey(Site made, Path file) throws Exception {
        Path other = folder.resolve("other.key");
        MasterKey.loadOrCreate(other);
        assertThat(made.run(1, PREFIX, "restore", file.toString(), "--secrets=" + other))
                .contains("master key");
        Path cut = Files.write(
                folder.resolve("cut.backup"), java.util.Arrays.copyOf(Files.readAllBytes(file), 500));
        assertThat(made.run(
                        1, PREFIX, "restore", cut.toString(), "--secrets=" + folder.resolve("master.key")))
                .contains("cut off");
        try (Admin admin = Admin.create(made.kafka(PREFIX, 6).properties())) {
            assertThat(admin.listTopics().names().get()).noneMatch(topic -> topic.startsWith(PREFIX));
        }
    }
}
