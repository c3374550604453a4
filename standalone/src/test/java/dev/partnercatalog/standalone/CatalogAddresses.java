package dev.partnercatalog.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.client.ClientAccounts;
import dev.partnercatalog.cli.client.ClientAccounts.Credentials;
import dev.partnercatalog.cli.publish.EventPublisher;
import dev.partnercatalog.cli.publish.NdjsonReader;
import dev.partnercatalog.cli.publish.PublishReport;
import dev.partnercatalog.cli.topic.Brokers;
import dev.partnercatalog.cli.topic.OpenTopics;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;

/** The addresses of a running catalog, and what its operator and upstream systems do there. */
public record CatalogAddresses(KafkaSettings kafka, URI registry, URI api, URI auth, URI internal, Path secrets) {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    static CatalogAddresses of(Standalone standalone) {
        return new CatalogAddresses(
                standalone.kafka(),
                standalone.registry(),
                standalone.queryApi().api(),
                standalone.queryApi().auth(),
                standalone.queryApi().internal(),
                standalone.secrets());
    }

    /** Parses the line that {@code ./catalog standalone} prints. */
    static CatalogAddresses of(JsonNode ready) {
        return new CatalogAddresses(
                new KafkaSettings(
                        ready.path("kafka").asText(),
                        new TopicSettings(TopicSettings.DEFAULT_PREFIX, TopicSettings.DEFAULT_PARTITIONS, (short) 1),
                        Map.of()),
                URI.create(ready.path("registry").asText()),
                URI.create(ready.path("api").asText()),
                URI.create(ready.path("auth").asText()),
                URI.create(ready.path("internal").asText()),
                Path.of(ready.path("secrets").asText()));
    }

    /** The same for topics with another prefix. */
    public CatalogAddresses under(String prefix, int partitions) {
        KafkaSettings other =
                new KafkaSettings(kafka.bootstrapServers(), new TopicSettings(prefix, partitions, (short) 1), Map.of());
        return new CatalogAddresses(other, registry, api, auth, internal, secrets);
    }

    /** Creates the topics and registers their schemas, as applications do when they start. */
    public void create() {
        try (Admin admin = Admin.create(kafka.properties())) {
            new TopicAdmin(admin, kafka.topics()).createAndCheck();
        }
        schemas().registerAll(kafka.topics().prefix());
    }

    public SchemaRegistry schemas() {
        return new SchemaRegistry(registry, PATIENCE);
    }

    public OpenTopics open() {
        return new OpenTopics(new Brokers(kafka), schemas());
    }

    /** Publishes lines, all of which must fit. */
    public void publish(CatalogTopic topic, String... lines) throws IOException {
        publish(topic, new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8)));
    }

    /** Publishes this many lines, numbered from 0, all of which must fit. */
    public void publish(CatalogTopic topic, int count, IntFunction<String> line) throws IOException {
        publish(topic, IntStream.range(0, count).mapToObj(line).toArray(String[]::new));
    }

    /** Publishes lines, all of which must fit. */
    void publish(CatalogTopic topic, InputStream ndjson) throws IOException {
        try (OpenTopics topics = open()) {
            PublishReport report = new PublishReport((problem, line) -> {
                throw new AssertionError(topic + ", line " + line + ": " + problem);
            });
            EventPublisher.publish(topics, topic, new NdjsonReader(topic, ndjson), report);
            if (!report.isComplete()) {
                throw new AssertionError(report.summary());
            }
        }
    }

    /** Creates a client for a partner and gets a token for it. */
    public PartnerClient client(String partnerId) throws Exception {
        return PartnerClient.authorized(this, createClient(partnerId));
    }

    /** Creates a client for a partner, without which its webhook would be held. */
    public Credentials createClient(String partnerId) {
        try (OpenTopics topics = open()) {
            return ClientAccounts.create(topics, partnerId, null);
        }
    }

    public String webhookSecret(String partnerId) {
        return MasterKey.load(secrets).webhookSecret(partnerId, 0);
    }
}
