package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.listing;
import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static dev.partnercatalog.standalone.CompanyEvents.product;
import static dev.partnercatalog.standalone.CompanyEvents.unlisted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.store.StateFolder;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.webhook.WebhookSink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * D38: instances that were stopped in order, and away while the brokers removed the deletions from their topics, neither
 * serve nor write nor keep from partners what was deleted meanwhile.
 */
@Tag("processes")
@Order(1)
@ExtendWith(CatalogExtension.class)
@SuppressWarnings("try") // applications only have to run
class TimeAwayTest {

    private static final Scope SCOPE = Scope.of(7_500, 7_501);
    private static final String PATH = "/v1/7500/location/7501";

    /** Publishes something that changes every topic in question, so that their segments are closed. */
    @FunctionalInterface
    private interface Filling {
        void publish(int round) throws IOException;
    }

    /** Every topic that is waited for has to be written after its segments were closed. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    @TempDir
    private Path folder = Path.of("");

    private Site site;
    private KafkaSettings kafka;
    private CatalogAddresses catalog;
    private RawReceiver receiver;
    private LinesAbout log;

    @BeforeEach
    void start(CatalogAddresses shared, TestInfo test) throws Exception {
        log = new LinesAbout(folder.toString(), StateFolder.class.getName());
        site = Site.at(shared, folder);
        kafka = site.kafka("away-" + test.getDisplayName().length() + ".", 1);
        catalog = site.addresses(kafka);
        receiver = RawReceiver.start(catalog.webhookSecret("away"));
    }

    @AfterEach
    void stop() {
        receiver.close();
        site.close();
        log.close();
    }

    @Test
    void query_api_and_webhook_sink_that_were_away_too_long_learn_what_was_deleted() throws Exception {
        try (StreamsApp resolver = site.startResolver(kafka)) {
            publishCatalog();
            FeedCopy copy = new FeedCopy(List.of(SCOPE), 10);
            try (QueryApi api = site.startApi(kafka);
                    WebhookSink sink = site.startSink(kafka)) {
                PartnerClient partner = client(api);
                awaitSent("gone", "stays");
                await().untilAsserted(() -> assertServed(partner, "gone", "stays"));
                copy.update(partner);
                assertThat(copy.held()).hasSize(2);
            }
            int received = receiver.received();

            catalog.publish(CatalogTopic.LISTINGS, unlisted(7_500, "gone"));
            catalog.publish(
                    CatalogTopic.COMPANY_OVERRIDES, "{\"$delete\": {\"companyId\": 7500, \"barcode\": \"gone\"}}");
            catalog.publish(CatalogTopic.BPD_VARIANTS, "{\"$delete\": {\"barcode\": \"gone\"}}");
            List<String> topics = Stream.of(
                            CatalogTopic.SKU_BARCODES, CatalogTopic.COMPANY_VARIANTS, CatalogTopic.RESOLVED_VARIANTS)
                    .map(topic -> topic.name(kafka.topics().prefix()))
                    .toList();
            awaitDeletions(topics, "gone");
            removeDeletions(topics, "gone", this::publishOther);

            try (QueryApi api = site.startApi(kafka)) {
                PartnerClient partner = client(api);
                assertServed(partner, "stays");
                copy.update(partner);
                assertThat(copy.held()).as("its cursor was void").containsOnlyKeys("7500/7501/stays");
            }
            assertMadeAnew("query-api");

            keepNothing(topics);
            try (WebhookSink sink = site.startSink(kafka)) {
                awaitSent("stays");
                publishProduct("stays", "renamed");
                await().untilAsserted(() -> assertThat(receiver.held().values())
                        .singleElement()
                        .asString()
                        .contains("renamed"));
            }
            assertThat(receiver.received()).as("one removal and one change").isEqualTo(received + 2);
            assertThat(receiver.faults()).isEmpty();
        }
    }

    @Test
    void a_resolver_and_a_sink_that_come_back_to_what_others_deleted_neither_write_nor_send_it() throws Exception {
        try (StreamsApp resolver = site.startResolver(kafka);
                WebhookSink sink = site.startSink(kafka)) {
            publishCatalog();
            publishOverride("stays", "overridden");
            awaitSent("gone", "stays");
            await().untilAsserted(() -> assertThat(sent("stays")).contains("overridden"));
        }
        try (StreamsApp resolver = site.startResolver(kafka, "other-streams-app");
                WebhookSink sink = site.startSink(kafka, "other-webhook-sink")) {
            catalog.publish(CatalogTopic.LISTINGS, unlisted(7_500, "gone"));
            catalog.publish(
                    CatalogTopic.COMPANY_OVERRIDES,
                    "{\"$delete\": {\"companyId\": 7500, \"barcode\": \"gone\"}}",
                    "{\"$delete\": {\"companyId\": 7500, \"barcode\": \"stays\"}}");
            awaitSent("stays");
            await().untilAsserted(() -> assertThat(sent("stays")).contains("first"));
            removeDeletions(
                    List.of(
                            StreamsApp.layersTopic(kafka),
                            kafka.applicationId("streams-app") + "-listings-changelog",
                            WebhookSink.changelog(kafka)),
                    "gone",
                    this::publishOther);
        }
        try (StreamsApp resolver = site.startResolver(kafka);
                WebhookSink sink = site.startSink(kafka)) {
            publishProduct("gone", "renamed");
            publishProduct("stays", "renamed");
            await().untilAsserted(() -> assertThat(sent("stays")).contains("renamed"));
            assertThat(receiver.held()).containsOnlyKeys("7500/7501/stays");
            assertThat(receiver.faults()).isEmpty();
            assertMadeAnew("streams-app");
            assertMadeAnew("webhook-sink");
        }
    }

    @Test
    void resolvers_that_were_all_away_too_long_remove_what_upstream_deleted_meanwhile() throws Exception {
        try (StreamsApp resolver = site.startResolver(kafka);
                WebhookSink sink = site.startSink(kafka)) {
            publishCatalog();
            publishConfiguration("gone");
            publishConfiguration("stays");
            awaitSent("gone", "stays");
            await().untilAsserted(() -> assertThat(configurations()).hasSize(2));
        }
        catalog.publish(CatalogTopic.COMPANY_CONFIGS, "{\"$delete\": {\"partnerId\": \"gone\", \"companyId\": 7500}}");
        catalog.publish(CatalogTopic.LISTINGS, unlisted(7_500, "gone"));
        catalog.publish(CatalogTopic.BPD_VARIANTS, "{\"$delete\": {\"barcode\": \"gone\"}}");
        removeDeletions(
                Stream.of(CatalogTopic.LISTINGS, CatalogTopic.BPD_VARIANTS, CatalogTopic.COMPANY_CONFIGS)
                        .map(topic -> topic.name(kafka.topics().prefix()))
                        .toList(),
                "gone",
                round -> {
                    publishOther(round);
                    publishConfiguration("other-" + round % 2);
                });
        // Deletions are kept for no time, so each of these finds that all were away, the last one beside another.
        site.startResolver(kafka, "ended-streams-app").close();
        try (StreamsApp other = site.startResolver(kafka, "other-streams-app");
                StreamsApp resolver = site.startResolver(kafka);
                QueryApi api = site.startApi(kafka);
                WebhookSink sink = site.startSink(kafka)) {
            await().untilAsserted(() ->
                    assertThat(configurations()).contains("stays/7500").doesNotContain("gone/7500"));
            awaitSent("stays");
            PartnerClient partner = client(api);
            await().untilAsserted(() -> assertServed(partner, "stays"));
            publishProduct("gone", "again");
            publishProduct("stays", "renamed");
            // What was deleted of listings takes one step more than products.
            await().untilAsserted(() -> {
                assertThat(sent("stays")).contains("renamed");
                assertThat(receiver.held()).as("its listing is gone too").containsOnlyKeys("7500/7501/stays");
            });
            assertThat(receiver.faults()).isEmpty();
        }
    }

    private PartnerClient client(QueryApi api) throws Exception {
        return site.addresses(kafka, api).client("away");
    }

    private void publishCatalog() throws IOException {
        catalog.createClient("away");
        catalog.publish(CatalogTopic.PARTNERS, partner("away", receiver.url().toString(), 7_500));
        for (String barcode : List.of("gone", "stays")) {
            publishProduct(barcode, "first");
            catalog.publish(CatalogTopic.LISTINGS, listing(7_500, barcode, barcode));
        }
        publishOverride("gone", "overridden");
    }

    private void publishProduct(String barcode, String name) throws IOException {
        catalog.publish(CatalogTopic.BPD_VARIANTS, product(barcode, name));
    }

    private void publishConfiguration(String partnerId) throws IOException {
        catalog.publish(
                CatalogTopic.COMPANY_CONFIGS,
                "{\"partnerId\": \"%s\", \"companyId\": 7500, \"assetPriority\": []}".formatted(partnerId));
    }

    /** The keys of the configurations that the resolvers have passed on. */
    private Set<String> configurations() {
        Map<String, byte[]> newest = TopicRecords.newest(
                kafka, CatalogTopic.SCOPE_CONFIGS.name(kafka.topics().prefix()));
        newest.values().removeIf(Objects::isNull);
        return newest.keySet();
    }

