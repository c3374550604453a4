package dev.partnercatalog.benchmarks.setup;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import dev.partnercatalog.standalone.embedded.EmbeddedRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A broker, a registry and a master key for the applications of all rows; each group of rows has its own part. */
public final class BenchmarkEnvironment implements AutoCloseable {

    private final Path folder;
    private final Path secrets;
    private final EmbeddedBroker broker;
    private final EmbeddedRegistry registry;
    private final List<String> machineOptions;

    /** What belongs to a group of rows: a folder, and topics under a prefix. */
    public final class Part {

        private final String name;
        private final Path own;
        private final List<String> ownOptions;

        private Part(String name, Path own, List<String> ownOptions) {
            this.name = name;
            this.own = own;
            this.ownOptions = List.copyOf(ownOptions);
        }

        /** The same part, with these options for each virtual machine that is started in it. */
        public Part with(String... options) {
            return new Part(name, own, List.of(options));
        }

        public KafkaSettings kafka(int partitions) {
            return kafka("", partitions);
        }

        /** Topics of another catalog. */
        public KafkaSettings kafka(String prefix, int partitions) {
            return new KafkaSettings(
                    broker.bootstrapServers(), new TopicSettings(name + "." + prefix, partitions, (short) 1), Map.of());
        }

        public URI registry() {
            return registry.url();
        }

        /** The file of the master key. */
        public Path secrets() {
            return secrets;
        }

        public Path folder() {
            return own;
        }

        /** The options for a virtual machine whose application has these options. */
        public List<String> machineOptions(List<String> options) {
            return Stream.of(options, machineOptions, ownOptions)
                    .flatMap(List::stream)
                    .toList();
        }

        /** These options, and those that the user gives to all applications with {@code $CATALOG_JAVA_OPTIONS}. */
        public List<String> launcherOptions(List<String> options) {
            String more = System.getenv("CATALOG_JAVA_OPTIONS");
            return more == null || more.isBlank()
                    ? machineOptions(options)
                    : Stream.concat(
                                    machineOptions(options).stream(),
                                    Stream.of(more.strip().split("\\s+", -1)))
                            .toList();
        }
    }

    private BenchmarkEnvironment(
            Path folder, Path secrets, EmbeddedBroker broker, EmbeddedRegistry registry, List<String> machineOptions) {
        this.folder = folder;
        this.secrets = secrets;
        this.broker = broker;
        this.registry = registry;
        this.machineOptions = List.copyOf(machineOptions);
    }

    /**
     * Starts the broker and the registry.
     *
     * @param folder folder for whatever rows write
     * @param machineOptions options for each virtual machine besides those of its application
     */
    public static BenchmarkEnvironment start(Path folder, List<String> machineOptions) throws Exception {
        Path secrets = folder.resolve("master.key");
        MasterKey.loadOrCreate(secrets);
        EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
        try {
            Path registryHome = Path.of(System.getProperty("catalog.registry.home"));
            Path registryFolder = Files.createDirectories(folder.resolve("registry"));
            EmbeddedRegistry registry = EmbeddedRegistry.start(registryHome, registryFolder, 0);
            return new BenchmarkEnvironment(folder, secrets, broker, registry, machineOptions);
        } catch (Exception e) {
            broker.close();
            throw e;
        }
    }

    public Part part(String name) throws IOException {
        return new Part(name, Files.createDirectories(folder.resolve(name)), List.of());
    }

    @Override
    public void close() {
        try (broker) {
            registry.close();
        }
    }
}
