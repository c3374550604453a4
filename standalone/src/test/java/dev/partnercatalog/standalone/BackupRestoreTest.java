package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.client.ClientAccounts.Credentials;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.webhook.WebhookSink;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cluster and registry are lost, and rebuilt from a backup and from what upstream republishes. */
@Tag("long")
class BackupRestoreTest {

    private static final String PREFIX = "catalog.";
    private static final long COMPANY = 9_100;

    private static final Duration LONG = Duration.ofMinutes(10);

    private static final int PRODUCTS = 300;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_lost_cluster_comes_back_with_clients_secrets_and_partners_and_webhooks_send_everything_once()
            throws Exception {
        Path secrets = folder.resolve("master.key");
        MasterKey masterKey = MasterKey.loadOrCreate(secrets);
        Path file = folder.resolve("catalog.ndjson");
        Map<String, String> catalog = new TreeMap<>();
        IntStream.range(0, PRODUCTS).forEach(i -> catalog.put("saved-" + i, "name " + i));
        Credentials credentials;
        String configuration;
        try (RawReceiver partnerEnd = RawReceiver.start(masterKey.webhookSecret("saved", 1))) {
            try (Site lost = Site.start(folder.resolve("lost"), secrets)) {
                KafkaSettings kafka = lost.kafka(PREFIX, 4);
                try (StreamsApp resolver = lost.startResolver(kafka);
                        QueryApi api = lost.startApi(kafka)) {
                    CatalogAddresses addresses = lost.addresses(kafka, api);
                    addresses.publish(CatalogTopic.PARTNERS, partner("saved", "", COMPANY));
                    credentials = addresses.createClient("saved");
                    PartnerClient partner = PartnerClient.authorized(addresses, credentials);
                    changeByItself(partner, partnerEnd);
                    configuration = partner.get("/v1/partner").body();
                    lost.run(0, PREFIX, "backup", file.toString(), "--secrets=" + secrets);
                    assertThat(lost.run(0, PREFIX, "restore", file.toString(), "--secrets=" + secrets))
                            .contains("partners as in the backup: 1", "clients as in the backup: 1");
                    addresses.publish(CatalogTopic.PARTNERS, partner("saved", "", COMPANY));
                    await().untilAsserted(() -> assertThat(
                                    lost.run(1, PREFIX, "restore", file.toString(), "--secrets=" + secrets))
                            .contains("partners: saved", "--replace"));
                    lost.run(0, PREFIX, "restore", file.toString(), "--replace", "--secrets=" + secrets);
                    assertThat(resolver.hasFailed()).isFalse();
                }
            }
            try (Site made = Site.start(folder.resolve("made"), secrets)) {
                KafkaSettings kafka = made.kafka(PREFIX, 6);
                CatalogAddresses upstream = made.addresses(kafka);
                // The same schemas get different ids than before.
                upstream.schemas().contentId("other", SchemaBuilder.builder().stringType());
                try (StreamsApp resolver = made.startResolver(kafka)) {
                    refuseWhatIsDamaged(made, file);
                    made.run(0, PREFIX, "restore", file.toString(), "--secrets=" + secrets);
                    try (QueryApi api = made.startApi(kafka);
                            WebhookSink sink = made.startSink(kafka)) {
                        PartnerClient partner = PartnerClient.authorized(made.addresses(kafka, api), credentials);
                        await().untilAsserted(() ->
                                assertThat(partner.get("/v1/partner").body()).isEqualTo(configuration));
                        upstream.publish(CatalogTopic.BPD_VARIANTS, PRODUCTS, i -> product("saved-" + i, "name " + i));
                        upstream.publish(
                                CatalogTopic.LISTINGS, PRODUCTS, i -> listing(COMPANY, "sku-" + i, "saved-" + i));
                        await().atMost(LONG)
                                .untilAsserted(
                                        () -> assertThat(names(partnerEnd)).isEqualTo(catalog));
                        assertThat(partnerEnd.faults()).isEmpty();
                        assertThat(resolver.hasFailed() || sink.hasFailed()).isFalse();
                    }
                }
            }
        }
    }

    private static Map<String, String> names(RawReceiver partnerEnd) {
        return partnerEnd.held().values().stream()
                .map(PartnerClient::read)
                .collect(Collectors.toMap(
                        variant -> variant.path("barcode").asText(),
                        variant -> variant.path("name").asText()));
    }

    private void refuseWhatIsDamaged(Site made, Path file) throws Exception {
        Path other = folder.resolve("other.key");
        MasterKey.loadOrCreate(other);
        assertThat(made.run(1, PREFIX, "restore", file.toString(), "--secrets=" + other))
                .contains("master key");
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.set(1, lines.get(1).substring(1));
        Path damaged = Files.write(folder.resolve("damaged.ndjson"), lines);
        assertThat(made.run(1, PREFIX, "restore", damaged.toString(), "--secrets=" + folder.resolve("master.key")))
                .contains("cut or changed");
    }

    /** The partner changes its name, sets its endpoint, and rotates its secret. */
    private static void changeByItself(PartnerClient partner, RawReceiver partnerEnd) throws Exception {
        await().untilAsserted(() ->
                assertThat(partner.get("/v1/partner").statusCode()).isEqualTo(200));
        ObjectNode own =
                (ObjectNode) PartnerClient.read(partner.get("/v1/partner").body());
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
}
