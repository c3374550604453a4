package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.cli.client.Credentials;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.LogReader;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.webhook.WebhookSink;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.SchemaBuilder;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Cluster and registry are lost, and rebuilt from a backup and from what upstream republishes. */
@Tag("long")
class BackupRestoreTest {

    private static final Logger LOG = LoggerFactory.getLogger(BackupRestoreTest.class);
    private static final String PREFIX = "catalog.";
    private static final long COMPANY = 9_100;
    private static final int COMPANIES = 10;

    private static final Duration LONG = Duration.ofMinutes(10);

    /** The number of records that the partner has; with many, the printed times are meaningful. */
    private static final int PRODUCTS = Integer.getInteger("backup.records", 300);

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
                    addresses.publish(CatalogTopic.PARTNERS, partner("saved", ""));
                    credentials = addresses.createClient("saved");
                    PartnerClient partner = PartnerClient.authorized(addresses, credentials);
                    changeByItself(partner, partnerEnd);
                    publish(addresses, catalog);
                    await().atMost(LONG)
                            .untilAsserted(() -> assertThat(partnerEnd.names()).isEqualTo(catalog));
                    configuration = get(partner);
                    awaitAllConfirmed(lost, kafka);
                    timed(lost, "backup", file.toString(), "--secrets=" + secrets);
                    assertThat(resolver.hasFailed() || sink.hasFailed()).isFalse();
                }
            }
            assertThat(verified(file)).contains("is intact");
            assertThat(partnerEnd.refused()).isEmpty();
            partnerEnd.forgetChanges();

            // Upstream continued meanwhile.
            catalog.remove("saved-0");
            catalog.put("saved-1", "changed");
            catalog.put("saved-new", "new");
            try (Site made = Site.start(folder.resolve("made"), secrets)) {
                KafkaSettings kafka = made.kafka(PREFIX, 6);
                CatalogAddresses upstream = made.addresses(kafka);
                // The same schemas get different ids than before.
                upstream.schemas().contentId("other", SchemaBuilder.builder().stringType());
                refuseWithAnotherKey(made, file);
                String written = timed(made, "restore", file.toString(), "--partitions=6", "--secrets=" + secrets);
                assertThat(written).contains(PREFIX + "clients").contains(PREFIX + "partner-configs");
                assertThat(made.run(1, PREFIX, "restore", file.toString(), "--partitions=6", "--secrets=" + secrets))
                        .contains("only be restored into empty topics");

                try (StreamsApp resolver = made.startResolver(kafka);
                        QueryApi api = made.startApi(kafka)) {
                    PartnerClient partner = PartnerClient.authorized(made.addresses(kafka, api), credentials);
                    assertThat(get(partner).body()).isEqualTo(configuration.body());
                    assertThat(get(partner).headers().firstValue("ETag"))
                            .isEqualTo(configuration.headers().firstValue("ETag"));
                    assertThat(made.run(1, PREFIX, "restore", file.toString(), "--webhooks", "--secrets=" + secrets))
                            .contains("saved " + PRODUCTS + " of " + PRODUCTS + " records", "--allow-removals");
                    publish(upstream, catalog);

                    timed(made, "restore", file.toString(), "--webhooks", "--secrets=" + secrets);
                    assertThat(made.run(1, PREFIX, "restore", file.toString(), "--webhooks", "--secrets=" + secrets))
                            .contains("holds records");
                    try (WebhookSink sink = made.startSink(kafka)) {
                        await().atMost(LONG)
                                .untilAsserted(
                                        () -> assertThat(partnerEnd.names()).isEqualTo(catalog));
                        awaitAllConfirmed(made, kafka);
                        assertThat(partnerEnd.changes())
                                .containsExactlyInAnyOrder("saved-0 removed", "saved-1=changed", "saved-new=new");

                        catalog.put("saved-2", "later");
                        upstream.publish(CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"saved-2\", \"name\": \"later\"}");
                        await().atMost(LONG)
                                .untilAsserted(
                                        () -> assertThat(partnerEnd.names()).isEqualTo(catalog));
                        assertThat(partnerEnd.changes()).hasSize(4);
                        assertThat(resolver.hasFailed() || sink.hasFailed()).isFalse();
                        assertThat(partnerEnd.refused()).isEmpty();
                    }
                    assertThat(made.run(1, PREFIX, "restore", file.toString(), "--secrets=" + secrets, "--start-over"))
                            .contains("stop all its instances");
                }
            }
        }
    }

    /** The partner changes its name, sets its endpoint, and rotates its secret. */
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

    /** A partner that may see all companies; with a webhook if there is a URL. */
    static String partner(String partnerId, String url) {
        String companies = IntStream.range(0, COMPANIES)
                .mapToObj(i -> """
                        {"id": "%d", "name": "c", "provider": "cova", "providerId": "p%d",\
                         "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true, "labels": true},\
                         "locations": [{"id": "%d", "name": "l", "providerId": "q"}]}""".formatted(COMPANY + i, i, COMPANY + COMPANIES + i))
                .collect(Collectors.joining(", "));
        return """
                {"partnerId": "%s", "partnerName": "As published", "enabled": true,\
                 "webhook": {"enabled": %s, "url": "%s"}, "allowedCompanies": [%s]}""".formatted(partnerId, !url.isEmpty(), url, companies);
    }

    /** Publishes products by name, each listed at one of the companies. */
    static void publish(CatalogAddresses addresses, Map<String, String> names) throws IOException {
        List<String> products = new ArrayList<>();
        List<String> listings = new ArrayList<>();
        names.forEach((barcode, name) -> {
            int company = Math.floorMod(barcode.hashCode(), COMPANIES);
            products.add("{\"barcode\": \"%s\", \"name\": \"%s\"}".formatted(barcode, name));
            listings.add("{\"companyId\": %d, \"locationId\": %d, \"sku\": \"sku-%s\", \"barcode\": \"%s\"}"
                    .formatted(COMPANY + company, COMPANY + COMPANIES + company, barcode, barcode));
        });
        addresses.publish(CatalogTopic.BPD_VARIANTS, products.toArray(String[]::new));
        addresses.publish(CatalogTopic.LISTINGS, listings.toArray(String[]::new));
    }

    /** Runs a command that has to succeed, and prints how long it took. */
    private static String timed(Site site, String... command) {
        long begun = System.nanoTime();
        String said = site.run(0, PREFIX, command);
        LOG.info(
                "{} took {} ms with {} records that a partner has",
                String.join(" ", Arrays.copyOf(command, command.length - 1)),
                TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun),
                PRODUCTS);
        return said;
    }

    /** The sink knows that the partner has all of it. */
    private static void awaitAllConfirmed(Site site, KafkaSettings kafka) {
        await().untilAsserted(() -> {
            Set<String> rows = new HashSet<>();
            try (Consumer<byte[], byte[]> consumer = new Brokers(kafka).bytesConsumer()) {
                LogReader log = new LogReader(consumer, WebhookSink.changelog(kafka));
                log.read(log.beginnings(), log.ends(), record -> {
                    String row = new String(record.key(), StandardCharsets.ISO_8859_1);
                    if (record.value() == null) {
                        rows.remove(row);
                    } else {
                        rows.add(row);
                    }
                });
            }
            assertThat(rows).as("marks and intents").noneMatch(row -> row.startsWith("d") || row.startsWith("i"));
            assertThat(rows.stream().filter(row -> row.startsWith("hsaved\0"))).hasSize(PRODUCTS);
        });
    }

    private static String verified(Path file) {
        return CommandRun.of(List.of("backup", "verify", file.toString())).endedWith(0);
    }

    private void refuseWithAnotherKey(Site made, Path file) throws Exception {
        Path other = folder.resolve("other.key");
        MasterKey.loadOrCreate(other);
        assertThat(made.run(1, PREFIX, "restore", file.toString(), "--secrets=" + other))
                .contains("master key");
        Path cut = Files.write(folder.resolve("cut.backup"), Arrays.copyOf(Files.readAllBytes(file), 500));
        assertThat(made.run(1, PREFIX, "restore", cut.toString(), "--secrets=" + folder.resolve("master.key")))
                .contains("cut off");
        try (Admin admin = Admin.create(made.kafka(PREFIX, 6).properties())) {
            assertThat(admin.listTopics().names().get()).noneMatch(topic -> topic.startsWith(PREFIX));
        }
    }
}
