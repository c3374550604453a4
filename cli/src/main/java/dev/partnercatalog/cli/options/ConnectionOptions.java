package dev.partnercatalog.cli.options;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.cli.topic.TopicTable;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.conversion.ByteOrderMark;
import dev.partnercatalog.schemas.fault.FaultWords;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Option;

/** The options of every command that uses Kafka. Mixed in; the defaults are those of a standalone. */
public final class ConnectionOptions {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Option(
            names = "--kafka",
            paramLabel = "ADDR",
            converter = FormatConverter.BootstrapServers.class,
            defaultValue = "127.0.0.1:9092",
            description = "Kafka brokers as host:port, separated by commas.")
    private String kafka = "";

    @Option(
            names = "--registry",
            converter = FormatConverter.Url.class,
            defaultValue = "http://127.0.0.1:8082",
            description = "Schema registry.")
    private URI registry = URI.create("");

    @Option(
            names = "--registry-authorization",
            description = "File with the registry's Authorization header: 'Bearer ...' or 'Basic ...'.")
    private @Nullable Path registryAuthorization;

    @Option(
            names = "--topic-prefix",
            paramLabel = "PREFIX",
            defaultValue = TopicSettings.DEFAULT_PREFIX,
            description = "Prefix of each topic's name.")
    private String topicPrefix = "";

    @Option(
            names = "--kafka-config",
            description = "Properties file for every Kafka client, such as the security settings of the cluster.")
    private @Nullable Path kafkaConfig;

    private final Function<KafkaSettings, Brokers> connecting;

    public ConnectionOptions() {
        this(Brokers::new);
    }

    /** Options that lead to brokers that are found in another way. */
    public ConnectionOptions(Function<KafkaSettings, Brokers> connecting) {
        this.connecting = connecting;
    }

    /** For commands, which create no topics and report faults themselves: the Kafka clients' own log ends here. */
    public KafkaSettings kafka() {
        if (LoggerFactory.getLogger("org.apache.kafka") instanceof Logger logger) {
            logger.setLevel(Level.OFF);
        }
        return kafka(TopicSettings.NOT_ASKED, (short) -1);
    }

    /** Throws {@link OperatorFault} if the properties file can't be read or the prefix is invalid. */
    public KafkaSettings kafka(int partitions, short replicationFactor) {
        TopicSettings topics = checked(() -> new TopicSettings(topicPrefix, partitions, replicationFactor));
        return checked(() -> new KafkaSettings(kafka, topics, clientProperties()));
    }

    /** Throws {@link OperatorFault} if its address contains credentials. */
    public RegistrySettings registrySettings() {
        return checked(() -> new RegistrySettings(registry, registryAuthorization));
    }

    private static <T> T checked(Supplier<T> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException e) {
            throw new OperatorFault(String.valueOf(e.getMessage()), e);
        }
    }

    /** For commands, which give up on an unavailable registry sooner than an application does. */
    public SchemaRegistry registry() {
        return new SchemaRegistry(registrySettings(), PATIENCE);
    }

    /** The brokers, for a command. */
    public Brokers brokers() {
        return connecting.apply(kafka());
    }

    /** The catalog's topics, opened for a command, which closes them. */
    public OpenTopics open() {
        return new OpenTopics(brokers(), registry());
    }

    /** A whole topic as it is now. */
    public <R extends SpecificRecord> TopicTable<R> read(CatalogTopic topic, Class<R> type) {
        try (OpenTopics topics = open()) {
            return topics.read(topic, type);
        }
    }

    private Map<String, String> clientProperties() {
        if (kafkaConfig == null) {
            return Map.of();
        }
        Properties properties = new Properties();
        try {
            properties.load(new StringReader(ByteOrderMark.skip(Files.readString(kafkaConfig))));
        } catch (IOException | IllegalArgumentException e) {
            throw new OperatorFault(
                    "--kafka-config: can't read the properties file " + kafkaConfig + ": " + FaultWords.of(e), e);
        }
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, properties::getProperty));
    }
}
