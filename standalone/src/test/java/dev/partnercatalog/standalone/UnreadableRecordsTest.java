package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.CatalogTopic.Role;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Topics of the service with records that it didn't write: others notice nothing, and an operator removes them. */
@ExtendWith(CatalogExtension.class)
class UnreadableRecordsTest {

    private static final List<CatalogTopic> TABLES = of(Role.TABLE);
    private static final List<CatalogTopic> MESSAGES = of(Role.MESSAGES);
    /** What query-api doesn't count: the sink reads endpoints and alerts. */
    private static final Set<CatalogTopic> OTHERS_READ = Set.of(CatalogTopic.WEBHOOK_ENDPOINTS);

    private static List<CatalogTopic> of(Role role) {
        return Arrays.stream(CatalogTopic.values())
                .filter(topic -> topic.role() == role && topic.hasSchema())
                .toList();
    }

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    @Tag("processes")
    void poison_of_every_kind_in_every_topic_hinders_nobody_and_can_be_removed(CatalogAddresses catalog)
            throws Exception {
        try (RawReceiver receiver = RawReceiver.start(catalog.webhookSecret("unread"))) {
            catalog.publish(
                    CatalogTopic.PARTNERS, partner("unread", receiver.url().toString(), 7_700));
            catalog.publish(CatalogTopic.LISTINGS, listing(7_700, "unread-s", "unread"));
            publish(catalog, "first");
            PartnerClient partner = catalog.client("unread");
            awaitName(partner, receiver, "first");

            Poison poison = new Poison(catalog);
            List<ProducerRecord<byte[], byte[]>> all = new ArrayList<>(poison.forgedLetters());
            TABLES.forEach(topic -> all.addAll(poison.of(topic)));
            MESSAGES.forEach(topic -> all.addAll(poison.of(topic)));
            all.addAll(poison.of(CatalogTopic.DEAD_LETTERS));
            poison.write(all);
            awaitCount(catalog, 8);

            publish(catalog, "second");
            awaitName(partner, receiver, "second");
            assertEveryOperationAnswers(catalog, partner);
            assertEveryCommandDoesItsWork(catalog);
            try (ApplicationProcess another =
                    ApplicationProcess.queryApi(catalog, folder, "another").start()) {
                another.awaitReady();
                assertThat(name(partner.at(another.api()))).isEqualTo("second");
                another.terminate();
            }

            removeEach(poison);
            awaitCount(catalog, 0);
            publish(catalog, "third");
            awaitName(catalog.client("unread"), receiver, "third");
            assertThat(receiver.faults()).isEmpty();
        }
    }

