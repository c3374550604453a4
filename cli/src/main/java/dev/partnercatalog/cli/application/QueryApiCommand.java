package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.ProgramVersion;
import dev.partnercatalog.cli.Range;
import dev.partnercatalog.cli.connection.ConnectionOptions;
import dev.partnercatalog.cli.connection.HttpUrl;
import dev.partnercatalog.cli.connection.MasterKeyOption;
import dev.partnercatalog.query.Environment;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.TopicWait;
import dev.partnercatalog.runtime.tracing.TracingSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./catalog query-api}. */
@Command(
        name = QueryApiCommand.NAME,
        mixinStandardHelpOptions = true,
        versionProvider = ProgramVersion.class,
        description = {
            "Run the application that answers partners: the API, and the token endpoint on a separate address.",
            "Requires the topics of streams-app. Stops on SIGTERM."
        })
public final class QueryApiCommand implements Callable<Integer> {

    static final String NAME = "query-api";

    private static final long MIB = 1L << 20;

    /** {@link QueryApiSettings#MOST_CHANGES_KEPT}, which is also the default. */
    private static final int MOST_CHANGES_KEPT_HOURS = 7 * 24;

    private final Foreground foreground;
    private final UnaryOperator<KafkaSettings> topics;
    private final Function<QueryApiSettings, Application> starter;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ApplicationOptions application = new ApplicationOptions();

    @Mixin
    private MasterKeyOption masterKey = new MasterKeyOption();

    @Mixin
    private TokenOptions tokens = new TokenOptions();

    @Mixin
    private TrafficOptions traffic = new TrafficOptions();

    @Mixin
    private ChangeOptions changes = new ChangeOptions();

    @Option(
            names = "--host",
            paramLabel = "ADDR",
            defaultValue = "${env:CATALOG_HOST:-" + QueryApiSettings.DEFAULT_HOST + "}",
            description = {
                "Address to listen on; 0.0.0.0 for all, which requires --issuer.",
                "$CATALOG_HOST, default ${DEFAULT-VALUE}"
            })
    private String host = "";

    @Option(
            names = "--http-port",
            paramLabel = "PORT",
            defaultValue = "${env:CATALOG_HTTP_PORT:-" + QueryApiSettings.DEFAULT_API_PORT + "}",
            description = {"Port of the API; 0 for a free one.", "$CATALOG_HTTP_PORT, default ${DEFAULT-VALUE}"})
    @Range(min = 0, max = Range.MAX_PORT)
    private int httpPort;

    @Option(
            names = "--auth-port",
            paramLabel = "PORT",
            defaultValue = "${env:CATALOG_AUTH_PORT:-" + QueryApiSettings.DEFAULT_AUTH_PORT + "}",
            description = {
                "Port of the token endpoint; 0 for a free one.",
                "$CATALOG_AUTH_PORT, default ${DEFAULT-VALUE}"
            })
    @Range(min = 0, max = Range.MAX_PORT)
    private int authPort;

