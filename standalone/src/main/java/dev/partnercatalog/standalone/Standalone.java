package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.console.Console;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.SecretFile;
import dev.partnercatalog.runtime.store.StateFolderException;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.RunningParts.Stage;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import dev.partnercatalog.standalone.embedded.EmbeddedRegistry;
import dev.partnercatalog.standalone.embedded.HangingTransactions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;

/**
 * Broker, registry, the three applications and the console on one machine: all in this process except the registry, and
 * only on the loopback address. Thread-safe.
 *
 * <p>With a data folder, everything that was acknowledged survives, however the process ends.
 *
 * @param kafka how clients reach the broker, and the prefix of the topics
 * @param secrets the file with the operator's master key, created on the first start
 */
public record Standalone(
        RunningParts parts, KafkaSettings kafka, URI registry, QueryApi queryApi, Console operators, Path secrets)
        implements AutoCloseable {
    /**
     * Enough for the processors of a small machine; each one costs a store in every table, and a start opens all of
     * them.
     */
    static final int PARTITIONS = 4;

    /**
     * Members of a group that a killed standalone has left behind would delay its successor until their session ends
     * after 10 seconds; with the same instance id the successor takes their place at once. The broker has to create
     * what clients ask for first, which takes it milliseconds; later pauses grow.
     */
    private static final Map<String, String> OWN_PROPERTIES =
            Map.of("main.consumer.group.instance.id", "standalone", CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG, "5");

    private static final Duration REGISTRY_PATIENCE = Duration.ofSeconds(60);
    private static final int CONSOLE_TOKEN_BYTES = 24;
    private static final String LOOPBACK = "127.0.0.1";

    /** Starts as {@link #start(StandaloneSettings, RunningParts)} does. */
    public static Standalone start(StandaloneSettings settings) {
        return start(settings, new RunningParts());
    }

    /**
     * Starts everything and returns when all of it is serving. If anything fails, nothing is left running.
     *
     * @param parts receives what is started, so that it can be closed even before this method returns
     * @throws OperatorFault if a port is in use or the data folder can't be used, or if it is stopped meanwhile
     */
    public static Standalone start(StandaloneSettings settings, RunningParts parts) {
        try {
            return RunningParts.await(parts.begin("standalone", () -> startParts(settings, parts)));
        } catch (RuntimeException | Error e) {
            // What failed because of the stop isn't the reason.
            boolean stopped = parts.isStopping();
            parts.close();
            if (stopped) {
                throw parts.stopped();
            }
            if (e instanceof StateFolderException) {
                throw new OperatorFault(e.getMessage() + " (see --data-dir)", e);
            }
            throw e;
        }
    }

    private static Standalone startParts(StandaloneSettings settings, RunningParts parts) {
        settings.ports().requireFree(parts);
        OpenFiles.now().warnIfFew();
        Path folder = settings.dataFolder();
        DataFolder data =
                parts.add(Stage.DATA, "data", folder == null ? DataFolder.temporary() : DataFolder.open(folder));
        parts.watch(data::obstacle);
        Path secrets = settings.masterKey() == null ? data.masterKey() : settings.masterKey();
        MasterKey.loadOrCreate(secrets);
        Path consoleToken = consoleToken(secrets);
        SecretFile.createWhereAbsent(consoleToken, CONSOLE_TOKEN_BYTES);

        CompletableFuture<EmbeddedRegistry> registering =
                parts.begin("registry", () -> registry(settings, data, parts));
        KafkaSettings own = broker(settings, data, parts);
        // Another client isn't this instance: with the same id they would drive each other out of the groups.
        KafkaSettings kafka = new KafkaSettings(own.bootstrapServers(), own.topics(), Map.of());
        URI registry = RunningParts.await(registering).url();
        Console.Settings ofConsole = new Console.Settings(
                kafka, RegistrySettings.at(registry), LOOPBACK, settings.ports().console, consoleToken, List.of());
        CompletableFuture<Console> console = parts.begin(Stage.OUTSIDE, "console", () -> Console.start(ofConsole));
        QueryApi api = Applications.start(own, registry, data, secrets, settings, parts);
        return new Standalone(parts, kafka, registry, api, RunningParts.await(console), secrets);
    }

    /** Starts it, and registers the schemas: three applications at once would do so in random order. */
    private static EmbeddedRegistry registry(StandaloneSettings settings, DataFolder data, RunningParts parts) {
        // Opening its database may take longer than a stop.
        parts.add(Stage.START, "start registry", Thread.currentThread()::interrupt);
        EmbeddedRegistry registry = parts.start(
                Stage.SERVERS,
                "registry",
                () -> EmbeddedRegistry.start(
                        StandaloneSettings.registryHomeOfLauncher(), data.registry(), settings.ports().registry));
        parts.watch(registry::fault);
        new SchemaRegistry(registry.url(), REGISTRY_PATIENCE).registerAll(TopicSettings.DEFAULT_PREFIX);
        return registry;
    }

    /** Starts it, and creates the topics, which all three applications need. */
    private static KafkaSettings broker(StandaloneSettings settings, DataFolder data, RunningParts parts) {
        AtomicBoolean halted = new AtomicBoolean();
        EmbeddedBroker.keepProcess(() -> halted.set(true));
        EmbeddedBroker broker =
                parts.start(Stage.SERVERS, "broker", () -> EmbeddedBroker.start(data.kafka(), settings.ports().kafka));
        parts.watch(
                () -> halted.get() || broker.hasEnded() ? "Kafka has ended; the preceding log lines say why" : null);
        TopicSettings topics = new TopicSettings(TopicSettings.DEFAULT_PREFIX, PARTITIONS, (short) 1);
        KafkaSettings kafka = new KafkaSettings(broker.bootstrapServers(), topics, OWN_PROPERTIES);
        try (Admin admin = Admin.create(kafka.properties())) {
            new TopicAdmin(admin, topics).createAndCheck();
        }
        parts.start(Stage.OUTSIDE, "hanging transactions", () -> HangingTransactions.watch(broker.bootstrapServers()));
        return kafka;
    }

    /** Addresses and files, in the order and by the names of the line that {@code ./catalog standalone} prints. */
    public Map<String, String> addresses() {
        Map<String, String> addresses = new LinkedHashMap<>();
        addresses.put("api", queryApi.api().toString());
        addresses.put("auth", queryApi.auth().toString());
        addresses.put("internal", queryApi.internal().toString());
        addresses.put("kafka", kafka.bootstrapServers());
        addresses.put("registry", registry.toString());
        addresses.put("console", operators.address().toString());
        addresses.put("secrets", secrets.toString());
        addresses.put("consoleToken", consoleToken(secrets).toString());
        return addresses;
    }

    /** The file with the token that the console requires, created on the first start. */
    private static Path consoleToken(Path secrets) {
        return secrets.resolveSibling("console.token");
    }

    /** Stops everything within 15 seconds. */
    @Override
    public void close() {
        parts.close();
    }
}
