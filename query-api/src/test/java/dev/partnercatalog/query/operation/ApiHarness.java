package dev.partnercatalog.query.operation;

import dev.partnercatalog.events.Company;
import dev.partnercatalog.query.QueryApiSettings.TrafficSettings;
import dev.partnercatalog.query.access.Authenticator;
import dev.partnercatalog.query.access.RateLimit;
import dev.partnercatalog.query.access.RateLimiter;
import dev.partnercatalog.query.access.TestTokens;
import dev.partnercatalog.query.contract.Contract;
import dev.partnercatalog.query.contract.OpenApiDocument.AcceptedValues;
import dev.partnercatalog.query.contract.PublishedDocuments;
import dev.partnercatalog.query.operation.ApiRoutes.ApiSettings;
import dev.partnercatalog.query.operation.ApiRoutes.ApiTables;
import dev.partnercatalog.query.operation.ApiRoutes.HealthStatus;
import dev.partnercatalog.query.operation.ApiRoutes.WebhookReports;
import dev.partnercatalog.query.page.DeskPage;
import dev.partnercatalog.query.table.CatalogReader;
import dev.partnercatalog.query.table.ChangeWatch;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.MasterKeyInTest;
import dev.partnercatalog.runtime.webhook.LatestAttempts;
import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import io.github.bucket4j.TimeMeter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** The API as it runs in production, on its own port, with tables in memory. */
final class ApiHarness implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    static final int MAX_BATCH = 10;
    static final int MAX_BODY_BYTES = 2_000;
    static final int MOST_WAITING = 1_000;
    static final Duration RETENTION = Duration.ofDays(7);

    private static final OkHttpClient HTTP = new OkHttpClient.Builder()
            .followRedirects(false)
            .readTimeout(Duration.ofMinutes(1))
            .build();
    static final MasterKey MASTER_KEY = MasterKeyInTest.another();

    /** The fingerprint of the topics. */
    static final long TOPICS = 1;

    private static final Contract CONTRACT = new Contract();

    private final Contract contract;

    final Map<String, Client> clients = new ConcurrentHashMap<>();
    final InMemoryConfigurations configurations = new InMemoryConfigurations();
    final InMemoryCatalog lookup = new InMemoryCatalog();
    final InMemoryCommands commands = new InMemoryCommands(configurations);
    /** How often it was asked to wait for confirmed changes. */
    final AtomicInteger awaited = new AtomicInteger();

    final List<Company> companies = new CopyOnWriteArrayList<>();
    final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    final InMemoryNames names = new InMemoryNames();
    volatile HealthStatus health = HealthStatus.UP;
    /** What the API takes for the present; a test may advance it. */
    volatile Instant now = NOW;

    final ChangeWatch watch;

    private final HttpServer server = HttpServer.bind("127.0.0.1", 0);

    ApiHarness() {
        this(new WebhookAddresses(false));
    }

    /** An API with a catalog other than the one in memory, for this many concurrent requests. */
    ApiHarness(CatalogReader catalog, ChangeWatch watch, int concurrent) {
        this(RateLimit.NONE, TimeMeter.SYSTEM_NANOTIME, new WebhookAddresses(false), catalog, watch, concurrent);
    }

    /** An API that limits clients, and addresses without a valid token, in this way. */
    ApiHarness(RateLimit rate, TimeMeter time) {
        this(rate, time, new WebhookAddresses(false), null, new ChangeWatch(MOST_WAITING, MOST_WAITING), 256);
    }

    /** An API that accepts webhook URLs with these addresses. */
    ApiHarness(WebhookAddresses addresses) {
        this(
                TrafficSettings.DEFAULT.rate(),
                TimeMeter.SYSTEM_NANOTIME,
                addresses,
                null,
                new ChangeWatch(MOST_WAITING, MOST_WAITING),
                256);
    }

    private ApiHarness(
            RateLimit rate,
            TimeMeter time,
            WebhookAddresses addresses,
            @Nullable CatalogReader catalog,
            ChangeWatch watch,
            int concurrent) {
        this.watch = watch;
        AcceptedValues accepted = new AcceptedValues(Contract.BY_DEFAULT.providers(), addresses);
        contract = addresses.allowsPrivate() ? new Contract(accepted) : CONTRACT;
        InstantSource present = () -> now;
        Clock clock = present.withZone(ZoneOffset.UTC);
        server.serve(
                new HttpLimits(concurrent, 4_000),
                ApiRoutes.headers("*"),
                ApiRoutes.errors(server.address()),
                new DeskPage(TestTokens.ISSUER)
                        .addTo(ApiRoutes.of(
                                new Authenticator(
                                        TestTokens.verifier(clock),
                                        clients::get,
                                        new RateLimiter(rate, time),
                                        new RateLimiter(rate, time),
                                        new RemoteAddresses(List.of()),
                                        URI.create("http://issuer.example/oauth2/token")),
                                new ApiTables(
                                        configurations,
                                        catalog == null ? lookup : catalog,
                                        watch,
                                        commands.gateway,
                                        partnerId -> awaited.incrementAndGet() > 0,
                                        this::customer,
                                        webhooks.reports()),
                                new ApiSettings(
                                        MAX_BATCH,
                                        MAX_BODY_BYTES,
                                        RETENTION,
                                        TOPICS,
                                        MASTER_KEY,
                                        Duration.ofHours(24),
                                        accepted),
                                new WebhookUrlCheck(addresses, names),
                                () -> health,
                                new PublishedDocuments(server.address(), TestTokens.ISSUER, true, true, accepted),
                                clock)));
        client("c1", "p1", true);
    }

    private @Nullable Company customer(String provider, String providerId, String partnerId) {
        return companies.stream()
                .filter(company -> company.getProvider().equals(provider)
                        && company.getProviderId().equals(providerId)
                        && company.getSharedWithPartnerIds().contains(partnerId))
                .findFirst()
                .orElse(null);
    }

    void client(String clientId, String partnerId, boolean enabled) {
        clients.put(clientId, new Client(clientId, partnerId, ByteBuffer.allocate(32), enabled, NOW));
    }

    URI address() {
        return server.address();
    }

    static String bearer() {
        return bearer(NOW);
    }

    static String bearer(Instant now) {
        return "Bearer " + TestTokens.of("c1", now);
    }

    ApiAnswer get(String path) {
        return call(request(path).header("Authorization", bearer(now)));
    }

    ApiAnswer post(String path, String json) {
        return call(request(path).header("Authorization", bearer()).post(json(json)));
    }

    ApiAnswer put(String path, String json, String... headers) {
        return call(request(path)
                .headers(Headers.of(headers))
                .header("Authorization", bearer())
                .put(json(json)));
    }

    static RequestBody json(String json) {
        return RequestBody.create(json.getBytes(StandardCharsets.UTF_8), MediaType.get("application/json"));
    }

    Request.Builder request(String path) {
        return new Request.Builder().url(server.address() + path);
    }

    ApiAnswer call(Request.Builder request) {
        return call(request, true);
    }

    /** Sends a request that is accepted although no schema allows it: what GET returned can always be sent back. */
    ApiAnswer putAsGot(String path, String json) {
        return call(request(path).header("Authorization", bearer()).put(json(json)), false);
    }

    private ApiAnswer call(Request.Builder request, boolean inContract) {
        Request sent = request.build();
        try (Response response = HTTP.newCall(sent).execute()) {
            String body = response.body().string();
            if (inContract) {
                contract.check(sent, response, body);
            } else {
                contract.check(
                        sent.method(),
                        sent.url().encodedPath(),
                        response.code(),
                        response.headers().toMultimap(),
                        body);
            }
            return new ApiAnswer(response.code(), response.headers().toMultimap(), body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        watch.close();
        // A stopping server waits a moment for connections that are kept alive.
        HTTP.connectionPool().evictAll();
        server.close();
    }

    /** What a test reports about webhooks. Nobody waits long for a ping here. */
    static final class InMemoryWebhooks {

        final Map<String, WebhookEndpoint> endpoints = new ConcurrentHashMap<>();
        final List<WebhookBacklog> backlogs = new CopyOnWriteArrayList<>();
        final LatestAttempts log = new LatestAttempts(1_000);

        /** What is reported as it is now. */
        WebhookReports reports() {
            return new WebhookReports(
                    partnerId -> Stream.ofNullable(endpoints.get(partnerId)).toList(),
                    partnerId -> backlogs.stream()
                            .filter(backlog -> backlog.getPartnerId().equals(partnerId))
                            .toList(),
                    log,
                    Duration.ofMillis(50));
        }
    }

    /** Host names that a test sets; others don't resolve. */
    static final class InMemoryNames implements WebhookUrlCheck.Resolver {

        final Map<String, String> addresses = new ConcurrentHashMap<>();

        /** A name whose lookup hangs until the test is over. */
        static final String HANGING = "hanging.example";

        private final CountDownLatch never = new CountDownLatch(1);

        @Override
        public InetAddress[] resolve(String name) throws UnknownHostException {
            if (name.equals(HANGING)) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            String found = addresses.get(name);
            if (found == null) {
                throw new UnknownHostException(name);
            }
            String[] literals = found.split(" ", -1);
            InetAddress[] resolved = new InetAddress[literals.length];
            for (int i = 0; i < literals.length; i++) {
                resolved[i] = InetAddress.getByName(literals[i]);
            }
            return resolved;
        }
    }
}
