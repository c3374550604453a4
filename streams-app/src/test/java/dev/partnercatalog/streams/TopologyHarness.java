package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializers;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.commit.PromptCommits;
import dev.partnercatalog.streams.quarantine.Quarantine;
import dev.partnercatalog.streams.variant.ResolveVariants;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** Runs the topology on its test driver: events in by topic, records out by topic. */
final class TopologyHarness implements AutoCloseable {

    private static final String PREFIX = "catalog.";

    private final RegistryDouble registryServer = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final RecordSerializers serializers = new RecordSerializers(registry);
    private final KafkaSettings kafka = new KafkaSettings("none:0", new TopicSettings(PREFIX, 4, (short) 1), Map.of());
    private final Path stateDir;
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final TopologyTestDriver driver;
    private final Map<CatalogTopic, TestInputTopic<byte[], byte[]>> inputs = new EnumMap<>(CatalogTopic.class);
    private final TestOutputTopic<String, ResolvedVariant> resolvedVariants;
    private final TestOutputTopic<String, CompanyVariant> companyVariants;
    private final Map<String, Map<Long, ResolvedVariant>> products = new HashMap<>();
    private final TestOutputTopic<String, SkuBarcode> skuBarcodes;

    TopologyHarness() {
        try {
            stateDir = Files.createTempDirectory("topology");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Properties properties = new Properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, kafka.applicationId(StreamsApp.NAME));
        properties.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
        properties.put(StreamsConfig.ENSURE_EXPLICIT_INTERNAL_RESOURCE_NAMING_CONFIG, true);
        Quarantine quarantine = new Quarantine(CatalogTopic.DEAD_LETTERS.name(PREFIX));
        quarantine.applyTo(properties);
        Freshness resolved = new Freshness(meters, "resolved");
        driver = new TopologyTestDriver(
                new CatalogTopology(registry, kafka.topics(), resolved, quarantine, new PromptCommits()).build(),
                properties);
        for (CatalogTopic topic : CatalogTopic.values()) {
            if (topic.isInput() || topic == CatalogTopic.PARTNER_COMMANDS) {
                inputs.put(
                        topic,
                        driver.createInputTopic(
                                topic.name(PREFIX), new ByteArraySerializer(), new ByteArraySerializer()));
            }
        }
        resolvedVariants = output(CatalogTopic.RESOLVED_VARIANTS, ResolvedVariant.class);
        companyVariants = output(CatalogTopic.COMPANY_VARIANTS, CompanyVariant.class);
        skuBarcodes = output(CatalogTopic.SKU_BARCODES, SkuBarcode.class);
    }

    /** Publishes a record as upstream would; null publishes a tombstone. */
    <T extends SpecificRecord> void publish(CatalogTopic topic, String key, @Nullable T value) {
        publishBytes(topic, key.getBytes(StandardCharsets.UTF_8), value == null ? null : encode(topic, value));
    }

    <T extends SpecificRecord> byte[] encode(CatalogTopic topic, T value) {
        return Objects.requireNonNull(serializers.serialize(PREFIX, topic, value));
    }

    /** Publishes as upstream would with its own clock. */
    <T extends SpecificRecord> void publish(CatalogTopic topic, String key, T value, Instant timestamp) {
        publish(topic, key, value, timestamp, new RecordHeaders());
    }

    /** Publishes as a producer that sends headers would. */
    <T extends SpecificRecord> void publish(
            CatalogTopic topic, String key, T value, Instant timestamp, Headers headers) {
        byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
        Objects.requireNonNull(inputs.get(topic))
                .pipeInput(new TestRecord<>(bytes, encode(topic, value), headers, timestamp));
    }

    /** How old events were when their entries were written. */
    Timer resolved() {
        return meters.get("catalog.freshness").tag("stage", "resolved").timer();
    }

    void publishBytes(CatalogTopic topic, byte @Nullable [] key, byte @Nullable [] value) {
        Objects.requireNonNull(inputs.get(topic)).pipeInput(key, value);
    }

    void publishBytes(CatalogTopic topic, byte[] key, byte[] value, Headers headers) {
        Objects.requireNonNull(inputs.get(topic)).pipeInput(new TestRecord<>(key, value, headers));
    }

    /**
     * What was written to both topics of entries, as readers find it: first those of BPD, then those of companies. A
     * reference is the record of the product that it names, as the company's, with the reference's revision.
     */
    List<TestRecord<String, ResolvedVariant>> readResolved() {
        List<TestRecord<String, ResolvedVariant>> entries = new ArrayList<>(resolvedVariants.readRecordsToList());
        assertThat(entries).noneMatch(entry -> entry.key().contains("/"));
        for (TestRecord<String, ResolvedVariant> product : entries) {
            if (product.value() != null) {
                products.computeIfAbsent(product.key(), barcode -> new HashMap<>())
                        .put(product.value().getRevision(), product.value());
            }
        }
        for (TestRecord<String, CompanyVariant> record : readCompanyVariants()) {
            entries.add(new TestRecord<>(
                    record.key(),
                    record.value() == null ? null : found(record.key(), record.value()),
                    record.headers(),
                    record.timestamp()));
        }
        return entries;
    }

    private ResolvedVariant found(String text, CompanyVariant variant) {
        ProductReference reference = variant.getReference();
        if (reference == null) {
            return Objects.requireNonNull(variant.getContent());
        }
        ScopedVariant key = VariantKeys.parse(text);
        ResolvedVariant product = products.getOrDefault(key.barcode(), Map.of()).get(reference.getProduct());
        assertThat(product)
                .as("the product that %s refers to: %s", text, reference)
                .isNotNull();
        return ResolvedVariant.newBuilder(product)
                .setCompanyId(key.companyId())
                .setLocationId(VariantRecords.locationId(key.scope()))
                .setRevision(reference.getRevision())
                .build();
    }

    /** What was written to {@code company-variants}. */
    List<TestRecord<String, CompanyVariant>> readCompanyVariants() {
        return companyVariants.readRecordsToList();
    }

    List<TestRecord<String, SkuBarcode>> readSkuBarcodes() {
        return skuBarcodes.readRecordsToList();
    }

    <T extends SpecificRecord> TestOutputTopic<String, T> output(CatalogTopic topic, Class<T> type) {
        return driver.createOutputTopic(
                topic.name(PREFIX), new StringDeserializer(), new RecordDeserializer<>(registry, type));
    }

    TestOutputTopic<byte[], byte[]> deadLetters() {
        return driver.createOutputTopic(
                CatalogTopic.DEAD_LETTERS.name(PREFIX), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** The resolver's store of layers. */
    KeyValueStore<String, byte[]> layersStore() {
        return store(ResolveVariants.STORE);
    }

    <V> KeyValueStore<String, V> store(String name) {
        return driver.getKeyValueStore(name);
    }

    RegistryDouble registryServer() {
        return registryServer;
    }

    @Override
    public void close() {
        driver.close();
        registryServer.close();
        try {
            Utils.delete(stateDir.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
