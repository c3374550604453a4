package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.secret.MasterKeyInTest;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** A delivery over HTTP. A test sends messages with it, and waits for the outcome of each. */
final class AwaitedDelivery implements AutoCloseable {

    static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    static final Message MESSAGE =
            new Message("msg_1", "{\"type\":\"x\"}".getBytes(StandardCharsets.UTF_8), Message.Contents.changes(2, 1));

    private static final int CONNECTIONS = 64;

    private final Endpoints endpoints;

    /** The settings of a delivery. A test changes only those that matter to it. */
    static final class Setup {

        Duration timeout = Duration.ofSeconds(5);
        Supplier<List<String>> secrets = () -> List.of(SECRET);
        MasterKey masterKey = MasterKeyInTest.another();
        WebhookAddresses addresses = new WebhookAddresses(true);
        Consumer<WebhookAttempt> log = attempt -> {};
        /** The clock of the delivery and its endpoints. */
        InstantSource clock = InstantSource.system();

        /** Changes the HTTP client. */
        UnaryOperator<OkHttpClient> client = client -> client;

        HttpDelivery http() {
            return new HttpDelivery(
                    new HttpDelivery.Rules(
                            addresses, settings -> secrets.get(), masterKey, timeout, "partner-catalog/test"),
                    log,
                    client.apply(HttpDelivery.client(addresses, timeout, CONNECTIONS)),
                    clock);
        }
    }

    AwaitedDelivery(Consumer<Setup> changes) {
        Setup setup = new Setup();
        changes.accept(setup);
        endpoints = new Endpoints(
                4, CONNECTIONS, setup.clock, new Backoff(new Random(1)), new HealthRecordsInMemory(), setup.http());
    }

    AwaitedDelivery(Duration timeout) {
        this(setup -> setup.timeout = timeout);
    }

    Endpoints endpoints() {
        return endpoints;
    }

    /** Takes these endpoints into use, with settings that require nothing. */
    void use(Endpoint... inUse) {
        configure(Stream.of(inUse)
                .map(endpoint -> new EndpointSettings(
                        endpoint, WebhookControl.newBuilder().build(), true))
                .toArray(EndpointSettings[]::new));
    }

    /** The settings of an endpoint that requires these headers. */
    static EndpointSettings settings(Endpoint endpoint, MasterKey masterKey, List<StaticHeader> headers) {
        return new EndpointSettings(
                endpoint,
                WebhookControl.newBuilder()
                        .setHeaders(StaticHeader.seal(masterKey, endpoint.partnerId(), headers))
                        .build(),
                true);
    }

    void configure(EndpointSettings... inUse) {
        endpoints.configure(List.of(inUse));
    }

    MessageDelivery.@Nullable Permit tryAcquire(Endpoint endpoint) {
        return endpoints.tryAcquire(endpoint, Lane.MAIN, 0);
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
        requireNonNull(endpoints.tryAcquire(endpoint, Lane.MAIN, 0))
                .send(message, new MessageDelivery.Terms(true, null, ours), done::complete);
        return done.get(1, TimeUnit.MINUTES);
    }

    @Override
    public void close() {
        endpoints.close();
    }
}