    private static void assertEveryOperationAnswers(CatalogAddresses catalog, PartnerClient partner) throws Exception {
        assertThat(PartnerClient.get(catalog.auth().resolve("/.well-known/jwks.json"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(PartnerClient.get(catalog.api().resolve("/v1/service/health"))
                        .statusCode())
                .isEqualTo(200);
        PartnerClient afterwards = catalog.client("unread");
        for (PartnerClient client : List.of(partner, afterwards)) {
            assertThat(client.get("/v1/partner").statusCode()).isEqualTo(200);
        }
        JsonNode found = partner.variants(
                7_700, 7_701, List.of("unread", "poison-1", "poison-5"), List.of("unread-s", "poison-1"));
        assertThat(found.path("variants")).hasSize(1);
        assertThat(found.path("failedBarcodes")).extracting(JsonNode::asText).containsExactly("poison-1", "poison-5");
        assertThat(found.path("failedSkus")).extracting(JsonNode::asText).containsExactly("poison-1");
        assertThat(partner.send("POST", "/v1/partner/webhook/ping", null).get().statusCode())
                .isEqualTo(200);
    }

    private static void assertEveryCommandDoesItsWork(CatalogAddresses catalog) {
        assertThat(run(catalog, 0, "signing-key", "list")).contains("\"signs\":true");
        assertThat(run(catalog, 0, "client", "list", "--json")).contains("\"partnerId\":\"unread\"");
        assertThat(run(catalog, 0, "webhooks", "status")).containsPattern("unread +healthy");
        assertThat(run(catalog, 0, "webhooks", "resume", "unread")).contains("unread");
        assertThat(run(
                        catalog,
                        0,
                        "explain",
                        "--partner-id=unread",
                        "--company=7700",
                        "--location=7701",
                        "--barcode=unread"))
                .contains("second");
        for (String option : List.of("--limit=1000", "--json")) {
            assertThat(run(catalog, 0, "dead-letters", "list", option))
                    .doesNotContain("\u001b")
                    .hasSizeLessThan(5_000_000);
        }
        String forged = run(catalog, 0, "dead-letters", "list", "--limit=1000")
                .lines()
                .filter(line -> line.contains("catalog.bpd-variants 999999-1"))
                .findFirst()
                .orElseThrow()
                .split(" +", -1)[0];
        assertThat(run(catalog, 0, "dead-letters", "show", forged)).doesNotContain("\u001b");
        assertThat(run(catalog, 1, "dead-letters", "replay", forged)).contains("it came from partition 999999");
        assertThat(run(catalog, 0, "dead-letters", "replay", "--all", "--dry-run"))
                .contains("it is not an upstream event")
                .doesNotContain("\u001b");
    }

    /** As the runbook says: a deletion for the key of each, in the partition where it is. */
    private static void removeEach(Poison poison) throws Exception {
        List<ProducerRecord<byte[], byte[]>> deletions = new ArrayList<>();
        for (CatalogTopic table : TABLES) {
            for (ProducerRecord<byte[], byte[]> record : poison.of(table)) {
                deletions.add(new ProducerRecord<>(record.topic(), record.partition(), record.key(), null));
            }
        }
        poison.write(deletions);
    }

    /** Here, and not in a class that could run at the same time, because it changes what the other test counts. */
    @Test
    void a_partner_whose_configuration_was_overwritten_gets_nothing_until_the_resolver_writes_it_anew(
            CatalogAddresses catalog) throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, partner("unread-closed", "", 7_710));
        catalog.publish(CatalogTopic.BPD_VARIANTS, product("unread-closed", "closed"));
        PartnerClient partner = catalog.client("unread-closed");
        await().untilAsserted(() -> assertThat(statusOf(partner)).isEqualTo(200));
        int partition =
                Partitioning.byKey("unread-closed", catalog.kafka().topics().partitions());
        new Poison(catalog)
                .write(List.of(new ProducerRecord<>(
                        "catalog.partner-configs",
                        partition,
                        "unread-closed".getBytes(StandardCharsets.UTF_8),
                        new byte[] {0, 0})));
        await().untilAsserted(() -> assertThat(statusOf(partner)).isEqualTo(403));
        CommandRun.on(catalog, "webhooks", "resume", "unread-closed").endedWith(0);
        await().untilAsserted(() -> assertThat(statusOf(partner)).isEqualTo(200));
    }

    private static int statusOf(PartnerClient client) throws Exception {
        return client.batchGet(7_710, 7_711, List.of("unread-closed"), List.of())
                .statusCode();
    }

    private static void publish(CatalogAddresses catalog, String name) throws Exception {
        catalog.publish(CatalogTopic.BPD_VARIANTS, product("unread", name));
    }

    private static void awaitName(PartnerClient partner, RawReceiver receiver, String name) {
        await().untilAsserted(() -> {
            assertThat(name(partner)).isEqualTo(name);
            assertThat(receiver.held().get("7700/7701/unread")).contains("\"" + name + "\"");
        });
    }

    private static String name(PartnerClient partner) throws Exception {
        return partner.variants(7_700, 7_701, List.of("unread"), List.of())
                .path("variants")
                .path(0)
                .path("name")
                .asText();
    }

    /** Waits until the query API counts this many in each table. */
    private static void awaitCount(CatalogAddresses catalog, int count) {
        await().untilAsserted(() -> {
            String metrics =
                    PartnerClient.get(catalog.internal().resolve("/metrics")).body();
            for (CatalogTopic topic : TABLES) {
                if (!OTHERS_READ.contains(topic)) {
                    assertThat(metrics)
                            .contains("catalog_unreadable_records{topic=\"catalog." + topic.baseName() + "\"} " + count
                                    + ".0\n");
                }
            }
        });
    }

    /** What a command prints, including faults. */
    private static String run(CatalogAddresses catalog, int status, String... command) {
        CommandRun run = CommandRun.on(catalog, command);
        String out = run.endedWith(status);
        assertThat(run.err()).doesNotContain("\u001b");
        return status == 0 ? out : out + run.err();
    }
}
