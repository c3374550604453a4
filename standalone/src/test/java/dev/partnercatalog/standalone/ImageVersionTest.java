package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.ResolvedEntry;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.SignedEndpoint.Reaction;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Applications that find images written by another version of the program, with everything else as that version left
 * it.
 */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class ImageVersionTest {

    private static final String PARTNER_ID = "versions";
    private static final int COMPANIES = 8;
    private static final int VARIANTS = 4_000;
    private static final int PARTITIONS = 4;
    private static final Duration LONG = Duration.ofMinutes(2);

    private Path folder = Path.of("");
    private int auth;
    private CatalogAddresses catalog;
    private RawReceiver receiver;
    private SchemaRegistry schemas;
    private KafkaProducer<byte[], byte[]> producer;
    private ApplicationProcess first;
    private ApplicationProcess second;

    @BeforeEach
    void start(CatalogAddresses shared, TestInfo test) throws Exception {
        folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "image-version-")
                .toAbsolutePath();
        Path secrets = folder.resolve("master.key");
        MasterKey.loadOrCreate(secrets);
        String prefix = "versions-" + test.getDisplayName().length() + ".";
        KafkaSettings kafka = new KafkaSettings(
                shared.kafka().bootstrapServers(), new TopicSettings(prefix, PARTITIONS, (short) 1), Map.of());
        auth = FixedPort.free();
        URI issuer = URI.create("http://127.0.0.1:" + auth);
        catalog = new CatalogAddresses(kafka, shared.registry(), issuer, issuer, issuer, secrets);
        try (Admin admin = Admin.create(kafka.properties())) {
            new TopicAdmin(admin, kafka.topics()).createAndCheck();
        }
        catalog.schemas().registerAll(kafka.topics().prefix());
        catalog.createClient(PARTNER_ID);
        receiver = RawReceiver.start(catalog.webhookSecret(PARTNER_ID), () -> Reaction.TAKE);
        schemas = catalog.schemas();
        producer = new KafkaProducer<>(kafka.properties(), new ByteArraySerializer(), new ByteArraySerializer());
        first = ApplicationProcess.webhookSink(catalog, folder, "first");
        second = ApplicationProcess.webhookSink(catalog, folder, "second");
    }

    @AfterEach
    void stop() {
        producer.close();
        second.close();
        first.close();
        receiver.close();
    }

    @Test
    void images_of_another_version_are_made_anew_and_partners_get_nothing_but_what_changed_meanwhile()
            throws Exception {
        publishPartner();
        for (int i = 0; i < VARIANTS; i++) {
            publishVariant(i, "first");
        }
        producer.flush();
        first.start();
        second.start();
        awaitNames(VARIANTS, "first");
        first.awaitReady();
        second.awaitReady();
        first.terminate();
        second.terminate();
        int before = receiver.received();
        assertThat(OtherImageVersion.changeImages(first.stateFolder())
                        + OtherImageVersion.changeImages(second.stateFolder()))
                .isGreaterThanOrEqualTo(VARIANTS);
        publishVariant(0, "changed");
        publishVariant(1, "changed");
        producer.flush();

        first.start();
        second.start();

        first.awaitReady();
        second.awaitReady();
        awaitNames(2, "changed");
        publishVariant(2, "last");
        producer.flush();
        awaitNames(1, "last");
        assertThat(receiver.held()).hasSize(VARIANTS);
        assertThat(receiver.received()).isEqualTo(before + 3);
        assertThat(receiver.faults()).isEmpty();
    }

    @Test
    void stores_of_a_query_api_that_are_of_another_version_are_rebuilt_before_it_is_ready() throws Exception {
        publishPartner();
        for (int i = 0; i < COMPANIES; i++) {
            publishVariant(i, "first");
        }
        producer.flush();
        try (ApplicationProcess queryApi = ApplicationProcess.queryApi(catalog, folder, "query-api", auth)) {
            queryApi.start().awaitReady();
            PartnerClient partner = catalog.client(PARTNER_ID).at(queryApi.api());
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(answer(partner, 1)).contains("\"first\""));
            queryApi.terminate();
            assertThat(OtherImageVersion.renameStores(queryApi.stateFolder())).isEqualTo(2);
            publishVariant(0, "changed");
            producer.flush();

            queryApi.start().awaitReady();

            assertThat(queryApi.log()).contains("belongs to another version: deleting it");
            assertThat(answer(partner, 0)).contains("\"changed\"");
            for (int i = 1; i < COMPANIES; i++) {
                assertThat(answer(partner, i)).contains("\"first\"");
            }
        }
    }

    private static String answer(PartnerClient partner, int number) throws Exception {
        long company = company(number);
        return partner.batchGet(company, company, List.of("version-" + number), List.of())
                .body();
    }

    private void awaitNames(int count, String name) {
        await(name)
                .atMost(LONG)
                .untilAsserted(() -> assertThat(receiver.held().values().stream()
                                .filter(variant -> variant.contains("\"" + name + "\"")))
                        .hasSize(count));
    }

    private static long company(int variant) {
        return 9_200L + variant % COMPANIES;
    }

    private void publishPartner() {
        List<AllowedCompany> companies = new ArrayList<>();
        for (int i = 0; i < COMPANIES; i++) {
            companies.add(new AllowedCompany(
                    Long.toString(company(i)), "c", "cova", "p", new AllowedFields(true, true, true, true), List.of()));
        }
        Partner partner = new Partner(
                PARTNER_ID, "p", true, new WebhookSetting(true, receiver.url().toString()), companies);
        publish(
                CatalogTopic.PARTNER_CONFIGS,
                PARTNER_ID,
                Partitioning.byKey(PARTNER_ID, PARTITIONS),
                PartnerConfig.newBuilder()
                        .setWebhookControl(WebhookControl.newBuilder().build())
                        .setRevision(1)
                        .setPartner(partner)
                        .build());
    }

    private void publishVariant(int number, String name) {
        long company = company(number);
        int partition = Partitioning.byCompany(company, PARTITIONS);
        ScopedVariant key = new ScopedVariant(new Scope.Company(company), "version-" + number);
        FieldValues values = FieldValues.builder().set(VariantField.NAME, name).build();
        publish(
                CatalogTopic.COMPANY_VARIANTS,
                VariantKeys.encode(key),
                partition,
                new CompanyVariant(
                        null,
                        VariantRecords.variant(
                                key, 1, new ResolvedEntry(values, Set.of(), Set.of(), List.of(), null, null))));
        publish(
                CatalogTopic.SKU_BARCODES,
                company + "/" + company + "/version-" + number,
                partition,
                new SkuBarcode(key.barcode()));
    }

    private void publish(CatalogTopic topic, String key, int partition, SpecificRecord value) {
        String name = topic.name(catalog.kafka().topics().prefix());
        byte[] bytes = new RecordSerializer<SpecificRecord>(schemas, topic).serialize(name, value);
        send(new ProducerRecord<>(name, partition, key.getBytes(StandardCharsets.UTF_8), bytes));
    }

    private void send(ProducerRecord<byte[], byte[]> record) {
        var unused =
                producer.send(record, (metadata, fault) -> assertThat(fault).isNull());
    }
}
