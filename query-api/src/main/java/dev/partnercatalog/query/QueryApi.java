package dev.partnercatalog.query;

import dev.partnercatalog.query.access.Authenticator;
import dev.partnercatalog.query.access.TokenVerifier;
import dev.partnercatalog.query.contract.PublishedDocuments;
import dev.partnercatalog.query.http.ErrorBody;
import dev.partnercatalog.query.http.HttpServer;
import dev.partnercatalog.query.http.Listener;
import dev.partnercatalog.query.http.RemoteAddresses;
import dev.partnercatalog.query.http.Routes;
import dev.partnercatalog.query.limit.RateLimiter;
import dev.partnercatalog.query.operation.ApiRoutes;
import dev.partnercatalog.query.operation.Health;
import dev.partnercatalog.query.operation.OperationLimits;
import dev.partnercatalog.query.peer.PeerServer;
import dev.partnercatalog.query.token.IssuerKeys;
import dev.partnercatalog.query.token.TokenServer;
import dev.partnercatalog.query.token.TokenSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import io.github.bucket4j.TimeMeter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.streams.state.HostInfo;

/**
 * The API for partners and the token endpoint, running from {@link #start} to {@link #close}. Thread-safe.
 *
 * <p>Both addresses answer at once; until {@link #isReady} whatever needs the tables is answered with status 503.
 */
public final class QueryApi implements AutoCloseable {

    private static final Duration TOKEN_LIFETIME = Duration.ofHours(1);

    private final Resources resources;
    private final URI api;
    private final URI auth;
    private final RemoteAddresses addresses;
    private final InetSocketAddress internal;
    private final CatalogTables tables;
    private final BrokerProbe brokers;

    /**
     * Starts; returns before the tables are loaded.
     *
     * @throws dev.partnercatalog.runtime.secret.MasterKeyException where there is no master key
     * @throws dev.partnercatalog.schemas.topic.WrongTopicException where a topic can't be used as it is
     * @throws dev.partnercatalog.schemas.topic.BrokerUnavailableException where the brokers don't answer
     * @throws java.io.UncheckedIOException where a port is taken
     * @throws IllegalArgumentException where tokens could not name their issuer
     */
    public static QueryApi start(QueryApiSettings settings) {
        MasterKey masterKey = MasterKey.load(settings.masterKeyFile());
        ensureTopics(settings.kafka());
        Resources opened = new Resources();
        try {
            return new QueryApi(settings, masterKey, opened);
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private QueryApi(QueryApiSettings settings, MasterKey masterKey, Resources resources) {
        this.resources = resources;
        Clock clock = Clock.systemUTC();
        Listener apiListener = resources.add(Listener.bind(settings.host(), settings.apiPort()));
        Listener authListener = resources.add(Listener.bind(settings.host(), settings.authPort()));
        api = apiListener.address();
        auth = authListener.address();
        brokers = resources.add(new BrokerProbe(settings.kafka()));
        addresses = new RemoteAddresses(settings.traffic().trustedProxies());
        PeerServer peerServer =
                resources.add(PeerServer.bind(settings.host(), settings.peers().port()));
        internal = peerServer.address();
        tables = resources.add(new CatalogTables(settings, peerServer, self(settings), masterKey, clock));
        TokenSettings tokens = new TokenSettings(issuer(settings), settings.audience(), TOKEN_LIFETIME);
        resources.add(TokenServer.start(
                authListener,
                settings.traffic().limits(),
                addresses,
                tokens,
                tables.clients(),
                tables.signingKeys(),
                clock,
                TimeMeter.SYSTEM_NANOTIME));
        Map<String, String> headers = Map.of(
                "Access-Control-Allow-Origin",
                settings.accessControlAllowOrigin(),
                "Access-Control-Expose-Headers",
                "ETag, Idempotent-Replayed, RateLimit, RateLimit-Limit, RateLimit-Policy, RateLimit-Remaining, RateLimit-Reset, Retry-After,"
                        + " WWW-Authenticate, X-Request-Id");
        resources.add(HttpServer.start(
                apiListener, settings.traffic().limits(), headers, new ErrorBody(), routes(settings, tokens, clock)));
        tables.start();
    }

    /** Where the other instances reach this one. */
    private HostInfo self(QueryApiSettings settings) {
        String host = settings.peers().host();
        return new HostInfo(host == null ? ownName() : host, internal.getPort());
    }

    private String ownName() {
        if (!internal.getAddress().isAnyLocalAddress()) {
            return internal.getHostString();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "the internal host must be set: this machine doesn't know its own name", e);
        }
    }

    private static void ensureTopics(KafkaSettings kafka) {
        try (Admin admin = Admin.create(kafka.properties())) {
            new TopicAdmin(admin, kafka.topics()).ensure();
        }
    }

    private URI issuer(QueryApiSettings settings) {
        URI configured = settings.issuer();
        if (configured == null
                && new InetSocketAddress(settings.host(), 0).getAddress().isAnyLocalAddress()) {
            throw new IllegalArgumentException(
                    "the issuer must be set where the token endpoint listens on every address (" + settings.host()
                            + "): tokens name it, and callers must be able to reach it");
        }
        return configured == null ? auth : configured;
    }

    private Routes routes(QueryApiSettings settings, TokenSettings tokens, Clock clock) {
        TokenVerifier verifier =
                new TokenVerifier(tokens.issuer(), tokens.audience(), new IssuerKeys(tables.signingKeys()), clock);
        URI tokenEndpoint = URI.create(tokens.issuer() + TokenServer.TOKEN_PATH);
        return ApiRoutes.of(
                new Authenticator(
                        verifier,
                        tables.clients(),
                        rateLimiter(settings),
                        rateLimiter(settings),
                        addresses,
                        tokenEndpoint),
                tables.configurations(),
                tables.lookup(),
                this::health,
                new OperationLimits(settings.maxBatchSize(), Math.toIntExact(settings.maxBodyBytes())),
                clock,
                new PublishedDocuments(Objects.requireNonNullElse(settings.baseUrl(), api), tokens.issuer()));
    }

    private static RateLimiter rateLimiter(QueryApiSettings settings) {
        return new RateLimiter(settings.traffic().rate(), TimeMeter.SYSTEM_NANOTIME);
    }

    /** The API's address, {@code http://host:port}. */
    public URI api() {
        return api;
    }

    /** The token endpoint's address, {@code http://host:port}. */
    public URI auth() {
        return auth;
    }

    /** Where other instances and probes reach this one. */
    public InetSocketAddress internal() {
        return internal;
    }

    /** Whether every operation can be answered: all that the topics held at the start is in the tables. */
    public boolean isReady() {
        return tables.isReady();
    }

    private Health health() {
        if (!tables.isReady()) {
            return Health.DOWN;
        }
        return tables.isCurrent() && brokers.isReachable() ? Health.UP : Health.DEGRADED;
    }

    /** Answers what is in hand, then stops. */
    @Override
    public void close() {
        resources.close();
    }
}
