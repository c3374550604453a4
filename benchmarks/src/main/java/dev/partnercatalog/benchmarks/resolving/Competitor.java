package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.StreamsAppSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;

/**
 * Runs a topology with the settings of a deployed streams-app, with the same threads and stores, but with commits at a
 * fixed interval.
 */
final class Competitor {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Fixed, whether there is much or nothing to do. */
    private static final long COMMIT_INTERVAL_MS = 50;

    /** Creates the topology. */
    @FunctionalInterface
    interface TopologySupplier {
        Topology topology(SchemaRegistry registry, TopicSettings topics, Properties properties);
    }

    private Competitor() {}

    /**
     * Takes the brokers, the registry, the prefix, the partitions and a folder; writes a line and runs until it is
     * ended.
     */
    static void run(String[] arguments, TopologySupplier supplier) throws InterruptedException {
        TopicSettings topics = new TopicSettings(arguments[2], Integer.parseInt(arguments[3]), (short) -1);
        KafkaSettings kafka = new KafkaSettings(arguments[0], topics, Map.of());
        URI registry = URI.create(arguments[1]);
        StreamsAppSettings settings = StreamsAppSettings.of(kafka, registry, Path.of(arguments[4]));
        RocksDbMemory memory = new RocksDbMemory(settings.instance().storeMemoryBytes());
        Properties properties = StreamsApp.properties(settings, memory);
        properties.put(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG, COMMIT_INTERVAL_MS);
        StreamsApplication application = new StreamsApplication(
                "competitor",
                supplier.topology(new SchemaRegistry(registry, PATIENCE), topics, properties),
                properties,
                Quarantine.inLog());
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
}
