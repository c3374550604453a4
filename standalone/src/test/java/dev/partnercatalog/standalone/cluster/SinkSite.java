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
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.RandomCatalog.Event;
import dev.partnercatalog.standalone.RawReceiver;
import dev.partnercatalog.standalone.RawReceiver.Reaction;
import dev.partnercatalog.standalone.TopicRecords;
import dev.partnercatalog.standalone.Upstream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.quota.ClientQuotaFilter;
import org.apache.kafka.common.quota.ClientQuotaFilterComponent;
import org.jspecify.annotations.Nullable;

/**
 * Sinks in separate processes, two at most, that have one partition between them, and a partner that may see one company.
 * The test itself writes what they read.
 */
final class SinkSite implements AutoCloseable {

    static final Duration LONG = Duration.ofMinutes(3);

    private final Set<String> arrived = ConcurrentHashMap.newKeySet();
    private static final String PARTNER_ID = "served";
    private static final String COMPANY_ID = "9100";

    final ApplicationProcess first;
    final ApplicationProcess second;
    final RawReceiver receiver;
    private final int variants;
    private final Path folder;
    private final CatalogAddresses catalog;
    private final Upstream upstream;
    private volatile Reaction reaction = Reaction.TAKE;
    private int revision;

    /**
     * @param shared whose broker and registry they use
     * @param name theirs, in the prefix of their topics
     */
    SinkSite(CatalogAddresses shared, String name, int variants) throws Exception {
        this.variants = variants;
        folder = Cluster.folder("sinks-" + name);
        catalog = shared.under(name + ".", 1);
        catalog.create();
        catalog.createClient(PARTNER_ID);
        receiver =
                RawReceiver.start(catalog.webhookSecret(PARTNER_ID), () -> reaction, (id, variant) -> arrived.add(id));
        upstream = new Upstream(catalog.kafka(), catalog.schemas());
        first = sink(name + "-first");
        second = sink(name + "-second");
    }

    /** A sink with this name as its client id. */
    private ApplicationProcess sink(String name) throws Exception {
        Path properties = Files.writeString(
                folder.resolve(name + ".properties"), "session.timeout.ms=6000\nclient.id=" + name + "\n");
        return ApplicationProcess.webhookSink(catalog, folder, name, "--kafka-config=" + properties);
    }

    private Admin admin() {
        return Admin.create(catalog.kafka().properties());
    }

    /** How the partner reacts from now on. */
    void react(Reaction next) {
        reaction = next;
    }

    void list() {
        for (int i = 0; i < variants; i++) {
            String barcode = "served-" + i;
            publish(CatalogTopic.SKU_BARCODES, COMPANY_ID + "/" + COMPANY_ID + "/" + barcode, new SkuBarcode(barcode));
        }
        upstream.flush();
    }

    void publishVariants(String name) {
        FieldValues values = FieldValues.builder().set(VariantField.NAME, name).build();
        ResolvedEntry entry = new ResolvedEntry(values, Set.of(), Set.of(), null, null);
        for (int i = 0; i < variants; i++) {
            ScopedVariant key = new ScopedVariant(new Scope.Company(Long.parseLong(COMPANY_ID)), "served-" + i);
            publish(
                    CatalogTopic.COMPANY_VARIANTS,
                    VariantKeys.encode(key),
                    new CompanyVariant(null, VariantRecords.variant(key, 1, entry)));
        }
        upstream.flush();
    }

    /** The partner asks for everything again. What arrived before doesn't count any more. */
    void sendAllAgain() {
        arrived.clear();
        configure(List.of(new AllowedCompany(
                COMPANY_ID, "c", "cova", "p", new AllowedFields(true, true, true, true), List.of())));
    }

    /** The partner may not see the company any more. */
    void revoke() {
        configure(List.of());
    }

    private void configure(List<AllowedCompany> companies) {
        revision++;
        WebhookControl control =
                WebhookControl.newBuilder().setResyncs(revision).build();
        publish(
                CatalogTopic.PARTNER_CONFIGS,
                PARTNER_ID,
                PartnerConfig.newBuilder()
                        .setWebhookControl(control)
                        .setRevision(revision)
                        .setPartner(new Partner(
                                PARTNER_ID,
                                "p",
                                true,
                                new WebhookSetting(true, receiver.url().toString()),
                                companies))
                        .build());
        upstream.flush();
    }

