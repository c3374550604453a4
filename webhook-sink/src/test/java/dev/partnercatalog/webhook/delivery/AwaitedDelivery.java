package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;

import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.secret.HeaderSeal;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.webhook.delivery.HttpDelivery.HttpSettings;
import dev.partnercatalog.webhook.message.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import okhttp3.tls.HandshakeCertificates;
import org.jspecify.annotations.Nullable;

/** A delivery over HTTP. A test sends messages with it, and waits for the outcome of each. */
final class AwaitedDelivery implements AutoCloseable {

    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    static final Message MESSAGE =
            new Message("msg_1", "{\"type\":\"x\"}".getBytes(StandardCharsets.UTF_8), Message.Contents.changes(2, 1));

    private static final int CONNECTIONS = 64;

    private final HttpDelivery http;
    private final Endpoints endpoints;

    private AwaitedDelivery(HttpDelivery http, Endpoints endpoints) {
        this.http = http;
        this.endpoints = endpoints;
    }

    /** The settings of a delivery. A test changes only those that matter to it. */
    static final class Builder {

        private Duration timeout = Duration.ofSeconds(5);
        private Supplier<List<String>> secrets = () -> List.of(SECRET);
        private MasterKey masterKey = MasterKeys.another();
        private WebhookAddresses addresses = new WebhookAddresses(true);
        private AttemptLog log = attempt -> {};
        private InstantSource clock = InstantSource.system();
        private @Nullable HandshakeCertificates trusted;
        private UnaryOperator<OkHttpClient> change = client -> client;
        private Duration overdue = Duration.ofMinutes(1);

        Builder timeout(Duration timeout) {
            this.timeout = timeout;
            return this;
        }

        Builder secrets(Supplier<List<String>> secrets) {
            this.secrets = secrets;
            return this;
        }

        Builder masterKey(MasterKey masterKey) {
            this.masterKey = masterKey;
            return this;
        }

        Builder addresses(WebhookAddresses addresses) {
            this.addresses = addresses;
            return this;
        }

        Builder log(AttemptLog log) {
            this.log = log;
            return this;
        }

        /** The clock of the delivery and its endpoints. */
        Builder clock(InstantSource clock) {
            this.clock = clock;
            return this;
        }

        Builder trusted(HandshakeCertificates trusted) {
            this.trusted = trusted;
            return this;
        }

        /** Changes the HTTP client. */
        Builder client(UnaryOperator<OkHttpClient> change) {
            this.change = change;
            return this;
        }

        /** After which time an attempt is given up. */
        Builder overdue(Duration overdue) {
            this.overdue = overdue;
            return this;
        }

        AwaitedDelivery build() {
            Endpoints endpoints = new Endpoints(
                    new Endpoints.Limits(4, CONNECTIONS, Endpoints.Limits.SUSPEND_AFTER),
                    clock,
                    new Backoff(new Random(1)),
                    new HealthRecordsInMemory());
            HttpDelivery http = new HttpDelivery(
                    endpoints,
                    new HttpDelivery.Rules(addresses, settings -> secrets.get(), new HeaderSeal(masterKey)),
                    log,
                    new HttpSettings(timeout, overdue, "partner-catalog/test"),
                    change.apply(client()),
                    clock);
            return new AwaitedDelivery(http, endpoints);
        }

        private OkHttpClient client() {
            OkHttpClient client = OneAttemptClient.create(addresses, timeout, CONNECTIONS);
            return trusted == null
                    ? client
                    : ExplainedTrust.of(trusted.trustManager(), client.newBuilder())
                            .build();
        }
    }

    HttpDelivery http() {
        return http;
    }

    Endpoints endpoints() {
        return endpoints;
    }

    /** Takes these endpoints into use, with settings that require nothing. */
    void use(Endpoint... inUse) {
        configure(Stream.of(inUse)
                .map(endpoint -> EndpointSettings.of(
                        endpoint, WebhookControl.newBuilder().build(), true))
                .toArray(EndpointSettings[]::new));
    }

    /** The settings of an endpoint that requires these headers. */
    static EndpointSettings settings(Endpoint endpoint, HeaderSeal seal, List<StaticHeader> headers) {
        return EndpointSettings.of(
                endpoint,
                WebhookControl.newBuilder()
                        .setHeaders(seal.seal(endpoint.partnerId(), headers))
                        .build(),
                true);
    }

    void configure(EndpointSettings... inUse) {
        http.configure(List.of(inUse));
    }

    MessageDelivery.@Nullable Permit tryAcquire(Endpoint endpoint) {
        return http.tryAcquire(endpoint, Lane.MAIN, 0);
    }

    /** Takes the endpoint into use, and sends it a message. */
    Outcome post(Endpoint endpoint, Message message) throws Exception {
        use(endpoint);
        return send(endpoint, message);
    }

    Outcome send(Endpoint endpoint, Message message) throws Exception {
        return send(endpoint, message, () -> true);
    }

    /** @param ours whether this process still owns the content of the message */
    Outcome send(Endpoint endpoint, Message message, BooleanSupplier ours) throws Exception {
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        requireNonNull(http.tryAcquire(endpoint, Lane.MAIN, 0))
                .send(message, new MessageDelivery.Terms(true, null, ours), done::complete);
        return done.get(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        http.close();
    }
}
