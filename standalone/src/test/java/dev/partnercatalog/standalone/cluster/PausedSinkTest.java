package dev.partnercatalog.standalone.cluster;

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
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.RandomCatalog.Event;
import dev.partnercatalog.standalone.RawReceiver;
import dev.partnercatalog.standalone.Upstream;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A sink that is frozen for longer than its session, in the middle of sending a partner everything again, while there
 * is nothing new to read: others have taken over its work by then, and what it still holds is out of date.
 */
@Tag("long")
class PausedSinkTest {
    private static final String PARTNER_ID = "paused";
    private static final String COMPANY_ID = "9100";
    private static final int VARIANTS = 4_000;
    private static final int ROUNDS = Integer.getInteger("paused.rounds", 2);
    private static final int SHOWN = 3;
    private static final Duration LONG = Duration.ofMinutes(2);

    private Path folder = Path.of("");
    private EmbeddedBroker broker;
    private RegistryServer registry;
    private CatalogAddresses catalog;
    private RawReceiver receiver;
    private Upstream upstream;
    private ApplicationProcess first;
    private ApplicationProcess second;
    private int resends;

    @BeforeEach
    void start() throws Exception {
        folder = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "paused-sink-")
                .toAbsolutePath();
        broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
        registry = RegistryServer.start(folder.resolve("registry"));
        Path secrets = folder.resolve("master.key");
        MasterKey.loadOrCreate(secrets);
        KafkaSettings kafka = new KafkaSettings(
                broker.bootstrapServers(), new TopicSettings(TopicSettings.DEFAULT_PREFIX, 1, (short) 1), Map.of());
        URI none = URI.create("http://127.0.0.1:1");
        catalog = new CatalogAddresses(kafka, registry.url(), none, none, none, secrets);
        try (Admin admin = Admin.create(kafka.properties())) {
            new TopicAdmin(admin, kafka.topics()).createAndCheck();
        }
        catalog.schemas().registerAll(kafka.topics().prefix());
        catalog.createClient(PARTNER_ID);
        receiver = RawReceiver.start(catalog.webhookSecret(PARTNER_ID));
        upstream = new Upstream(kafka, catalog.schemas());
        first = sink("first");
        second = sink("second");
    }

    private ApplicationProcess sink(String name) throws Exception {
        Path properties = Files.writeString(folder.resolve("client.properties"), "session.timeout.ms=6000");
        return ApplicationProcess.webhookSink(catalog, folder, name, "--kafka-config=" + properties);
    }

    @AfterEach
    void stop() {
        upstream.close();
        second.close();
        first.close();
        receiver.close();
        registry.close();
        broker.close();
    }

    @Test
    void a_sink_that_was_paused_beyond_its_session_sends_nothing_that_its_successor_has_superseded() throws Exception {
        publishVariants("loaded");
        sendAllAgain();
        first.start().awaitReady();
        awaitHeld("loaded");
        // Instances started now read nothing: the topic is quiet from here on.
        first.terminate();
        ApplicationProcess owner = first;
        ApplicationProcess successor = second;
        owner.start().awaitReady();
        successor.start().awaitReady();
        for (int round = 0; round < ROUNDS; round++) {
            String name = "round " + round;
            int before = receiver.received();
            sendAllAgain();
            await().atMost(LONG)
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> receiver.received() > before + VARIANTS / 4);
            owner.pause();
            assertThat(receiver.received()).isLessThan(before + VARIANTS);
            awaitMembers(1);
            publishVariants(name);
            awaitHeld(name);

            owner.resume();

            awaitMembers(2);
            owner.awaitReady();
            assertThat(receiver.faults().stream().limit(SHOWN)).isEmpty();
            awaitHeld(name);
            // The idle instances have read something since, so both start from the beginning.
            owner.terminate();
            successor.terminate();
            owner.start().awaitReady();
            successor.start().awaitReady();
        }
    }

    private void publishVariants(String name) {
        for (int i = 0; i < VARIANTS; i++) {
            ScopedVariant key = new ScopedVariant(new Scope.Company(Long.parseLong(COMPANY_ID)), "paused-" + i);
            FieldValues values =
                    FieldValues.builder().set(VariantField.NAME, name).build();
            publish(new Event(
                    CatalogTopic.COMPANY_VARIANTS,
                    VariantKeys.encode(key),
                    new CompanyVariant(
                            null,
                            VariantRecords.variant(
                                    key, 1, new ResolvedEntry(values, Set.of(), Set.of(), List.of(), null, null)))));
            publish(new Event(
                    CatalogTopic.SKU_BARCODES,
                    COMPANY_ID + "/" + COMPANY_ID + "/paused-" + i,
                    new SkuBarcode(key.barcode())));
        }
        upstream.flush();
    }

    private void sendAllAgain() {
        AllowedCompany company =
                new AllowedCompany(COMPANY_ID, "c", "cova", "p", new AllowedFields(true, true, true, true), List.of());
        Partner partner = new Partner(
                PARTNER_ID, "p", true, new WebhookSetting(true, receiver.url().toString()), List.of(company));
        WebhookControl control = WebhookControl.newBuilder().build();
        control.setResyncs(++resends);
        publish(new Event(
                CatalogTopic.PARTNER_CONFIGS,
                PARTNER_ID,
                PartnerConfig.newBuilder()
                        .setWebhookControl(control)
                        .setRevision(resends)
                        .setPartner(partner)
                        .build()));
        upstream.flush();
    }

    private void publish(Event event) {
        var unused =
                upstream.publish(event, (metadata, fault) -> assertThat(fault).isNull());
    }

    private void awaitHeld(String name) {
        await(name).atMost(LONG).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
            Map<String, String> held = receiver.held();
            assertThat(held).hasSize(VARIANTS);
            assertThat(held.values()).allMatch(variant -> variant.contains("\"" + name + "\""));
        });
    }

    private void awaitMembers(int count) {
        try (Admin admin = Admin.create(catalog.kafka().properties())) {
            String group = catalog.kafka().applicationId("webhook-sink");
            await().atMost(LONG)
                    .untilAsserted(() -> assertThat(Objects.requireNonNull(admin.describeConsumerGroups(List.of(group))
                                            .describedGroups()
                                            .get(group))
                                    .get()
                                    .members())
                            .hasSize(count));
        }
    }
}
