package dev.partnercatalog.benchmarks.setup;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import dev.partnercatalog.standalone.embedded.EmbeddedRegistry;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A broker, a registry and a master key, for the applications of a group of rows. */
public final class Environment implements AutoCloseable {

    private final Path folder;
    private final Path secrets;
    private final EmbeddedBroker broker;
    private final EmbeddedRegistry registry;

    private Environment(Path folder, Path secrets, EmbeddedBroker broker, EmbeddedRegistry registry) {
        this.folder = folder;
        this.secrets = secrets;
        this.broker = broker;
        this.registry = registry;
    }

    /**
     * Starts the broker and the registry.
     *
     * @param folder of its own; it is made
     */
    public static Environment start(Path folder) throws Exception {
        Files.createDirectories(folder);
        Path secrets = folder.resolve("master.key");
        MasterKey.loadOrCreate(secrets);
        EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
        try {
            Path registryHome = Path.of(System.getProperty("catalog.registry.home"));
            Path registryFolder = Files.createDirectories(folder.resolve("registry"));
            return new Environment(folder, secrets, broker, EmbeddedRegistry.start(registryHome, registryFolder, 0));
        } catch (Exception e) {
            broker.close();
            throw e;
        }
    }

    public KafkaSettings kafka(int partitions) {
        return kafka(TopicSettings.DEFAULT_PREFIX, partitions);
    }

    /** Topics of another catalog on the same broker. */
    public KafkaSettings kafka(String prefix, int partitions) {
        return new KafkaSettings(broker.bootstrapServers(), new TopicSettings(prefix, partitions, (short) 1), Map.of());
    }

    public String bootstrapServers() {
        return broker.bootstrapServers();
    }

    public URI registry() {
        return registry.url();
    }

    /** The file of the master key. */
    public Path secrets() {
        return secrets;
    }

    public Path folder() {
        return folder;
    }

    @Override
    public void close() {
        try (broker) {
            registry.close();
        }
    }
}