    private void publish(CatalogTopic topic, String key, SpecificRecord value) {
        var unused = upstream.publish(
                new Event(topic, key, value),
                (metadata, fault) -> assertThat(fault).isNull());
    }

    /**
     * Has the broker serve a client only so fast; what is above that waits, and does so for a while after the limit is
     * gone.
     *
     * @param quota its name
     * @param bytesPerSecond null for no limit
     */
    void limit(String quota, String client, @Nullable Double bytesPerSecond) throws Exception {
        ClientQuotaEntity entity = new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, client));
        try (Admin admin = admin()) {
            admin.alterClientQuotas(List.of(new ClientQuotaAlteration(
                            entity, List.of(new ClientQuotaAlteration.Op(quota, bytesPerSecond)))))
                    .all()
                    .get();
            await().until(() -> admin.describeClientQuotas(ClientQuotaFilter.containsOnly(
                                    List.of(ClientQuotaFilterComponent.ofEntity(ClientQuotaEntity.CLIENT_ID, client))))
                            .entities()
                            .get()
                            .isEmpty()
                    == (bytesPerSecond == null));
        }
    }

    /** Of how many variants something was accepted since everything was asked for again. */
    int arrived() {
        return arrived.size();
    }

    /** Waits until something arrives. Returns how long that took. */
    Duration untilNextDelivery() {
        int before = receiver.received();
        long start = System.nanoTime();
        await().atMost(LONG)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> receiver.received() > before);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Ends each topic that a task must know with what nobody ever reads: a record that was taken back, and markers. */
    void appendMarkers() {
        Properties properties = catalog.kafka().properties();
        properties.put("transactional.id", catalog.kafka().topics().prefix());
        try (Producer<byte[], byte[]> producer = TopicRecords.producer(properties)) {
            producer.initTransactions();
            producer.beginTransaction();
            for (CatalogTopic topic : List.of(
                    CatalogTopic.COMPANY_VARIANTS,
                    CatalogTopic.SKU_BARCODES,
                    CatalogTopic.RESOLVED_VARIANTS,
                    CatalogTopic.PARTNER_CONFIGS,
                    CatalogTopic.SCOPE_CONFIGS,
                    CatalogTopic.CLIENTS)) {
                String name = topic.name(catalog.kafka().topics().prefix());
                var unused = producer.send(new ProducerRecord<>(name, 0, new byte[1], new byte[1]));
            }
            producer.flush();
            producer.abortTransaction();
        }
    }

    /** Waits until every variant has this name at the partner. */
    void awaitHeld(String name) {
        await(name).atMost(LONG).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
            Map<String, String> held = receiver.held();
            assertThat(held).hasSize(variants);
            assertThat(held.values()).allMatch(variant -> variant.contains("\"" + name + "\""));
        });
    }

    void awaitMembers(int count) {
        try (Admin admin = admin()) {
            await().atMost(LONG).until(() -> group(admin).members().size() == count);
        }
    }

    /** The sink that has the partition; when a group settles, that may be either. */
    ApplicationProcess owner() {
        try (Admin admin = admin()) {
            return await().until(
                            () -> {
                                ConsumerGroupDescription group = group(admin);
                                return Stream.of(first, second)
                                        .filter(sink -> has(group, sink + "-"))
                                        .findFirst();
                            },
                            Optional::isPresent)
                    .orElseThrow();
        }
    }

    private static boolean has(ConsumerGroupDescription group, String client) {
        return group.groupState() == GroupState.STABLE
                && group.members().stream()
                        .anyMatch(member -> member.clientId().startsWith(client)
                                && !member.assignment().topicPartitions().isEmpty());
    }

    private ConsumerGroupDescription group(Admin admin) throws Exception {
        String group = catalog.kafka().applicationId("webhook-sink");
        return Objects.requireNonNull(admin.describeConsumerGroups(List.of(group))
                        .describedGroups()
                        .get(group))
                .get();
    }

    ApplicationProcess other(ApplicationProcess sink) {
        return sink == first ? second : first;
    }

    @Override
    public void close() {
        upstream.close();
        second.close();
        first.close();
        receiver.close();
    }
}