    @Option(
            names = "--internal-port",
            paramLabel = "PORT",
            defaultValue = "${env:CATALOG_INTERNAL_PORT:-0}",
            description = {
                "Port for metrics and probes; 0 for a free one. Keep it off the public network.",
                "$CATALOG_INTERNAL_PORT, default ${DEFAULT-VALUE}"
            })
    @Range(min = 0, max = Range.MAX_PORT)
    private int internalPort;

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            converter = HttpUrl.class,
            defaultValue = "${env:CATALOG_BASE_URL}",
            description = {
                "The API's address as partners see it, which appears in its documents.",
                "$CATALOG_BASE_URL, derived from --host and --http-port by default"
            })
    private @Nullable URI baseUrl;

    @Option(
            names = "--environment",
            paramLabel = "production|staging",
            defaultValue = "${env:CATALOG_ENVIRONMENT:-production}",
            description = {"staging also serves a Postman collection.", "$CATALOG_ENVIRONMENT, default ${DEFAULT-VALUE}"
            })
    private Environment environment = Environment.PRODUCTION;

    @Option(
            names = "--memory-tier-mib",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_MEMORY_TIER_MIB}",
            description = {
                "Heap memory for variants that are served without reading a file; 0 for none.",
                "$CATALOG_MEMORY_TIER_MIB, default 768, or half of the heap if that is less"
            })
    @Range(min = 0)
    private @Nullable Integer memoryTierMib;

    @Option(
            names = "--changes-kept-hours",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_CHANGES_KEPT_HOURS:-" + MOST_CHANGES_KEPT_HOURS + "}",
            description = {
                "How long removals are known and cursors for changes are valid; at most seven days. Use the same value"
                        + " for all instances.",
                "$CATALOG_CHANGES_KEPT_HOURS, default ${DEFAULT-VALUE}"
            })
    @Range(min = 1, max = MOST_CHANGES_KEPT_HOURS)
    private int changesKeptHours;

    @Option(
            names = "--max-batch-size",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_MAX_BATCH_SIZE:-" + QueryApiSettings.DEFAULT_MAX_BATCH_SIZE + "}",
            description = {"Most identifiers in one batch-get.", "$CATALOG_MAX_BATCH_SIZE, default ${DEFAULT-VALUE}"})
    @Range(min = 1)
    private int maxBatchSize;

    @Option(
            names = "--max-body-bytes",
            paramLabel = "N",
            defaultValue = "${env:CATALOG_MAX_BODY_BYTES:-" + QueryApiSettings.DEFAULT_MAX_BODY_BYTES + "}",
            description = {"Largest size of a request's body.", "$CATALOG_MAX_BODY_BYTES, default ${DEFAULT-VALUE}"})
    @Range(min = 1, max = QueryApiSettings.MOST_BODY_BYTES)
    private long maxBodyBytes;

    @Option(
            names = "--allow-origin",
            paramLabel = "ORIGIN",
            defaultValue = "${env:CATALOG_ALLOW_ORIGIN:-" + QueryApiSettings.DEFAULT_ACCESS_CONTROL_ALLOW_ORIGIN + "}",
            description = {
                "Value of Access-Control-Allow-Origin in responses.",
                "$CATALOG_ALLOW_ORIGIN, default ${DEFAULT-VALUE}"
            })
    private String allowOrigin = "";

    @Option(
            names = "--desk",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            defaultValue = "${env:CATALOG_DESK:-true}",
            description = {
                "Whether partners' engineers can sign in to pages at /desk, which do what the API's operations do.",
                "$CATALOG_DESK, default ${DEFAULT-VALUE}"
            })
    private boolean desk;

    public QueryApiCommand() {
        this(Foreground.ofProcess(), TopicWait::untilMade, QueryApiCommand::start);
    }

    /** @param topics finds their number of partitions, once they exist */
    QueryApiCommand(
            Foreground foreground,
            UnaryOperator<KafkaSettings> topics,
            Function<QueryApiSettings, Application> starter) {
        this.foreground = foreground;
        this.topics = topics;
        this.starter = starter;
    }

    private static Application start(QueryApiSettings settings) {
        QueryApi api = QueryApi.start(settings);
        LoggerFactory.getLogger(QueryApiCommand.class)
                .info(
                        "the API is at {}, the token endpoint at {}, the internal address is {}",
                        api.api(),
                        api.auth(),
                        api.internal());
        return new Application(api::isReady, api::hasFailed, api::close);
    }

    @Override
    public Integer call() throws InterruptedException {
        application.startLogging();
        foreground.run(NAME, this::settings, starter);
        return 0;
    }

    private long memoryTierBytes() {
        long most = QueryApiSettings.mostMemoryTierBytes();
        if (memoryTierMib != null && memoryTierMib * MIB > most) {
            throw new IllegalArgumentException(
                    "--memory-tier-mib " + memoryTierMib + " leaves too little of the heap: use at most " + most / MIB
                            + " (three quarters of the heap), or raise -Xmx");
        }
        return memoryTierMib == null ? QueryApiSettings.defaultMemoryTierBytes() : memoryTierMib * MIB;
    }

    private QueryApiSettings settings() {
        SettingParts parts = new SettingParts(NAME);
        Supplier<KafkaSettings> kafka = parts.part(() -> application.kafka(connection));
        Supplier<RegistrySettings> registry = parts.part(connection::registrySettings);
        Supplier<Optional<String>> zone = parts.part(() -> Optional.ofNullable(application.zone()));
        Supplier<Optional<ExternalIssuer>> otherIssuer = parts.part(() -> Optional.ofNullable(tokens.externalIssuer()));
        Supplier<TracingSettings> tracing = parts.part(application::tracing);
        Supplier<Long> memoryTierBytes = parts.part(this::memoryTierBytes);
        parts.part(masterKey::read);
        parts.requireAll();
        return QueryApiSettings.builder(
                        topics.apply(kafka.get()), registry.get(), application.stateDir(NAME), masterKey.file())
                .host(host)
                .apiPort(httpPort)
                .authPort(authPort)
                .baseUrl(baseUrl)
                .issuer(tokens.issuer())
                .externalIssuer(otherIssuer.get().orElse(null))
                .audience(tokens.audience())
                .environment(environment)
                .maxBatchSize(maxBatchSize)
                .maxBodyBytes(maxBodyBytes)
                .accessControlAllowOrigin(allowOrigin)
                .traffic(traffic.settings())
                .changes(changes.settings())
                .internalPort(internalPort)
                .zone(zone.get().orElse(null))
                .storeMemoryBytes(application.storeMemoryBytes(QueryApiSettings.DEFAULT_STORE_MEMORY_BYTES))
                .canaryInterval(application.canaryInterval())
                .memoryTierBytes(memoryTierBytes.get())
                .changesKept(Duration.ofHours(changesKeptHours))
                .tracing(tracing.get())
                .desk(desk)
                .build();
    }
}
