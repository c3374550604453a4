package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.application.ApplicationCommand.Application;
import dev.partnercatalog.cli.application.ApplicationOptions.ProxyOptions;
import dev.partnercatalog.cli.application.ApplicationOptions.WebhookOptions;
import dev.partnercatalog.cli.options.FormatConverter;
import dev.partnercatalog.cli.options.MasterKeyOption;
import dev.partnercatalog.cli.options.Range;
import dev.partnercatalog.query.QueryApi;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.QueryApiSettings.AcceptedTokens;
import dev.partnercatalog.query.QueryApiSettings.AddressSettings;
import dev.partnercatalog.query.QueryApiSettings.ChangeSettings;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import dev.partnercatalog.query.QueryApiSettings.TableSettings;
import dev.partnercatalog.query.QueryApiSettings.TrafficSettings;
import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.query.access.RateLimit;
import dev.partnercatalog.query.access.TokenForm;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./catalog query-api}. */
@Command(
        name = "query-api",
        description = {
            "Run the application that answers partners: the API, and the token endpoint on a separate address.",
            "Requires the topics of streams-app. Stops on SIGTERM."
        })
public final class QueryApiCommand extends ApplicationCommand<QueryApiSettings> {

    private static final long MIB = 1L << 20;

    /** {@link TableSettings#LONGEST_CHANGE_RETENTION}, which is also the default. */
    private static final int LONGEST_CHANGE_RETENTION_HOURS = 7 * 24;

    @Mixin
    private ApplicationOptions application = new ApplicationOptions();

    @Mixin
    private MasterKeyOption masterKey = new MasterKeyOption();

    @Mixin
    private WebhookOptions webhooks = new WebhookOptions();

    @Mixin
    private ProxyOptions proxies = new ProxyOptions();

    @Option(
            names = "--http-port",
            defaultValue = "" + AddressSettings.DEFAULT_API_PORT,
            description = "Port of the API; 0 for a free one.")
    @Range(min = 0, max = Range.MAX_PORT)
    private int httpPort;

    @Option(
            names = "--auth-port",
            defaultValue = "" + AddressSettings.DEFAULT_AUTH_PORT,
            description = "Port of the token endpoint; 0 for a free one.")
    @Range(min = 0, max = Range.MAX_PORT)
    private int authPort;

    @Option(
            names = "--base-url",
            converter = FormatConverter.Url.class,
            description = "The API's address as partners see it, by default derived from --host and --http-port.")
    private @Nullable URI baseUrl;

    @Option(
            names = "--issuer",
            converter = FormatConverter.Url.class,
            description = "The token endpoint's address as partners see it, by default derived from --auth-port.")
    private @Nullable URI issuer;

    @Option(
            names = "--jwks-url",
            converter = FormatConverter.Url.class,
            description = "Key set of the issuer in --issuer: its tokens are accepted, and there are none of our own.")
    private @Nullable URI jwksUrl;

    @Option(
            names = "--audience",
            paramLabel = "NAME",
            defaultValue = AcceptedTokens.DEFAULT_AUDIENCE,
            description = "Audience of tokens.")
    private String audience = "";

    @Option(
            names = "--token-types",
            paramLabel = "TYPE",
            split = ",",
            defaultValue = "at+jwt",
            description = "Only with --jwks-url: types that tokens may have, at+jwt, JWT or none, separated by commas.")
    private List<String> tokenTypes = List.of();

    @Option(
            names = "--token-audience-claim",
            paramLabel = "CLAIM",
            defaultValue = "aud",
            description = "Only with --jwks-url: the claim that must have --audience, or none.")
    private String tokenAudienceClaim = "";

    @Option(
            names = "--token-scope-claim",
            paramLabel = "CLAIM",
            defaultValue = "scope",
            description = "Only with --jwks-url: the claim that must have partner/read.")
    private String tokenScopeClaim = "";

    @Option(
            names = "--allow-origin",
            paramLabel = "ORIGIN",
            defaultValue = QueryApiSettings.DEFAULT_ACCESS_CONTROL_ALLOW_ORIGIN,
            description = "Value of Access-Control-Allow-Origin in responses.")
    private String allowOrigin = "";

    @Option(
            names = "--token-allow-origin",
            paramLabel = "ORIGIN",
            defaultValue = AcceptedTokens.DEFAULT_ALLOW_ORIGIN,
            description = "Value of Access-Control-Allow-Origin in the token endpoint's responses.")
    private String tokenAllowOrigin = "";

    @Option(
            names = "--environment",
            paramLabel = "production|staging",
            defaultValue = "production",
            description = "staging also serves a Postman collection.")
    private Environment environment = Environment.PRODUCTION;

    @Option(
            names = "--requests-per-second",
            defaultValue = "" + TrafficSettings.DEFAULT_REQUESTS_PER_SECOND,
            description = "Limit for each client, and for each address without a valid token; 0 for no limit.")
    @Range(min = 0)
    private int requestsPerSecond;

