package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.secret.HeaderSeal;
import dev.partnercatalog.webhook.message.Message;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * Posts signed messages with okhttp, one request per attempt. TLS certificates and host names are verified, redirects
 * are not followed, and the response body is read up to a small bound. Thread-safe.
 */
public final class HttpDelivery implements MessageDelivery, AutoCloseable {

    /**
     * What holds for each endpoint. All of it is thread-safe.
     *
     * @param addresses where endpoints may be
     * @param secrets the secrets that currently sign for an endpoint, newest first
     * @param headers decrypts what else endpoints require
     */
    public record Rules(
            WebhookAddresses addresses, Function<EndpointSettings, List<String>> secrets, HeaderSeal headers) {}

    record Means(
            Endpoints endpoints,
            Rules rules,
            AttemptLog attempts,
            HttpSettings settings,
            OkHttpClient client,
            InstantSource clock) {}

    private final Means means;
    private final Endpoints endpoints;
    private volatile boolean stopping;

    /**
     * @param attempts receives every attempt
     * @param maxInFlight the most attempts in flight, as {@code endpoints} enforces it
     */
    public HttpDelivery(
            Endpoints endpoints,
            Rules rules,
            AttemptLog attempts,
            HttpSettings settings,
            int maxInFlight,
            InstantSource clock) {
        this(
                endpoints,
                rules,
                attempts,
                settings,
                OneAttemptClient.create(rules.addresses(), settings.timeout(), maxInFlight),
                clock);
    }

    /** @param client makes one attempt per call, with the trust settings to be used */
    HttpDelivery(
            Endpoints endpoints,
            Rules rules,
            AttemptLog attempts,
            HttpSettings settings,
            OkHttpClient client,
            InstantSource clock) {
        this.means = new Means(endpoints, rules, attempts, settings, client, clock);
        this.endpoints = endpoints;
    }

    @Override
    public @Nullable Permit tryAcquire(Endpoint endpoint, Lane lane, int partition) {
        Endpoints.AttemptSlot slot = stopping ? null : endpoints.tryAcquire(endpoint, lane, partition);
        return slot == null ? null : permit(slot);
    }

    @Override
    public @Nullable Permit tryPing(Endpoint endpoint, boolean toResume, int partition) {
        Endpoints.AttemptSlot slot = stopping ? null : endpoints.tryPing(endpoint, toResume, partition);
        return slot == null ? null : permit(slot);
    }

    @Override
    public void configure(Collection<EndpointSettings> inUse) {
        endpoints.configure(inUse);
    }

    @Override
    public Collection<String> recordedPartners() {
        return endpoints.recordedPartners();
    }

    @Override
    public void discardRecordOfOther(int partition, String partnerId, @Nullable Endpoint inUse) {
        endpoints.discardRecordOfOther(partition, partnerId, inUse);
    }

    /** Gives out no further permits and returns messages that are only ready; attempts in flight continue. */
    public void startNoMore() {
        stopping = true;
        endpoints.close();
    }

    /** Breaks off what is in flight. */
    @Override
    public void close() {
        means.client().dispatcher().cancelAll();
        means.client().dispatcher().executorService().shutdown();
        means.client().connectionPool().evictAll();
    }

    private Permit permit(Endpoints.AttemptSlot slot) {
        return new Permit() {
            @Override
            public void release() {
                endpoints.released(slot);
            }

            @Override
            public Attempt send(Message message, Terms terms, Consumer<Outcome> done) {
                HttpAttempt attempt = new HttpAttempt(means, slot, message, terms, done);
                endpoints.offer(slot, attempt);
                return attempt;
            }
        };
    }

    /**
     * How messages are posted.
     *
     * @param timeout limit for one whole attempt, from resolving the name to the response
     * @param overdue after which time an attempt is given up, whatever it waits for
     * @param userAgent the header {@code User-Agent}
     */
    public record HttpSettings(Duration timeout, Duration overdue, String userAgent) {

        /** Far more than a busy machine adds to the time limit. */
        private static final Duration GRACE = Duration.ofSeconds(30);

        /** Gives an attempt up once it must have ended. */
        public HttpSettings(Duration timeout, String userAgent) {
            this(timeout, timeout.plus(GRACE), userAgent);
        }
    }
}
