package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.Listing;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.StreamsAppSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Named;
import org.apache.kafka.streams.kstream.Produced;
import org.apache.kafka.streams.kstream.Repartitioned;

/**
 * The minimum for anything that brings a barcode's events together: it re-keys them by barcode through one repartition
 * topic, reads a value only if it alone contains the barcode, keeps nothing, and writes for each event as many bytes as
 * ours does on average. It has the settings of a deployed streams-app, but commits at a fixed interval, whether there is
 * much or nothing to do.
 */
final class Rekeying {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long COMMIT_INTERVAL_MS = 50;

    private Rekeying() {}

    /**
     * Takes the brokers, the registry, the prefix, the partitions, a folder, and the number of bytes, keys and values
     * together; writes a line and runs until it is ended.
     */
    public static void main(String[] arguments) throws InterruptedException {
        TopicSettings topics = new TopicSettings(arguments[2], Integer.parseInt(arguments[3]), (short) -1);
        URI registry = URI.create(arguments[1]);
        StreamsAppSettings settings = StreamsAppSettings.of(
                new KafkaSettings(arguments[0], topics, Map.of()), registry, Path.of(arguments[4]));
        RocksDbMemory memory = new RocksDbMemory(settings.instance().storeMemoryBytes());
        Properties properties = StreamsApp.properties(settings, memory);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_MS);
        StreamsApplication application = new StreamsApplication(
                "competitor",
                topology(new SchemaRegistry(registry, PATIENCE), topics, Integer.parseInt(arguments[5])),
                properties);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            application.close();
            memory.close();
        }));
        application.start();
        if (!application.awaitRunning(PATIENCE)) {
            throw new IllegalStateException("the application did not become ready");
        }
        System.out.println("ready");
        Thread.currentThread().join();
    }

    private static Topology topology(SchemaRegistry registry, TopicSettings topics, int bytes) {
        StreamsBuilder builder = new StreamsBuilder();
        List<String> byKey = Stream.of(
                        CatalogTopic.BPD_VARIANTS,
                        CatalogTopic.COMPANY_OVERRIDES,
                        CatalogTopic.COMPANY_ATTRIBUTES,
                        CatalogTopic.LOCATION_ATTRIBUTES)
                .map(topic -> topic.name(topics.prefix()))
                .toList();
        Consumed<String, byte[]> consumed = Consumed.with(Serdes.String(), Serdes.ByteArray());
        KStream<String, byte[]> layers = builder.stream(byKey, consumed.withName("layers"))
                .selectKey((key, value) -> key.substring(key.lastIndexOf('/') + 1), Named.as("layers-by-barcode"));
        // A deserializer is not thread-safe.
        ThreadLocal<RecordDeserializer<Listing>> reader =
                ThreadLocal.withInitial(() -> new RecordDeserializer<>(registry, Listing.class));
        String listingsTopic = CatalogTopic.LISTINGS.name(topics.prefix());
        KStream<String, byte[]> listings = builder.stream(listingsTopic, consumed.withName("listings"))
                .selectKey(
                        (key, value) ->
                                reader.get().deserialize(listingsTopic, value).getBarcode(),
                        Named.as("listings-by-barcode"));
        layers.merge(listings, Named.as("all"))
                .repartition(Repartitioned.<String, byte[]>as("by-barcode")
                        .withKeySerde(Serdes.String())
                        .withValueSerde(Serdes.ByteArray())
                        .withNumberOfPartitions(topics.partitions()))
                .mapValues(
                        (key, value) -> Arrays.copyOf(value, Math.max(bytes - key.length(), value.length)),
                        Named.as("sized"))
                .to(
                        CatalogTopic.RESOLVED_VARIANTS.name(topics.prefix()),
                        Produced.<String, byte[]>as("entries")
                                .withKeySerde(Serdes.String())
                                .withValueSerde(Serdes.ByteArray()));
        return builder.build();
    }
}
