package dev.partnercatalog.query;

import dev.partnercatalog.query.QueryApiSettings.ChangeSettings;
import dev.partnercatalog.query.QueryApiSettings.Environment;
import dev.partnercatalog.query.access.Authenticator;
import dev.partnercatalog.query.access.RateLimiter;
import dev.partnercatalog.query.contract.OpenApiDocument.AcceptedValues;
import dev.partnercatalog.query.contract.PublishedDocuments;
import dev.partnercatalog.query.operation.ApiRoutes;
import dev.partnercatalog.query.operation.ApiRoutes.ApiSettings;
import dev.partnercatalog.query.operation.ApiRoutes.HealthStatus;
import dev.partnercatalog.query.operation.WebhookUrlCheck;
import dev.partnercatalog.query.page.DeskPage;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.Resources;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.http.RequestMeters;
import dev.partnercatalog.runtime.http.Routes;
import dev.partnercatalog.runtime.internal.InternalServer;
import dev.partnercatalog.runtime.internal.Meters;
import dev.partnercatalog.runtime.secret.KnownMasterKey;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import io.github.bucket4j.TimeMeter;
import java.net.InetAddress;
import java.net.URI;
import java.time.Clock;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;

/**
 * The API for partners and the token endpoint, running from {@link #start} to {@link #close}. Thread-safe.
 *
 * <p>Both addresses respond at once; until {@link #isReady}, operations that need the tables respond with status 503.
 */
public final class QueryApi implements AutoCloseable {

    private final Resources resources;
    private final URI api;
    private final RemoteAddresses addresses;
    private final HttpServer internal;
    private final Issuer issuer;
    private final TableApplication tables;

    /**
     * Checks the topics, which streams-app has created, and starts; returns before the tables are loaded. Throws the reason if
     * it can't: the master key, a topic's settings, the brokers, a port, the state folder, or the issuer's name.
     */
    public static QueryApi start(QueryApiSettings settings) {
        MasterKey masterKey = MasterKey.load(settings.masterKeyFile());
        CheckedTopics found = checkTopics(settings.kafka());
        KnownMasterKey.of(settings.kafka()).establish(masterKey);
        Resources opened = new Resources();
        try {
            return new QueryApi(settings, masterKey, found, opened);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private QueryApi(QueryApiSettings settings, MasterKey masterKey, CheckedTopics found, Resources resources) {
        this.resources = resources;
        Clock clock = Clock.systemUTC();
        Meters meters = resources.add(new Meters(settings.stateDir()));
        HttpServer server = resources.add(HttpServer.bind(
                settings.addresses().host(),
                settings.addresses().apiPort(),
                new RequestMeters(meters.registry(), "api")));
        api = server.address();
        addresses = new RemoteAddresses(settings.traffic().trustedProxies());
        tables = resources.add(new TableApplication(settings, meters, masterKey, found.stores(), clock));
        issuer = Issuer.open(settings, tables, meters.registry(), addresses, clock, resources);
        // Again: it is closed before the tables.
        resources.add(server.serve(
                settings.traffic().limits(),
                ApiRoutes.headers(settings.accessControlAllowOrigin()),
                ApiRoutes.errors(published(settings)),
                routes(settings, masterKey, found.fingerprint(), clock)));
        // Requests waiting for changes are answered first, so that the server need not wait for them.
        resources.add(tables.forOperations().watch());
        internal = resources.add(InternalServer.start(
                settings.addresses().host(),
                settings.addresses().internalPort(),
                () -> isReady() && tables.isProgressing(),
                this::hasFailed,
                meters::text));
        tables.start();
    }

    /** What the stores are made from, and the fingerprint of the topics in which cursors are positions. */
    private record CheckedTopics(StoreSources stores, long fingerprint) {}

    private static CheckedTopics checkTopics(KafkaSettings kafka) {
        try (Admin admin = Admin.create(kafka.properties())) {
            TopicAdmin topics = new TopicAdmin(admin, kafka.topics());
            return new CheckedTopics(
                    StoreSources.check(topics, TableProgress.names(kafka.topics()), topics::check),
                    topics.fingerprint(Set.of(CatalogTopic.COMPANY_VARIANTS, CatalogTopic.SKU_BARCODES)));
        }
    }

    private Routes routes(QueryApiSettings settings, MasterKey masterKey, long topics, Clock clock) {
        ChangeSettings changes = settings.changes();
        boolean builtInIssuer = settings.tokens().external() == null;
        AcceptedValues accepted = new AcceptedValues(
                changes.sharedCustomerProviders(),
                new WebhookAddresses(changes.allowPrivateWebhooks(), changes.webhookPorts()));
        Routes operations = ApiRoutes.of(
                new Authenticator(
                        issuer.verifier(),
                        tables.clients(),
                        rateLimiter(settings),
                        rateLimiter(settings),
                        addresses,
                        issuer.endpoint()),
                tables.forOperations(),
                new ApiSettings(
                        settings.traffic().maxBatchSize(),
                        Math.toIntExact(settings.traffic().maxBodyBytes()),
                        settings.tables().changeRetention(),
                        topics,
                        masterKey,
                        changes.webhookSecretOverlap(),
                        accepted),
                resources.add(new WebhookUrlCheck(accepted.webhooks(), InetAddress::getAllByName)),
                this::health,
                new PublishedDocuments(
                        published(settings),
                        issuer.address(),
                        builtInIssuer,
                        settings.environment() == Environment.STAGING,
                        accepted),
                clock);
        return new DeskPage(builtInIssuer ? issuer.endpoint() : null).addTo(operations);
    }

    /** The API's address as partners see it. */
    private URI published(QueryApiSettings settings) {
        return Objects.requireNonNullElse(settings.addresses().baseUrl(), api);
    }

    private static RateLimiter rateLimiter(QueryApiSettings settings) {
        return new RateLimiter(settings.traffic().rate(), TimeMeter.SYSTEM_NANOTIME);
    }

    /** The API's address, {@code http://host:port}. */
    public URI api() {
        return api;
    }

    /** The token endpoint's address, {@code http://host:port}; for another issuer, its own. */
    public URI auth() {
        return issuer.listener();
    }

    /** The address of metrics and probes, {@code http://host:port}. */
    public URI internal() {
        return internal.address();
    }

    /** Whether every operation can be answered: the tables contain everything that the topics held at the start. */
    public boolean isReady() {
        return tables.isReady() && issuer.ready().getAsBoolean();
    }

    /** Whether it has stopped because of a fault of its own: then only a restart helps. */
    public boolean hasFailed() {
        return tables.hasFailed();
    }

    private HealthStatus health() {
        if (!isReady()) {
            return HealthStatus.DOWN;
        }
        return tables.isCurrent() ? HealthStatus.UP : HealthStatus.DEGRADED;
    }

    /** Answers the requests in progress, then stops. */
    @Override
    public void close() {
        resources.close();
    }
}