    private void publishOverride(String barcode, String name) throws IOException {
        catalog.publish(
                CatalogTopic.COMPANY_OVERRIDES,
                "{\"companyId\": 7500, \"barcode\": \"%s\", \"name\": \"%s\"}".formatted(barcode, name));
    }

    /** Of a company that the partner doesn't see. */
    private void publishOther(int round) throws IOException {
        publishProduct("other-" + round % 2, "name " + round);
        catalog.publish(CatalogTopic.LISTINGS, listing(7_600, "other", "other-" + round % 2));
    }

    private void awaitSent(String... barcodes) {
        List<String> ids =
                Stream.of(barcodes).map(barcode -> "7500/7501/" + barcode).toList();
        await().untilAsserted(() -> assertThat(receiver.held().keySet()).containsExactlyInAnyOrderElementsOf(ids));
    }

    private String sent(String barcode) {
        return receiver.held().getOrDefault("7500/7501/" + barcode, "");
    }

    /** In batch-get by barcode and by SKU, in the snapshot, and in the digest. */
    private static void assertServed(PartnerClient partner, String... barcodes) throws Exception {
        List<String> asked = List.of("gone", "stays");
        assertThat(barcodes(partner.variants(SCOPE.companyId(), SCOPE.locationId(), asked, List.of())))
                .containsExactlyInAnyOrder(barcodes);
        assertThat(barcodes(partner.variants(SCOPE.companyId(), SCOPE.locationId(), List.of(), asked)))
                .containsExactlyInAnyOrder(barcodes);
        assertThat(barcodes(partner.read200(PATH + "/variants"))).containsExactlyInAnyOrder(barcodes);
        assertThat(partner.read200(PATH + "/variants/digest").path("count").asInt())
                .isEqualTo(barcodes.length);
    }

