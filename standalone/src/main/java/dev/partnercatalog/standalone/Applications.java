package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.query.QueryApiSettings.ChangeSettings;
import dev.partnercatalog.query.QueryApiSettings.TableSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.standalone.RunningParts.Stage;
import dev.partnercatalog.streams.StreamsApp;
import dev.partnercatalog.streams.StreamsAppSettings;
import dev.partnercatalog.webhook.WebhookSink;
import dev.partnercatalog.webhook.WebhookSinkSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The three applications in this process, on a broker and a registry that are already serving. */
final class Applications {
    private static final Logger LOG = LoggerFactory.getLogger(Applications.class);
    private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(10);
    private static final Duration INTERVAL = Duration.ofMillis(20);

    /** Heap memory that all applications share here. */
    private static final long MEMORY_TIER_BYTES = 128L << 20;

    private final RunningParts parts;
    private final CompletableFuture<StreamsApp> streamsApp;
    private final CompletableFuture<WebhookSink> webhookSink;
    private final CompletableFuture<QueryApi> queryApi;

    private Applications(
            RunningParts parts,
            CompletableFuture<StreamsApp> streamsApp,
            CompletableFuture<WebhookSink> webhookSink,
            CompletableFuture<QueryApi> queryApi) {
        this.parts = parts;
        this.streamsApp = streamsApp;
        this.webhookSink = webhookSink;
        this.queryApi = queryApi;
    }

    /**
     * Begins to start them in parallel.
     *
     * @param secrets the master key's file, which exists
     * @param parts receives what is started, so that it can be closed before everything has started
     */
    static Applications begin(
            KafkaSettings kafka,
            URI registry,
            DataFolder data,
            Path secrets,
            StandaloneSettings settings,
            RunningParts parts,
            Starts starts) {
        return new Applications(
                parts,
                starts.begin(
                        "streams-app",
                        () -> parts.start(
                                Stage.APPLICATIONS,
                                "streams-app",
                                () -> StreamsApp.start(
                                        StreamsAppSettings.of(kafka, registry, data.state("streams-app"))))),
                starts.begin(
                        "webhook-sink",
                        () -> parts.start(
                                Stage.APPLICATIONS,
                                "webhook-sink",
                                () -> WebhookSink.start(
                                        WebhookSinkSettings.of(kafka, registry, data.state("webhook-sink"), secrets)
                                                .allowingPrivateAddresses(settings.allowPrivateWebhooks())))),
                starts.begin(
                        "query-api",
                        () -> parts.start(
                                Stage.APPLICATIONS,
                                "query-api",
                                () -> QueryApi.start(
                                        QueryApiSettings.of(kafka, registry, data.state("query-api"), secrets)
                                                .at(AddressSettings.ofPorts(settings.httpPort(), settings.authPort()))
                                                .in(settings.environment())
                                                .keeping(TableSettings.withMemoryTier(MEMORY_TIER_BYTES))
                                                .changing(ChangeSettings.DEFAULT.allowingPrivateWebhooks(
                                                        settings.allowPrivateWebhooks()))))));
    }

    /**
     * Returns when all of them are serving.
     *
     * @param watch learns of those that fail from now on
     * @return the one that partners talk to
     * @throws OperatorFault if it is stopped meanwhile
     */
    QueryApi awaitReady(FaultWatch watch) {
        StreamsApp resolver = Starts.await(streamsApp);
        WebhookSink sink = Starts.await(webhookSink);
        QueryApi api = Starts.await(queryApi);
        Map<String, BooleanSupplier> failing = Map.of(
                "streams-app", resolver::hasFailed, "webhook-sink", sink::hasFailed, "query-api", api::hasFailed);
        failing.forEach((name, failed) ->
                watch.add(() -> failed.getAsBoolean() ? name + " has failed; the preceding log lines say why" : null));
        awaitReady(
                parts,
                Map.of("streams-app", resolver::isReady, "webhook-sink", sink::isReady, "query-api", api::isReady));
        LOG.info(
                "metrics and probes are at {} (streams-app), {} (query-api) and {} (webhook-sink)",
                resolver.internal(),
                api.internal(),
                sink.internal());
        return api;
    }

    /** Without a time limit: how long the applications load depends on how much there is to load. */
    private static void awaitReady(RunningParts parts, Map<String, BooleanSupplier> applications) {
        long lastLogged = System.nanoTime();
        try {
            while (!waitingFor(applications).isEmpty()) {
                if (parts.awaitClosing(INTERVAL)) {
                    throw parts.stopped();
                }
                if (System.nanoTime() - lastLogged > PROGRESS_INTERVAL.toNanos()) {
                    LOG.info("Still loading: {}", waitingFor(applications));
                    lastLogged = System.nanoTime();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperatorFault("interrupted while starting", e);
        }
    }

    private static List<String> waitingFor(Map<String, BooleanSupplier> applications) {
        return applications.entrySet().stream()
                .filter(application -> !application.getValue().getAsBoolean())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
