package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogModel;
import dev.partnercatalog.standalone.FixedPort;
import dev.partnercatalog.standalone.PartnerClient;
import dev.partnercatalog.standalone.RandomCatalog;
import dev.partnercatalog.standalone.RandomCatalog.Event;
import dev.partnercatalog.standalone.RawReceiver;
import dev.partnercatalog.standalone.RawReceiver.BrokenPromise;
import dev.partnercatalog.standalone.StandaloneSettings;
import dev.partnercatalog.standalone.TopicRecords;
import dev.partnercatalog.standalone.Upstream;
import dev.partnercatalog.standalone.embedded.EmbeddedRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * The three applications as several instances each with their broker and registry, all in separate processes, and two
 * partners with what they should have and what they received. What a process logs is in {@code target/cluster-*}, as
 * are its stores.
 */
final class Cluster implements AutoCloseable {
    /** The number of instances of each application. */
    record Size(int queryApis, int streamsApps, int webhookSinks) {
        /** As set by {@code -Dcluster.instances=3,2,2}; two of each by default. */
        static Size asked() {
            int[] counts = Arrays.stream(
                            System.getProperty("cluster.instances", "2,2,2").split(","))
                    .mapToInt(Integer::parseInt)
                    .toArray();
            return new Size(counts[0], counts[1], counts[2]);
        }
    }

    static final long SEED = Long.getLong("catalog.seed", System.nanoTime());

    /** Each instance of each application has some. */
    private static final int PARTITIONS = 6;

    private static final Duration LONG = Duration.ofMinutes(2);

    final Brokers brokers;
    final CatalogAddresses addresses;
    final List<ApplicationProcess> queryApis;
    final List<ApplicationProcess> streamsApps;
    final List<ApplicationProcess> webhookSinks;
    private final NumberedCatalog numbered = new NumberedCatalog();
    private final RandomCatalog random = new RandomCatalog(SEED, "random-cluster", 8_200_000);
    private final CatalogModel model = new CatalogModel();
    private final Path registryFolder;
    private final int registryPort = FixedPort.free();
    private @Nullable EmbeddedRegistry registry;
    private final PartnerClient numberedClient;
    private final PartnerClient randomClient;
    private final SchemaRegistry schemas;
    private final Surroundings surroundings;
    private final RawReceiver numberedReceiver;
    private final RawReceiver randomReceiver;