    private static Set<String> barcodes(JsonNode answer) {
        return Set.copyOf(answer.path("variants").findValuesAsText("barcode"));
    }

    private void assertMadeAnew(String application) {
        assertThat(log.lines())
                .anySatisfy(line -> assertThat(line)
                        .contains(site.state(kafka, application).toString())
                        .contains("last held everything on")
                        .contains("deletions are kept for 0 s: they are made anew from their topics"));
    }

    /** Waits until each of the topics contains the deletion of a key with this text in it. */
    private void awaitDeletions(Collection<String> topics, String text) {
        await().untilAsserted(() -> topics.forEach(
                topic -> assertThat(deletions(topic, text)).as(topic).isNotEmpty()));
    }

    /** Has the topics keep deletions for no time at all, and waits until those of the keys with this text are gone. */
    private void removeDeletions(Collection<String> topics, String text, Filling filling) throws Exception {
        keepNothing(topics);
        int[] round = {0};
        await().pollInterval(PAUSE).untilAsserted(() -> {
            filling.publish(round[0]++);
            topics.forEach(topic -> assertThat(deletions(topic, text)).as(topic).isEmpty());
        });
    }

    /** Has the topics keep deletions for no time at all. */
    private void keepNothing(Collection<String> topics) throws Exception {
        Map<ConfigResource, Collection<AlterConfigOp>> changes = new HashMap<>();
        changes.put(new ConfigResource(ConfigResource.Type.BROKER, ""), ops(Map.of("log.cleaner.backoff.ms", "200")));
        topics.forEach(topic -> changes.put(
                new ConfigResource(ConfigResource.Type.TOPIC, topic),
                ops(Map.of(
                        TopicConfig.DELETE_RETENTION_MS_CONFIG, "1",
                        TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG, "0",
                        TopicConfig.SEGMENT_MS_CONFIG, "100",
                        TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.0"))));
        try (Admin admin = Admin.create(kafka.properties())) {
            admin.incrementalAlterConfigs(changes).all().get();
        }
    }

    private static Collection<AlterConfigOp> ops(Map<String, String> settings) {
        return settings.entrySet().stream()
                .map(setting -> new AlterConfigOp(
                        new ConfigEntry(setting.getKey(), setting.getValue()), AlterConfigOp.OpType.SET))
                .toList();
    }

    /** The keys of a topic's deletions that contain a text. */
    private List<String> deletions(String topic, String text) {
        return TopicRecords.of(kafka, topic).stream()
                .filter(record -> record.value() == null)
                .map(record -> new String(record.key(), StandardCharsets.ISO_8859_1))
                .filter(key -> key.contains(text))
                .toList();
    }
}
