package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.webhook.credential.CredentialTable;
import dev.partnercatalog.webhook.message.Message;
import io.opentelemetry.api.trace.Span;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts signed messages with okhttp, one request per attempt. TLS certificates and host names are verified, redirects
 * are not followed, and the response body is read up to a small bound. Thread-safe.
 */
public final class HttpDelivery implements MessageDelivery, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpDelivery.class);

    private final Endpoints endpoints;
    private final MessageSender sender;
    private final AttemptLog attempts;
    private final InstantSource clock;
    private final OkHttpClient client;
    private final @Nullable DeliverySpans spans;
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
                clock);
    }

    /** @param client makes one attempt per call, with the trust settings to be used */
    HttpDelivery(
            Endpoints endpoints,
            WebhookAddresses addresses,
            Function<EndpointSettings, List<String>> secrets,
            CredentialTable credentials,
            AttemptLog attempts,
            HttpSettings settings,
            OkHttpClient client,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.sender = new MessageSender(addresses, secrets, credentials, settings.userAgent(), client, clock);
        this.attempts = attempts;
        this.clock = clock;
        this.client = client;
        this.spans = settings.tracer() == null ? null : new DeliverySpans(settings.tracer());
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
            HttpAttempt attempt = new HttpAttempt(endpoint, slot, message, ours, done);
            endpoints.offer(slot, attempt);
            return attempt;
        }
    }

    private final class HttpAttempt implements Attempt, ReadyMessage {

        private final Endpoint endpoint;
        private final Endpoints.AttemptSlot slot;
        private final Message message;
        private final BooleanSupplier ours;
        private final Consumer<Outcome> done;
        private volatile @Nullable Call call;
        private @Nullable Span span;
        private volatile boolean cancelled;
        private volatile boolean outdated;

        HttpAttempt(
                Endpoint endpoint,
                Endpoints.AttemptSlot slot,
                Message message,
                BooleanSupplier ours,
                Consumer<Outcome> done) {
            this.endpoint = endpoint;
            this.slot = slot;
            this.message = message;
            this.ours = ours;
            this.done = done;
        }

        @Override
        public Lane lane() {
            return slot.lane();
        }

        @Override
        public void withhold() {
            endpoints.released(slot);
            done.accept(Outcome.withheld("its endpoint is not being tried, or the message is out of date", false));
        }

        @Override
        public boolean isOutdated() {
            return outdated;
        }

        @Override
        public void outdate() {
            outdated = true;
            // What changed is sent as live; its turn in a lower lane may be far off.
            if (lane() != Lane.LIVE) {
                takeBack();
            }
        }

        private void takeBack() {
            if (endpoints.takeBack(slot, this)) {
                withhold();
            }
        }

        @Override
        public void cancel() {
            cancelled = true;
            takeBack();
            Call begun = call;
            if (begun != null) {
                begun.cancel();
            }
        }

        @Override
        public void begin() {
            Instant started = clock.instant();
            HttpUrl url = spans == null ? null : HttpUrl.parse(endpoint.url());
            span = spans == null || url == null ? null : spans.begin(endpoint.partnerId(), message, url);
            TraceParent trace = span == null ? message.trace() : TraceParent.of(span);
            sender.send(
                    slot.settings(),
                    message,
                    trace,
                    ours,
                    this::begun,
                    (outcome, exchange) -> complete(started, outcome, exchange));
        }

        private void begun(Call request) {
            call = request;
            if (cancelled) {
                request.cancel();
            }
        }

        private void complete(Instant started, Outcome outcome, @Nullable Exchange exchange) {
            DeliverySpans.identify(LOG.atDebug(), span)
                    .log(
                            "webhook {} to partner {}: {}{}",
                            message.id(),
                            endpoint.partnerId(),
                            outcome.reason(),
                            TraceParent.inLog(message.trace()));
            if (spans != null && span != null) {
                spans.end(span, message, outcome);
            }
            attempts.add(Attempts.record(endpoint, message, started, clock.instant(), outcome));
            done.accept(endpoints.completed(slot, started, outcome, message.body().length));
            if (exchange != null && slot.endpoint().isRecorded(outcome)) {
                attempts.add(exchange.record(endpoint, message, started));
            }
        }
    }
}
