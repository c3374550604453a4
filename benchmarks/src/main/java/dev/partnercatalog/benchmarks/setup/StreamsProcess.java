package dev.partnercatalog.benchmarks.setup;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Starts applications without a port, each as the launcher runs it, including {@code $CATALOG_JAVA_OPTIONS}, and
 * creates their topics first.
 */
public final class StreamsProcess {

    /** The options with which the launcher runs streams-app and webhook-sink. */
    private static final List<String> OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC");

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final BenchmarkEnvironment.Part environment;
    private final KafkaSettings kafka;

    /** @param kafka settings with the prefix and partitions of the applications */
    public StreamsProcess(BenchmarkEnvironment.Part environment, KafkaSettings kafka) {
        this.environment = environment;
        this.kafka = kafka;
    }

    public KafkaSettings kafka() {
        return kafka;
    }

    /** The environment's registry, with all schemas under the prefix. */
    public SchemaRegistry registry() {
        SchemaRegistry registry = new SchemaRegistry(environment.registry(), PATIENCE);
        registry.registerAll(kafka.topics().prefix());
        return registry;
    }

    /** Creates all topics of the catalog. */
    public void makeAllTopics() {
        try (Admin admin = Admin.create(kafka.properties())) {
            new TopicAdmin(admin, kafka.topics()).createAndCheck();
        }
    }

    /** Creates the topics that variants come from and those of entries. */
    public void makeVariantTopics() throws Exception {
        for (CatalogTopic topic : List.of(
                CatalogTopic.BPD_VARIANTS,
                CatalogTopic.COMPANY_OVERRIDES,
                CatalogTopic.COMPANY_ATTRIBUTES,
                CatalogTopic.LOCATION_ATTRIBUTES,
                CatalogTopic.LISTINGS,
                CatalogTopic.RESOLVED_VARIANTS,
                CatalogTopic.COMPANY_VARIANTS)) {
            makeTopic(topic.name(kafka.topics().prefix()));
        }
    }

    /** Creates a topic with the same settings as those of entries. */
    public void makeTopic(String name) throws Exception {
        TopicSettings topics = kafka.topics();
        NewTopic topic = new NewTopic(name, topics.partitions(), topics.replicationFactor());
        topic.configs(Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_COMPACT,
                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                "LogAppendTime",
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(TopicSettings.MAX_RECORD_BYTES)));
        try (Admin admin = Admin.create(kafka.properties())) {
            admin.createTopics(List.of(topic)).all().get();
        }
    }

    /** Starts a command of {@code ./catalog}. */
    public JavaProcess catalog(String command, String... more) throws IOException {
        Path folder = folder(command);
        List<String> arguments = new ArrayList<>(List.of(
                command,
                "--kafka=" + kafka.bootstrapServers(),
                "--registry=" + environment.registry(),
                "--topic-prefix=" + kafka.topics().prefix(),
                "--state-dir=" + folder.resolve("state")));
        if (command.equals("streams-app")) {
            arguments.add("--partitions=" + kafka.topics().partitions());
        }
        arguments.addAll(Arrays.asList(more));
        return JavaProcess.catalog(folder.resolve("log"), environment.launcherOptions(List.of()), arguments);
    }

    /**
     * Starts another application, with the brokers, the registry, the prefix, the partitions and a folder as arguments.
     */
    public JavaProcess other(Class<?> main, String... more) throws IOException {
        Path folder = folder(main.getSimpleName());
        List<String> arguments = new ArrayList<>(List.of(
                kafka.bootstrapServers(),
                environment.registry().toString(),
                kafka.topics().prefix(),
                Integer.toString(kafka.topics().partitions()),
                folder.resolve("state").toString()));
        arguments.addAll(Arrays.asList(more));
        return JavaProcess.start(
                folder.resolve("log"),
                environment.launcherOptions(OPTIONS),
                main.getName(),
                arguments.toArray(String[]::new));
    }

    private Path folder(String name) throws IOException {
        return Files.createDirectories(
                environment.folder().resolve(kafka.topics().prefix() + name));
    }
}
