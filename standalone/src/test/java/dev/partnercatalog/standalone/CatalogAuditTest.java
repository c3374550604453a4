package dev.partnercatalog.standalone;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.operations.comparison.AuditReport;
import dev.partnercatalog.operations.comparison.CatalogAudit;
import dev.partnercatalog.operations.comparison.Finding;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.streams.StreamsApp;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./catalog topic audit} finds what no input accounts for, and has the resolver repair it. */
@Tag("processes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CatalogAuditTest {

    private static final Duration SOON = Duration.ofMinutes(3);
    private static final int PARTITIONS = 3;
    private static final URI NOWHERE = URI.create("http://127.0.0.1:1/");

    private @Nullable Site shared;

    @BeforeAll
    void start(@TempDir Path folder) throws Exception {
        shared = Site.start(folder.resolve("site"), folder.resolve("master.key"));
    }

    @AfterAll
    void stop() {
        site().close();
    }

    private Site site() {
        if (shared == null) {
            throw new IllegalStateException("not started");
        }
        return shared;
    }

    @Test
    void a_healthy_catalog_has_no_findings_while_upstream_publishes() throws Exception {
        KafkaSettings kafka = site().kafka("healthy.", PARTITIONS);
        try (StreamsApp resolver = site().startResolver(kafka)) {
            assertThat(resolver.isReady()).isTrue();
            SchemaRegistry registry = site().addresses(kafka).schemas();
            long seed = Long.getLong("catalog.seed", System.nanoTime());
            RandomCatalog events = new RandomCatalog(seed, "audited", 910_000);
            ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
            try (Upstream upstream = new Upstream(kafka, registry);
                    CatalogAudit audit = new CatalogAudit(kafka, registry, behind -> {})) {
                publish(upstream, events.partner(NOWHERE));
                ScheduledFuture<?> publishing =
                        timer.scheduleAtFixedRate(() -> publish(upstream, events.next(NOWHERE)), 0, 5, MILLISECONDS);
                for (int i = 0; i < 3; i++) {
                    assertThat(audit.find().findings()).as("seed %s", seed).isEmpty();
                }
                assertThat(publishing.isDone()).isFalse();
            } finally {
                timer.shutdownNow();
                assertThat(timer.awaitTermination(10, SECONDS)).isTrue();
            }
            assertThat(site().run(0, "healthy.", "topic", "audit")).contains("everything is as it should be");
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // closing the upstream waits for every record
    private static void publish(Upstream upstream, RandomCatalog.Event event) {
        upstream.publish(event, (at, fault) -> {});
    }

    @Test
    void ghosts_in_the_topics_and_in_the_stores_are_found_and_repaired() throws Exception {
        KafkaSettings kafka = site().kafka("ghosts.", PARTITIONS);
        try (StreamsApp resolver = site().startResolver(kafka)) {
            assertThat(resolver.isReady()).isTrue();
            publishCatalog(kafka);
            // Deletions of these inputs were compacted away before the resolver read them.
            forget(kafka, CatalogTopic.COMPANY_OVERRIDES);
            forget(kafka, CatalogTopic.LISTINGS);
            site().addresses(kafka)
                    .publish(
                            CatalogTopic.LISTINGS,
                            "{\"companyId\": 7, \"locationId\": 7, \"sku\": \"kept\", \"barcode\": \"b2\"}");
            writeGhosts(kafka);

            assertThat(site().run(1, "ghosts.", "topic", "audit"))
                    .contains(
                            "5 found: 4 ghost, 0 missing, 1 wrong; 0 repaired",
                            "resolver, from company-overrides  7/b1",
                            "resolver, from listings           7/71/gone",
                            "resolved-variants                 b9",
                            "company-variants                  b2/7",
                            "sku-barcodes                      7/7/never")
                    .contains("--repair");
            assertThat(entry(kafka, "b1", 7)).isEqualTo("Ours");

            assertThat(site().run(0, "ghosts.", "topic", "audit", "--repair", "--operator=me"))
                    .contains("5 found: 4 ghost, 0 missing, 1 wrong; 5 repaired");
            assertThat(entry(kafka, "b1", 7)).isEqualTo("Product b1");
            assertThat(entry(kafka, "b2", 7)).isEqualTo("Product b2");
            assertThat(entry(kafka, "b9", 8)).isNull();
            assertThat(listing(kafka, new ListingKey(7, 7, "never"))).isNull();
            assertThat(listing(kafka, new ListingKey(7, 71, "gone"))).isNull();
            assertThat(listing(kafka, new ListingKey(7, 7, "kept"))).isEqualTo("b2");

            assertThat(site().run(0, "ghosts.", "topic", "audit")).contains("everything is as it should be");
            assertThat(site().run(0, "ghosts.", "audit", "list"))
                    .containsPattern("topic audit +repair +done +5 found: 4 ghost, 0 missing, 1 wrong; 5 repaired");
        }
    }

    @Test
    void what_is_published_during_the_audit_is_not_removed() throws Exception {
        KafkaSettings kafka = site().kafka("meanwhile.", PARTITIONS);
        try (StreamsApp resolver = site().startResolver(kafka)) {
            assertThat(resolver.isReady()).isTrue();
            publishCatalog(kafka);
            forget(kafka, CatalogTopic.COMPANY_OVERRIDES);
            try (CatalogAudit audit =
                    new CatalogAudit(kafka, site().addresses(kafka).schemas(), behind -> {})) {
                AuditReport found = audit.find();
                assertThat(found.findings())
                        .singleElement()
                        .extracting(Finding::kind)
                        .isEqualTo(Finding.Kind.GHOST);
                publishOverride(kafka);
                assertThat(audit.repair(found).isRight()).isTrue();
                assertThat(entry(kafka, "b1", 7)).isEqualTo("Ours");
                assertThat(audit.find().findings()).isEmpty();
            }
        }
    }

    @Test
    void what_an_input_says_and_the_resolver_lacks_is_reported_and_not_applied() throws Exception {
        KafkaSettings kafka = site().kafka("lacking.", PARTITIONS);
        try (StreamsApp resolver = site().startResolver(kafka)) {
            assertThat(resolver.isReady()).isTrue();
            publishCatalog(kafka);
            String companies =
                    CatalogTopic.COMPANY_DIRECTORY.name(kafka.topics().prefix());
            send(kafka, companies, Partitioning.byKey("5", PARTITIONS), "5", null);
            forget(kafka, CatalogTopic.PARTNERS);
            assertThat(site().run(1, "lacking.", "topic", "audit", "--repair"))
                    .contains("2 found: 1 ghost, 1 missing, 0 wrong; 0 repaired", "find-and-repair-ghosts");
            assertThat(site().run(1, "lacking.", "topic", "audit", "--json"))
                    .contains(
                            "{\"kind\":\"missing\",\"topic\":\"company-directory\",\"key\":\"5\",\"repaired\":false}",
                            "{\"kind\":\"ghost\",\"topic\":\"partner-configs\",\"key\":\"p\",\"repaired\":false}");
        }
    }

    private void publishCatalog(KafkaSettings kafka) throws Exception {
        CatalogAddresses upstream = site().addresses(kafka);
        upstream.publish(
                CatalogTopic.BPD_VARIANTS,
                "{\"barcode\": \"b1\", \"name\": \"Product b1\"}",
                "{\"barcode\": \"b2\", \"name\": \"Product b2\"}");
        publishOverride(kafka);
        upstream.publish(
                CatalogTopic.LISTINGS,
                "{\"companyId\": 7, \"locationId\": 71, \"sku\": \"gone\", \"barcode\": \"b1\"}",
                "{\"companyId\": 7, \"locationId\": 7, \"sku\": \"kept\", \"barcode\": \"b2\"}");
        upstream.publish(
                CatalogTopic.COMPANIES,
                "{\"companyId\": 5, \"name\": \"Five\", \"provider\": \"cova\", \"providerId\": \"five\"}");
        upstream.publish(
                CatalogTopic.PARTNERS,
                "{\"partnerId\": \"p\", \"partnerName\": \"P\", \"enabled\": true, \"webhook\": {\"enabled\": false,"
                        + " \"url\": \"\"}, \"allowedCompanies\": []}");
        await().atMost(SOON).untilAsserted(() -> {
            assertThat(entry(kafka, "b1", 7)).isEqualTo("Ours");
            assertThat(entry(kafka, "b2", 7)).isEqualTo("Product b2");
        });
        try (CatalogAudit audit = new CatalogAudit(kafka, upstream.schemas(), behind -> {})) {
            assertThat(audit.find().findings()).isEmpty();
        }
    }

    private void publishOverride(KafkaSettings kafka) throws Exception {
        site().addresses(kafka)
                .publish(CatalogTopic.COMPANY_OVERRIDES, "{\"companyId\": 7, \"barcode\": \"b1\", \"name\": \"Ours\"}");
    }

    /** Entries and a listing that nobody wrote, and one of a company with a name that it doesn't have. */
    private void writeGhosts(KafkaSettings kafka) throws Exception {
        int ofB9 = Partitioning.byBarcode("b9", PARTITIONS);
        write(kafka, CatalogTopic.RESOLVED_VARIANTS, "b9", ofB9, variant("b9", Scope.everywhere()));
        write(
                kafka,
                CatalogTopic.COMPANY_VARIANTS,
                "b2/7",
                Partitioning.byCompany(7, PARTITIONS),
                variant("b2", new Scope.Company(7)));
        write(
                kafka,
                CatalogTopic.SKU_BARCODES,
                "7/7/never",
                Partitioning.byCompany(7, PARTITIONS),
                new SkuBarcode("b1"));
    }

    private static SpecificRecord variant(String barcode, Scope scope) {
        ResolvedVariant variant = VariantRecords.variant(
                new ScopedVariant(scope, barcode),
                1,
                new VariantLayers(FieldValues.builder().build(), List.of(), null, null, null).resolve());
        return scope.isCompany() ? new CompanyVariant(null, variant) : variant;
    }

    private <T extends SpecificRecord> void write(
            KafkaSettings kafka, CatalogTopic topic, String key, int partition, T value) throws Exception {
        String name = topic.name(kafka.topics().prefix());
        SchemaRegistry registry = site().addresses(kafka).schemas();
        send(kafka, name, partition, key, new RecordSerializer<T>(registry, topic).serialize(name, value));
    }

    private static void send(KafkaSettings kafka, String topic, int partition, String key, byte @Nullable [] value)
            throws Exception {
        try (Producer<String, byte[]> producer = new Brokers(kafka).producer()) {
            producer.send(new ProducerRecord<>(topic, partition, key, value)).get();
        }
    }

    /** Deletes all records of an input, as if each key's deletion had been published and compacted away. */
    private static void forget(KafkaSettings kafka, CatalogTopic topic) throws Exception {
        try (Admin admin = Admin.create(kafka.properties())) {
            String name = topic.name(kafka.topics().prefix());
            Map<TopicPartition, RecordsToDelete> delete = new HashMap<>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                delete.put(new TopicPartition(name, partition), RecordsToDelete.beforeOffset(-1)); // up to the end
            }
            // Brokers delete nothing from a topic that is only compacted, nor before they know that it no longer is.
            retain(admin, name, "compact,delete");
            await().atMost(SOON)
                    .ignoreExceptionsMatching(fault -> fault.getCause() instanceof PolicyViolationException)
                    .untilAsserted(() -> admin.deleteRecords(delete).all().get());
            retain(admin, name, "compact");
        }
    }

    private static void retain(Admin admin, String topic, String policy) throws Exception {
        AlterConfigOp change =
                new AlterConfigOp(new ConfigEntry(TopicConfig.CLEANUP_POLICY_CONFIG, policy), AlterConfigOp.OpType.SET);
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(change)))
                .all()
                .get();
    }

    private @Nullable String entry(KafkaSettings kafka, String barcode, long companyId) {
        try (RecordedCatalog catalog =
                RecordedCatalog.connect(kafka, site().addresses(kafka).schemas())) {
            ResolvedVariant entry = catalog.entry(barcode, new Scope.Company(companyId));
            return entry == null ? null : entry.getName();
        }
    }

    private @Nullable String listing(KafkaSettings kafka, ListingKey key) {
        try (RecordedCatalog catalog =
                RecordedCatalog.connect(kafka, site().addresses(kafka).schemas())) {
            return catalog.listings(null, (listing, barcode) -> listing.equals(key), 1, (done, all) -> {})
                    .barcodes()
                    .get(key.encode());
        }
    }
}