    @Option(
            names = "--request-burst",
            defaultValue = "" + TrafficSettings.DEFAULT_BURST,
            description = "Requests that a client may send at once after a quiet time.")
    @Range(min = 1)
    private int requestBurst;

    @Option(
            names = "--max-concurrent-requests",
            defaultValue = "" + HttpLimits.DEFAULT_MAX_CONCURRENT_REQUESTS,
            description = "Requests handled at the same time; others wait for a moment and are then answered 503.")
    @Range(min = 1)
    private int maxConcurrentRequests;

    @Option(
            names = "--max-connections",
            defaultValue = "" + HttpLimits.DEFAULT_MAX_CONNECTIONS,
            description = "Open connections; further ones wait until others are closed.")
    @Range(min = 1)
    private int maxConnections;

    @Option(
            names = "--max-batch-size",
            defaultValue = "" + TrafficSettings.DEFAULT_MAX_BATCH_SIZE,
            description = "Most identifiers in one batch-get.")
    @Range(min = 1)
    private int maxBatchSize;

    @Option(
            names = "--max-body-bytes",
            defaultValue = "" + TrafficSettings.DEFAULT_MAX_BODY_BYTES,
            description = "Largest size of a request's body.")
    @Range(min = 1, max = TrafficSettings.MOST_BODY_BYTES)
    private long maxBodyBytes;

    @Option(
            names = "--shared-customer-providers",
            paramLabel = "NAME",
            split = ",",
            defaultValue = ChangeSettings.DEFAULT_PROVIDERS,
            description = "Point-of-sale providers whose customers partners may enable, separated by commas.")
    private Set<String> sharedCustomerProviders = Set.of();

    @Option(
            names = "--memory-tier-mib",
            description = "Heap for variants served without reading a file; by default 768, or half of it if less.")
    @Range(min = 0)
    private @Nullable Integer memoryTierMib;

    @Option(
            names = "--changes-kept-hours",
            defaultValue = "" + LONGEST_CHANGE_RETENTION_HOURS,
            description = "How long cursors for changes are valid; at most seven days, the same at all instances.")
    @Range(min = 1, max = LONGEST_CHANGE_RETENTION_HOURS)
    private int changeRetentionHours;

    @Override
    Application start(QueryApiSettings settings) {
        QueryApi api = QueryApi.start(settings);
        LoggerFactory.getLogger(QueryApiCommand.class)
                .info("the API is at {}, the token endpoint at {}", api.api(), api.auth());
        tell(api.internal());
        return new Application(api::isReady, api::hasFailed, api::close);
    }

    @Override
    QueryApiSettings settings() {
        KafkaSettings kafka = application.kafka(connection(), TopicSettings.NOT_ASKED);
        RegistrySettings registry = connection().registrySettings();
        AcceptedTokens tokens = new AcceptedTokens(issuer, external(), audience, tokenAllowOrigin);
        TableSettings tables = new TableSettings(
                application.zone(),
                application.storeMemoryBytes(TableSettings.DEFAULT_STORE_MEMORY_BYTES),
                memoryTierBytes(),
                Duration.ofHours(changeRetentionHours));
        masterKey.read();
        return new QueryApiSettings(
                onceMade(kafka),
                registry,
                application.stateDir(name()),
                masterKey.file(),
                new AddressSettings(application.host, httpPort, authPort, application.internalPort, baseUrl),
                tokens,
                environment,
                allowOrigin,
                new TrafficSettings(
                        new RateLimit(requestsPerSecond, requestBurst),
                        new HttpLimits(maxConcurrentRequests, maxConnections),
                        maxBatchSize,
                        maxBodyBytes,
                        proxies.trusted),
                new ChangeSettings(
                        webhooks.allowPrivate, webhooks.ports, sharedCustomerProviders, webhooks.secretOverlap()),
                tables);
    }

    private @Nullable ExternalIssuer external() {
        TokenForm form = new TokenForm(Set.copyOf(tokenTypes), tokenAudienceClaim, tokenScopeClaim);
        if (jwksUrl == null) {
            if (!form.equals(TokenForm.RFC_9068)) {
                throw new IllegalArgumentException(
                        "--token-types, --token-audience-claim and --token-scope-claim require --jwks-url: our own"
                                + " tokens have one form");
            }
            return null;
        }
        if (issuer == null) {
            throw new IllegalArgumentException("--jwks-url requires --issuer: tokens must come from that issuer");
        }
        return new ExternalIssuer(issuer, jwksUrl, form);
    }

    private long memoryTierBytes() {
        long most = TableSettings.mostMemoryTierBytes();
        long bytes = memoryTierMib == null ? TableSettings.defaultMemoryTierBytes() : memoryTierMib * MIB;
        if (memoryTierMib != null && bytes > most) {
            throw new IllegalArgumentException(
                    "--memory-tier-mib " + memoryTierMib + " leaves too little of the heap: use at most " + most / MIB
                            + " (three quarters of the heap), or raise -Xmx");
        }
        return bytes;
    }
}