    private Cluster(Path folder, Size size, Surroundings surroundings, Brokers brokers) throws Exception {
        this.surroundings = surroundings;
        this.brokers = brokers;
        registryFolder = folder.resolve("registry");
        startRegistry();
        int auth = FixedPort.free();
        Path secrets = folder.resolve("master.key");
        MasterKey.loadOrCreate(secrets);
        KafkaSettings kafka = new KafkaSettings(
                brokers.bootstrapServers(),
                new TopicSettings(TopicSettings.DEFAULT_PREFIX, PARTITIONS, (short) brokers.count()),
                Map.of());
        URI issuer = URI.create("http://127.0.0.1:" + auth);
        addresses = new CatalogAddresses(
                kafka, URI.create("http://127.0.0.1:" + registryPort), issuer, issuer, issuer, secrets);
        queryApis = new ArrayList<>(List.of(ApplicationProcess.queryApi(addresses, folder, "query-api-0", auth)));
        for (int i = 1; i < size.queryApis(); i++) {
            queryApis.add(ApplicationProcess.queryApi(addresses, folder, "query-api-" + i));
        }
        streamsApps = new ArrayList<>();
        for (int i = 0; i < size.streamsApps(); i++) {
            streamsApps.add(ApplicationProcess.streamsApp(addresses, folder, "streams-app-" + i));
        }
        webhookSinks = new ArrayList<>();
        for (int i = 0; i < size.webhookSinks(); i++) {
            webhookSinks.add(ApplicationProcess.webhookSink(addresses, folder, "webhook-sink-" + i));
        }
        numberedReceiver = RawReceiver.start(
                addresses.webhookSecret(NumberedCatalog.PARTNER_ID), surroundings::reaction, numbered::delivered);
        randomReceiver = RawReceiver.start(addresses.webhookSecret(random.partnerId()), surroundings::reaction);
        try {
            for (ApplicationProcess instance : instances()) {
                surroundings.surround(instance);
                instance.start();
            }
            awaitReady();
            schemas = addresses.schemas();
            schemas.registerAll(kafka.topics().prefix());
            numberedClient = addresses.client(NumberedCatalog.PARTNER_ID);
            randomClient = addresses.client(random.partnerId());
            begin();
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    /** An empty folder in {@code target}, which keeps what is written to it until the test runs again. */
    static Path folder(String name) throws IOException {
        Path folder = Path.of("target", name).toAbsolutePath();
        Utils.delete(folder.toFile());
        return Files.createDirectories(folder);
    }

    /** Starts the cluster of a test, and returns when it serves its initial content. */
    static Cluster start(String test, Size size, Surroundings surroundings) throws Exception {
        Path folder = folder("cluster-" + test);
        Brokers brokers = Brokers.start(folder.resolve("broker"), surroundings.brokers());
        try {
            return new Cluster(folder, size, surroundings, brokers);
        } catch (Throwable e) {
            brokers.close();
            throw e;
        }
    }

    private void begin() throws Exception {
        List<Event> events = new ArrayList<>(numbered.beginning(numberedReceiver.url()));
        events.add(random.partner(randomReceiver.url()));
        publish(events);
        awaitStateEqualsModel();
    }

    /** Publishes events and returns when the broker has them. */
    void publish(List<Event> events) {
        try (Upstream upstream = upstream()) {
            for (Event event : events) {
                model.take(event);
                var unused = upstream.publish(event, (metadata, fault) -> {});
            }
        }
    }

    /** Starts the registry, where it left off if it ran before; returns when it is serving. */
    void startRegistry() {
        registry = EmbeddedRegistry.start(StandaloneSettings.registryHomeOfLauncher(), registryFolder, registryPort);
    }

    void stopRegistry() {
        if (registry != null) {
            registry.close();
        }
    }

    List<ApplicationProcess> instances() {
        return Stream.of(queryApis, streamsApps, webhookSinks)
                .flatMap(Collection::stream)
                .toList();
    }

    /** The instance with this number of each application that has that many. */
    List<ApplicationProcess> round(int number) {
        return Stream.of(queryApis, streamsApps, webhookSinks)
                .filter(of -> number < of.size())
                .map(of -> of.get(number))
                .toList();
    }

    /** Waits before the next instance, as an operator does who restarts instances one by one. */
    void awaitReady() {
        instances().forEach(ApplicationProcess::awaitReady);
    }

    /** The same, in the order in which releases are rolled out: resolvers, sinks, query APIs. */
    List<ApplicationProcess> inOrderOfUpgrade() {
        return Stream.of(streamsApps, webhookSinks, queryApis)
                .flatMap(Collection::stream)
                .toList();
    }

    /** Publishes events until this is closed or stopped. */
    Feed feed() {
        return Feed.start(upstream(), model, numbered, random, randomReceiver.url());
    }

    Upstream upstream() {
        return new Upstream(addresses.kafka(), schemas, surroundings::timestamp);
    }

    /** Sends requests until this is closed. */
    Load load(Duration bound) {
        return Load.start(queryApis, numberedClient, numbered, bound);
    }

    /** The same, while requests may fail. */
    Load loadThroughOutages() {
        return Load.start(queryApis, numberedClient, numbered, null);
    }

    /**
     * Waits until each query API returns what the model contains, and the receivers have it, byte for byte: no variant
     * is missing, and the last delivery of each is the newest. To be called when no more events are published.
     */
    void awaitStateEqualsModel() throws Exception {
        awaitStateEqualsModel(queryApis, LONG);
    }

    /** The same at some of the query APIs. */
    void awaitStateEqualsModel(List<ApplicationProcess> instances) throws Exception {
        awaitStateEqualsModel(instances, LONG);
    }

    /** The same with a separate time limit for webhooks. */
    void awaitStateEqualsModel(List<ApplicationProcess> instances, Duration webhooks) throws Exception {
        for (ApplicationProcess instance : instances) {
            await("batch-get at " + instance + ", seed " + SEED).untilAsserted(() -> {
                model.assertAnswered(
                        NumberedCatalog.PARTNER_ID,
                        List.of(NumberedCatalog.SCOPE),
                        numbered.barcodes(),
                        numberedClient.at(instance.api()));
                model.assertAnswered(
                        random.partnerId(), random.scopes(), random.barcodes(), randomClient.at(instance.api()));
            });
        }
        await("webhooks, seed " + SEED).atMost(webhooks).untilAsserted(() -> {
            assertThat(numberedReceiver.held()).isEqualTo(model.listed(NumberedCatalog.PARTNER_ID));
            assertThat(randomReceiver.held()).isEqualTo(model.listed(random.partnerId()));
        });
        assertThat(brokenPromises().filter(surroundings::isFault)).isEmpty();
        assertThat(numbered.faults()).isEmpty();
        assertRevisionsGrow(CatalogTopic.RESOLVED_VARIANTS, ResolvedVariant.class, ResolvedVariant::getRevision);
        assertRevisionsGrow(CatalogTopic.COMPANY_VARIANTS, CompanyVariant.class, VariantRecords::revision);
        assertRevisionsGrow(CatalogTopic.PARTNER_CONFIGS, PartnerConfig.class, PartnerConfig::getRevision);
    }

    /**
     * What the resolvers have written since the beginning: nothing old after something newer, and nothing came twice, except
     * for partners' records, which are written again to answer commands that were made from older ones.
     */
    private <T extends SpecificRecord> void assertRevisionsGrow(
            CatalogTopic topic, Class<T> type, ToLongFunction<T> revision) {
        RecordDeserializer<T> values = new RecordDeserializer<>(schemas, type);
        Map<String, T> last = new HashMap<>();
        String name = topic.name(addresses.kafka().topics().prefix());
        for (ConsumerRecord<byte[], byte[]> record : TopicRecords.of(addresses.kafka(), name)) {
            if (record.value() != null) {
                T now = values.deserialize(name, record.value());
                T before = last.put(TopicRecords.key(record), now);
                boolean isAnswer = topic == CatalogTopic.PARTNER_CONFIGS && now.equals(before);
                if (before != null && !isAnswer) {
                    assertThat(revision.applyAsLong(before))
                            .as("revision before that of %s", record)
                            .isLessThan(revision.applyAsLong(now));
                }
            }
        }
    }

    private Stream<BrokenPromise> brokenPromises() {
        return Stream.of(numberedReceiver, randomReceiver).flatMap(receiver -> receiver.faults().stream());
    }

    @Override
    public void close() {
        instances().forEach(ApplicationProcess::close);
        stopRegistry();
        brokers.close();
        numberedReceiver.close();
        randomReceiver.close();
    }
}
