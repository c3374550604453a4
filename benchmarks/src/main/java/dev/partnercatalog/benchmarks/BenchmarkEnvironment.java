package dev.partnercatalog.benchmarks;

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
final class BenchmarkEnvironment implements AutoCloseable {

    private final Path folder;
    private final Pace pace;
    private final EmbeddedBroker broker;
    private final EmbeddedRegistry registry;

    /** What belongs to a group of rows: a folder, and topics under a prefix. */
    final class Part {

        private final Path own;

        private Part(Path own) {
            this.own = own;
        }

        KafkaSettings kafka() {
            return kafka("");
        }

        /** Topics of another catalog. */
        KafkaSettings kafka(String prefix) {
            TopicSettings topics = new TopicSettings(own.getFileName() + "." + prefix, pace.partitions(), (short) 1);
            return new KafkaSettings(broker.bootstrapServers(), topics, Map.of());
        }

        URI registry() {
            return registry.url();
        }

        /** The file of the master key. */
        Path secrets() {
            return folder.resolve("master.key");
        }

        Path folder() {
            return own;
        }

        /** Creates the topics, too. */
        TopicWriter writer() {
            return new TopicWriter(kafka(), registry());
        }

        /** Starts a class's main method in a separate virtual machine; its log has the class's name. */
        JavaProcess start(Class<?> main, List<String> options, Object... arguments) throws IOException {
            List<String> all = Stream.of(options, pace.machineOptions())
                    .flatMap(List::stream)
                    .toList();
            return JavaProcess.start(
                    own.resolve(main.getSimpleName() + ".log"),
                    all,
                    main,
                    Stream.of(arguments).map(String::valueOf).toList());
        }

        /** What each virtual machine is given, besides those that its application has. */
        List<String> machineOptions() {
            return pace.machineOptions();
        }
    }

    private BenchmarkEnvironment(Path folder, Pace pace, EmbeddedBroker broker, EmbeddedRegistry registry) {
        this.folder = folder;
        this.pace = pace;
        this.broker = broker;
        this.registry = registry;
    }

    /** @param folder for whatever rows write */
    static BenchmarkEnvironment start(Path folder, Pace pace) throws Exception {
        MasterKey.loadOrCreate(folder.resolve("master.key"));
        EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
        try {
            Path registryHome = Path.of(System.getProperty("catalog.registry.home"));
            Path registryFolder = Files.createDirectories(folder.resolve("registry"));
            EmbeddedRegistry registry = EmbeddedRegistry.start(registryHome, registryFolder, 0);
            return new BenchmarkEnvironment(folder, pace, broker, registry);
        } catch (Exception e) {
            broker.close();
            throw e;
        }
    }

    Part part(String name) throws IOException {
        return new Part(Files.createDirectories(folder.resolve(name)));
    }

    @Override
    public void close() {
        try (broker) {
            registry.close();
        }
    }
}
