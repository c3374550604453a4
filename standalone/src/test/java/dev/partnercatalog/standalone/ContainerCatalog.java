package dev.partnercatalog.standalone;

import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.RunningParts.Stage;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.utility.DockerImageName;

/**
 * The applications on a broker and a registry in containers, as {@link Standalone} runs them on embedded ones. Two
 * system properties, which the Maven profile {@code docker} sets, specify the images.
 */
record ContainerCatalog(RunningParts parts, CatalogAddresses addresses) implements AutoCloseable {
    private static final String BROKER_IMAGE = "catalog.image.broker";
    private static final String REGISTRY_IMAGE = "catalog.image.registry";
    private static final int REGISTRY_PORT = 8080;
    private static final Duration START = Duration.ofMinutes(2);

    /** Whether the tests should run on containers. */
    static boolean isWanted() {
        return System.getProperty(BROKER_IMAGE) != null;
    }

    static ContainerCatalog start(StandaloneSettings settings) {
        RunningParts parts = new RunningParts();
        try {
            return start(settings, parts);
        } catch (RuntimeException | Error e) {
            parts.close();
            throw e;
        }
    }

    private static ContainerCatalog start(StandaloneSettings settings, RunningParts parts) {
        KafkaContainer broker = parts.add(
                Stage.SERVERS,
                "broker",
                new KafkaContainer(image(BROKER_IMAGE, "apache/kafka"))
                        .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                        // Each is created before the first client is answered; fifty are for clusters.
                        .withEnv("KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "4")
                        .withEnv("KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS", "4")
                        .withStartupTimeout(START));
        GenericContainer<?> registry = parts.add(
                Stage.SERVERS,
                "registry",
                new GenericContainer<>(image(REGISTRY_IMAGE, "apicurio/apicurio-registry"))
                        .withExposedPorts(REGISTRY_PORT)
                        .waitingFor(Wait.forHttp("/apis/registry/v3/system/info"))
                        .withStartupTimeout(START));
        Startables.deepStart(broker, registry).join();

        DataFolder data = parts.add(Stage.DATA, "data", DataFolder.temporary());
        MasterKey.loadOrCreate(data.masterKey());
        KafkaSettings kafka = new KafkaSettings(
                broker.getBootstrapServers(),
                new TopicSettings(TopicSettings.DEFAULT_PREFIX, Standalone.PARTITIONS, (short) 1),
                Map.of());
        URI registryUrl = URI.create("http://" + registry.getHost() + ":" + registry.getMappedPort(REGISTRY_PORT));
        QueryApi api = Applications.start(kafka, registryUrl, data, data.masterKey(), settings, parts);
        return new ContainerCatalog(
                parts,
                new CatalogAddresses(kafka, registryUrl, api.api(), api.auth(), api.internal(), data.masterKey()));
    }

    private static DockerImageName image(String property, String name) {
        return DockerImageName.parse(System.getProperty(property)).asCompatibleSubstituteFor(name);
    }

    @Override
    public void close() {
        parts.close();
    }
}
