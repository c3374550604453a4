package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.address.WebhookUrl;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.WebhookSignature;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Posts messages with okhttp, signed, one request an attempt. TLS certificates and host names are verified, redirects are
 * not followed, and an answer's body is read to a small bound and dropped. Thread-safe.
 */
public final class HttpDelivery implements Delivery, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpDelivery.class);

    /** Reading a short answer to its end lets the connection be used again; a longer one isn't worth it. */
    private static final long ANSWER_BYTES = 8 << 10;

    private static final Duration ANSWER_TIME = Duration.ofMillis(500);

    private final Endpoints endpoints;
    private final WebhookAddresses addresses;
    private final Function<EndpointSettings, List<String>> secrets;
    private final AttemptLog attempts;
    private final HttpSettings settings;
    private final InstantSource clock;
    private final OkHttpClient client;
    private final OkHttpClient pingClient;
    private volatile boolean stopping;

    /**
     * @param secrets those that sign for an endpoint at the moment, the newest first
     * @param attempts told of every attempt
     * @param maxInFlight attempts under way at most, as {@code endpoints} keeps it
     */
    public HttpDelivery(
            Endpoints endpoints,
            WebhookAddresses addresses,
            Function<EndpointSettings, List<String>> secrets,
            AttemptLog attempts,
            HttpSettings settings,
            int maxInFlight,
            InstantSource clock) {
        this.endpoints = endpoints;
        this.addresses = addresses;
        this.secrets = secrets;
        this.attempts = attempts;
        this.settings = settings;
        this.clock = clock;
        this.client = OneAttemptClient.create(addresses, settings.timeout(), maxInFlight);
        // A test shall tell of the endpoint, not of a connection that nobody needs any more.
        this.pingClient = OneAttemptClient.keepingNoConnections(client);
    }

    @Override
    public @Nullable Permit tryAcquire(Endpoint endpoint, Lane lane) {
        return tryAcquire(endpoint, lane, this);
    }

    private @Nullable Permit tryAcquire(Endpoint endpoint, Lane lane, Object asker) {
        Endpoints.Place place = stopping ? null : endpoints.tryAcquire(endpoint, lane, asker);
        return place == null ? null : new HttpPermit(endpoint, place);
    }

    @Override
    public boolean hasAcceptedLately(Endpoint endpoint) {
        return endpoints.hasAcceptedLately(endpoint);
    }

    @Override
    public Delivery ofOneTask() {
        return new Delivery() {
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
    }

    /** Gives no permits any more and gives back what is only ready; what is under way goes on. */
    public void startNoMore() {
        stopping = true;
        endpoints.close();
    }

    /** Breaks off what is under way. */
    @Override
    public void close() {
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }

    private Request request(HttpUrl url, EndpointSettings endpoint, Message message, OneAttempt.Progress progress) {
        Request.Builder request =
                signed(url, settings.userAgent(), secrets.apply(endpoint), message, clock.instant(), progress);
        TraceParent trace = message.trace();
        return (trace == null ? request : request.header(TraceParent.HEADER, trace.text())).build();
    }

    /** What every message has: its envelope and its signature by Standard Webhooks. */
    static Request.Builder signed(
            HttpUrl url,
            String userAgent,
            List<String> secrets,
            Message message,
            Instant now,
            OneAttempt.Progress progress) {
        long timestamp = now.getEpochSecond();
        return new Request.Builder()
                .url(url)
                .header("User-Agent", userAgent)
                .header("Accept-Encoding", "identity") // an answer is dropped, so it needn't be unpacked first
                .header("webhook-id", message.id())
                .header("webhook-timestamp", Long.toString(timestamp))
                .header("webhook-signature", WebhookSignature.header(secrets, message, timestamp))
                .post(OneAttempt.body(message.body(), progress))
                .tag(OneAttempt.Progress.class, progress);
    }

    static Outcome unanswered(Call call, OneAttempt.Progress progress, IOException fault) {
        if (fault instanceof OneAttempt.NotOursException) {
            return Outcome.withheld(String.valueOf(fault.getMessage()), progress.mayHaveBeenSent());
        }
        boolean timedOut = fault instanceof InterruptedIOException;
        if (progress.isUnansweredOnKeptConnection() && !timedOut && !call.isCanceled()) {
            return Outcome.stale("a connection kept from an earlier message had been closed; tried again at once");
        }
        String reason = timedOut ? "timed out" : String.valueOf(fault.getMessage());
        return progress.mayHaveBeenSent()
                ? Outcome.unanswered("no answer: " + reason)
                : Outcome.unsent("can't be reached: " + reason);
    }

    static void drop(Call call, Response response) {
        try (response) {
            BufferedSource answer = response.body().source();
            answer.timeout().deadline(ANSWER_TIME.toMillis(), TimeUnit.MILLISECONDS);
            Buffer dropped = new Buffer();
            for (long left = ANSWER_BYTES; left > 0; ) {
                long read = answer.read(dropped, left);
                if (read < 0) {
                    return;
                }
                left -= read;
                dropped.clear();
            }
            // Closing alone would read on for a while, in the hope of an end.
            call.cancel();
        } catch (IOException e) {
            // The status has said all that counts; a body that breaks off only costs the connection.
            call.cancel();
        }
    }

    private final class HttpPermit implements Permit {

        private final Endpoint endpoint;
        private final Endpoints.Place place;

        HttpPermit(Endpoint endpoint, Endpoints.Place place) {
            this.endpoint = endpoint;
            this.place = place;
        }

        @Override
        public void release() {
            endpoints.released(place);
        }

        @Override
        public Attempt send(Message message, BooleanSupplier ours, Consumer<Outcome> done) {
            HttpAttempt attempt = new HttpAttempt(endpoint, place, message, ours, done);
            endpoints.offer(place, attempt);
            return attempt;
        }
    }

    private final class HttpAttempt implements Attempt, ReadyMessage {

        private final Endpoint endpoint;
        private final Endpoints.Place place;
        private final Message message;
        private final BooleanSupplier ours;
        private final Consumer<Outcome> done;
        private volatile @Nullable Call call;
        private volatile boolean cancelled;
        private volatile boolean outdated;

        HttpAttempt(
                Endpoint endpoint,
                Endpoints.Place place,
                Message message,
                BooleanSupplier ours,
                Consumer<Outcome> done) {
            this.endpoint = endpoint;
            this.place = place;
            this.message = message;
            this.ours = ours;
            this.done = done;
        }

        @Override
        public Lane lane() {
            return place.lane();
        }

        @Override
        public void withhold() {
            endpoints.released(place);
            done.accept(Outcome.withheld("its endpoint is left alone, or the message is out of date", false));
        }

        @Override
        public boolean isOutdated() {
            return outdated;
        }

        @Override
        public void outdate() {
            outdated = true;
            // What changed goes out as live; its turn in a lower lane may be far off.
            if (lane() != Lane.LIVE) {
                takeBack();
            }
        }

        private void takeBack() {
            if (endpoints.takeBack(place, this)) {
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
            Optional<String> problem = WebhookUrl.problem(endpoint.url(), addresses);
            HttpUrl url = problem.isPresent() ? null : HttpUrl.parse(endpoint.url());
            if (url == null) {
                complete(started, Outcome.unsent("its URL " + problem.orElse("can't be used")));
                return;
            }
            OneAttempt.Progress progress = new OneAttempt.Progress(ours);
            OkHttpClient by = message.contents().isPing() ? pingClient : client;
            Call begun = by.newCall(request(url, place.settings(), message, progress));
            call = begun;
            if (cancelled) {
                begun.cancel();
            }
            begun.enqueue(new Callback() {
                @Override
                public void onResponse(Call answered, Response response) {
                    Outcome outcome = Outcome.answered(
                            response.code(),
                            RetryAfter.parse(response.header(OneAttempt.RETRY_AFTER), clock.instant()));
                    drop(answered, response);
                    complete(started, outcome);
                }

                @Override
                public void onFailure(Call failed, IOException fault) {
                    complete(started, unanswered(failed, progress, fault));
                }
            });
        }

        private void complete(Instant started, Outcome outcome) {
            LOG.debug(
                    "webhook {} to partner {}: {}{}",
                    message.id(),
                    endpoint.partnerId(),
                    outcome.reason(),
                    TraceParent.inLog(message.trace()));
            attempts.add(Attempts.record(endpoint, message, started, clock.instant(), outcome));
            endpoints.completed(place, started, outcome, message.body().length);
            done.accept(outcome);
        }
    }
}
