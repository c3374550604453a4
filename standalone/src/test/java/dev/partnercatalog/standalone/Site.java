package dev.partnercatalog.standalone;

import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AcceptedTokens;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.query.QueryApiSettings.ChangeSettings;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import dev.partnercatalog.query.QueryApiSettings.TableSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import dev.partnercatalog.standalone.embedded.EmbeddedRegistry;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.StreamsAppSettings;
import dev.partnercatalog.webhook.WebhookSink;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.utils.Utils;

/** Applications that start and stop one by one, for topics with any prefix, at a broker and a registry. */
final class Site implements AutoCloseable {

    private final Path folder;
    private final Path secrets;
    private final String broker;
    private final URI registry;
    private final List<AutoCloseable> servers;

    private Site(Path folder, Path secrets, String broker, URI registry, List<AutoCloseable> servers) {
        this.folder = folder;
        this.secrets = secrets;
        this.broker = broker;
        this.registry = registry;
        this.servers = servers;
    }

    /** At the broker and the registry of a catalog, whose topics have another prefix, with a master key of its own. */
    static Site at(CatalogAddresses catalog, Path folder) {
        return at(
                catalog,
                folder,
                MasterKey.loadOrCreate(folder.resolve("master.key")).file());
    }

    /** The same with another master key. */
    static Site at(CatalogAddresses catalog, Path folder, Path secrets) {
        return new Site(folder, secrets, catalog.kafka().bootstrapServers(), catalog.registry(), List.of());
    }

    /** At a broker and a registry of its own. */
    static Site start(Path folder, Path secrets) throws IOException {
        Files.createDirectories(folder);
        EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
        EmbeddedRegistry registry = EmbeddedRegistry.start(
                StandaloneSettings.registryHomeOfLauncher(), Files.createDirectories(folder.resolve("registry")), 0);
        return new Site(folder, secrets, broker.bootstrapServers(), registry.url(), List.of(registry, broker));
    }

    KafkaSettings kafka(String prefix, int partitions) {
        return new KafkaSettings(broker, new TopicSettings(prefix, partitions, (short) 1), Map.of());
    }

    URI registry() {
        return registry;
    }

    StreamsApp startResolver(KafkaSettings kafka) {
        return startResolver(kafka, "streams-app");
    }

    /** @param instance names the folder of its local stores */
    StreamsApp startResolver(KafkaSettings kafka, String instance) {
        StreamsApp app = StreamsApp.start(StreamsAppSettings.of(kafka, registry, state(kafka, instance)));
        await().until(app::isReady);
        return app;
    }

    WebhookSink startSink(KafkaSettings kafka) {
        return startSink(kafka, "webhook-sink");
    }

    /** @param instance names the folder of its local stores */
    WebhookSink startSink(KafkaSettings kafka, String instance) {
        WebhookSink sink = WebhookSink.start(WebhookSinkSettings.of(kafka, registry, state(kafka, instance), secrets)
                .allowingPrivateAddresses(true));
        await().until(sink::isReady);
        return sink;
    }

    QueryApi startApi(KafkaSettings kafka) {
        QueryApi api = QueryApi.start(QueryApiSettings.of(kafka, registry, state(kafka, "query-api"), secrets)
                .with(
                        AddressSettings.ofPorts(0, 0),
                        AcceptedTokens.DEFAULT,
                        Environment.PRODUCTION,
                        ChangeSettings.DEFAULT.allowingPrivateWebhooks(true),
                        TableSettings.withMemoryTier(16 << 20)));
        await().until(api::isReady);
        return api;
    }

    /** Where an application keeps its local stores. */
    Path state(KafkaSettings kafka, String application) {
        return folder.resolve(kafka.applicationId(application));
    }

    CatalogAddresses addresses(KafkaSettings kafka, QueryApi api) {
        return new CatalogAddresses(kafka, registry, api.api(), api.auth(), api.internal(), secrets);
    }

    /** The addresses for upstream and operators only. */
    CatalogAddresses addresses(KafkaSettings kafka) {
        URI nowhere = URI.create("http://127.0.0.1:1");
        return new CatalogAddresses(kafka, registry, nowhere, nowhere, nowhere, secrets);
    }

    /** Runs a command on topics with a prefix; returns what it printed. */
    String run(int status, String prefix, String... command) {
        CommandRun run = CommandRun.on(addresses(kafka(prefix, 1)), command);
        return run.endedWith(status) + run.err();
    }

    @Override
    public void close() {
        servers.forEach(server -> Utils.closeQuietly(server, "a server of the site"));
    }
}
