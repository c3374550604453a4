package dev.partnercatalog.standalone;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AcceptedTokens;
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

    private record Application(String name, BooleanSupplier failed, BooleanSupplier ready) {}

    private Applications() {}

    /**
     * Starts them in parallel, and returns when all of them are serving.
     *
     * @param secrets the master key's file, which exists
     * @param parts receives what is started, so that it can be closed before everything has started
     * @return the one that partners talk to
     * @throws OperatorFault if it is stopped meanwhile
     */
    static QueryApi start(
            KafkaSettings kafka,
            URI registry,
            DataFolder data,
            Path secrets,
            StandaloneSettings settings,
            RunningParts parts) {
        StreamsAppSettings ofResolver = StreamsAppSettings.of(kafka, registry, data.state("streams-app"));
        WebhookSinkSettings ofSink = WebhookSinkSettings.of(kafka, registry, data.state("webhook-sink"), secrets)
                .allowingPrivateAddresses(settings.allowPrivateWebhooks());
        QueryApiSettings ofApi = QueryApiSettings.of(kafka, registry, data.state("query-api"), secrets)
                .with(
                        AddressSettings.ofPorts(settings.ports().http, settings.ports().auth),
                        AcceptedTokens.DEFAULT,
                        settings.environment(),
                        ChangeSettings.DEFAULT.allowingPrivateWebhooks(settings.allowPrivateWebhooks()),
                        TableSettings.withMemoryTier(MEMORY_TIER_BYTES));
        var resolving = parts.begin(Stage.APPLICATIONS, "streams-app", () -> StreamsApp.start(ofResolver));
        var sinking = parts.begin(Stage.APPLICATIONS, "webhook-sink", () -> WebhookSink.start(ofSink));
        QueryApi api = parts.start(Stage.APPLICATIONS, "query-api", () -> QueryApi.start(ofApi));
        StreamsApp resolver = RunningParts.await(resolving);
        WebhookSink sink = RunningParts.await(sinking);
        List<Application> applications = List.of(
                new Application("query-api", api::hasFailed, api::isReady),
                new Application("streams-app", resolver::hasFailed, resolver::isReady),
                new Application("webhook-sink", sink::hasFailed, sink::isReady));
        applications.forEach(each -> parts.watch(
                () -> each.failed.getAsBoolean() ? each.name + " has failed; the preceding log lines say why" : null));
        awaitReady(applications, parts);
        LOG.info(
                "metrics and probes are at {} (streams-app), {} (query-api) and {} (webhook-sink)",
                resolver.internal(),
                api.internal(),
                sink.internal());
        return api;
    }

    /** Without a time limit: how long the applications load depends on how much there is to load. */
    private static void awaitReady(List<Application> applications, RunningParts parts) {
        long lastLogged = System.nanoTime();
        while (!waitingFor(applications).isEmpty()) {
            if (parts.awaitClosing(INTERVAL)) {
                throw parts.stopped();
            }
            if (System.nanoTime() - lastLogged > PROGRESS_INTERVAL.toNanos()) {
                LOG.info("Still loading: {}", waitingFor(applications));
                lastLogged = System.nanoTime();
            }
        }
    }

    private static List<String> waitingFor(List<Application> applications) {
        return applications.stream()
                .filter(application -> !application.ready.getAsBoolean())
                .map(Application::name)
                .toList();
    }
}
