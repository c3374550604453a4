package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.webhook.credential.CredentialTable;
import dev.partnercatalog.webhook.credential.TokenRequest;
import dev.partnercatalog.webhook.message.Message;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Posts signed messages with okhttp, one request per attempt. TLS certificates and host names are verified, redirects
 * are not followed, and the response body is read up to a small bound. Thread-safe.
 */
public final class HttpDelivery implements MessageDelivery, AutoCloseable {

    /** An attempt may need an access token, and another one if the endpoint rejects the first: each step comes twice. */
    private static final int MOST_STEPS = 2;

    /** Far more than a busy machine adds to the time limits. */
    private static final Duration GRACE = Duration.ofSeconds(30);

    private final Endpoints endpoints;
    private final MessageSender sender;
    private final OkHttpClient client;
    private final AttemptWatchdog watchdog;
    private final HttpAttempt.Means means;
    private volatile boolean stopping;

    /**
     * @param secrets the secrets that currently sign for an endpoint, newest first
     * @param credentials what else endpoints require
     * @param attempts receives every attempt, and some exchanges
     * @param maxInFlight the most attempts in flight, as {@code endpoints} enforces it
     */
    public HttpDelivery(
            Endpoints endpoints,
            WebhookAddresses addresses,
            Function<EndpointSettings, List<String>> secrets,
            CredentialTable credentials,
            AttemptLog attempts,
            HttpSettings settings,
            int maxInFlight,
            InstantSource clock) {
        this(
                endpoints,
                addresses,
                secrets,
                credentials,
                attempts,
                settings,
                OneAttemptClient.create(addresses, settings.timeout(), maxInFlight),
                settings.timeout()
                        .plus(TokenRequest.TIMEOUT)
                        .multipliedBy(MOST_STEPS)
                        .plus(GRACE),
                clock);
    }

    /**
     * @param client makes one attempt per call, with the trust settings to be used
     * @param overdue after which time an attempt is given up, whatever it waits for
     */
    HttpDelivery(
            Endpoints endpoints,
            WebhookAddresses addresses,
            Function<EndpointSettings, List<String>> secrets,
            CredentialTable credentials,
            AttemptLog attempts,
            HttpSettings settings,
            OkHttpClient client,
            Duration overdue,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.sender = new MessageSender(addresses, secrets, credentials, settings.userAgent(), client, clock);
        this.client = client;
        this.watchdog = new AttemptWatchdog(overdue, System::nanoTime);
        DeliverySpans spans = settings.tracer() == null ? null : new DeliverySpans(settings.tracer());
        this.means = new HttpAttempt.Means(endpoints, sender, attempts, clock, spans, watchdog);
        watchdog.start();
    }

    @Override
    public @Nullable Permit tryAcquire(Endpoint endpoint, Lane lane) {
        return tryAcquire(endpoint, lane, this);
    }

    private @Nullable Permit tryAcquire(Endpoint endpoint, Lane lane, Object asker) {
        Endpoints.AttemptSlot slot = stopping ? null : endpoints.tryAcquire(endpoint, lane, asker);
        return slot == null ? null : new HttpPermit(endpoint, slot);
    }

    @Override
    public boolean hasAcceptedLately(Endpoint endpoint) {
        return endpoints.hasAcceptedLately(endpoint);
    }

    @Override
    public MessageDelivery ofOneTask() {
        return new MessageDelivery() {
            @Override
            public @Nullable Permit tryAcquire(Endpoint endpoint, Lane lane) {
                return HttpDelivery.this.tryAcquire(endpoint, lane, this);
            }

            @Override
            public boolean hasAcceptedLately(Endpoint endpoint) {
                return HttpDelivery.this.hasAcceptedLately(endpoint);
            }

            @Override
            public void configure(Collection<EndpointSettings> inUse) {
                HttpDelivery.this.configure(inUse);
            }
        };
    }

    @Override
    public void configure(Collection<EndpointSettings> inUse) {
        endpoints.configure(inUse);
        sender.retain(inUse.stream()
                .map(settings -> settings.endpoint().partnerId())
                .collect(Collectors.toUnmodifiableSet()));
    }

    /** Gives out no further permits and returns messages that are only ready; attempts in flight continue. */
    public void startNoMore() {
        stopping = true;
        endpoints.close();
    }

    /** Breaks off what is in flight. */
    @Override
    public void close() {
        watchdog.close();
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }

    private final class HttpPermit implements Permit {

        private final Endpoint endpoint;
        private final Endpoints.AttemptSlot slot;

        HttpPermit(Endpoint endpoint, Endpoints.AttemptSlot slot) {
            this.endpoint = endpoint;
            this.slot = slot;
        }

        @Override
        public void release() {
            endpoints.released(slot);
        }

        @Override
        public Attempt send(Message message, BooleanSupplier ours, Consumer<Outcome> done) {
            HttpAttempt attempt = new HttpAttempt(means, endpoint, slot, message, ours, done);
            endpoints.offer(slot, attempt);
            return attempt;
        }
    }
}
