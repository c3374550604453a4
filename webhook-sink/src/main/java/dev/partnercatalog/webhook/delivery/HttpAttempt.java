package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.secret.SecretException;
import dev.partnercatalog.runtime.secret.StaticHeader;
import dev.partnercatalog.webhook.delivery.Endpoints.AttemptSlot;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.EventListener;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt to deliver a message: one request on the wire. Whatever happens, it gives its slot back and reports its
 * outcome, each exactly once. Thread-safe.
 */
final class HttpAttempt extends EventListener implements MessageDelivery.Attempt, LaneTraffic.Ready, Callback {

    private static final Logger LOG = LoggerFactory.getLogger(HttpAttempt.class);

    private static final MediaType JSON = MediaType.get("application/json");

    /** How much okio passes to the connection at a time. */
    private static final int PIECE_BYTES = 8 << 10;

    /** How many frames of a fault's stack are logged. */
    private static final int FRAMES = 5;

    private final HttpDelivery by;
    private final AttemptSlot slot;
    private final Message message;
    private final MessageDelivery.Terms terms;
    private final Consumer<Outcome> done;
    private final AtomicBoolean hasEnded = new AtomicBoolean();

    private volatile Instant started = Instant.EPOCH;
    private volatile @Nullable Call call;
    private volatile boolean cancelled;
    private volatile boolean outdated;
    private volatile boolean connected;
    private volatile boolean sending;
    private volatile @Nullable IOException notOurs;
    /** The status and the headers of the response as they came, null if none arrived. */
    private volatile @Nullable Response head;

    HttpAttempt(
            HttpDelivery by, AttemptSlot slot, Message message, MessageDelivery.Terms terms, Consumer<Outcome> done) {
        this.by = by;
        this.slot = slot;
        this.message = message;
        this.terms = terms;
        this.done = done;
    }

    // Until it begins

    @Override
    public boolean isUrgent() {
        return terms.isUrgent();
    }

    @Override
    public void withhold() {
        Outcome outcome = Outcome.withheld("its endpoint is not being tried, or the message is out of date", false);
        each(slot::release, () -> done.accept(outcome));
    }

    @Override
    public boolean isOutdated() {
        return outdated;
    }

    @Override
    public void outdate() {
        outdated = true;
        // What changed is urgent; the turn of what isn't may be far off.
        if (!terms.isUrgent()) {
            takeBack();
        }
    }

    private void takeBack() {
        if (slot.takeBack(this)) {
            withhold();
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        takeBack();
        Call begun = call;
        if (begun != null) {
            each(begun::cancel);
        }
    }

    // The request

    @Override
    public void begin() {
        started = by.clock().instant();
        try {
            send(slot.endpoint.settings());
        } catch (RuntimeException | Error fault) {
            ended(broken(fault), null);
        }
    }

    private Endpoint endpoint() {
        return slot.endpoint.settings().endpoint();
    }

    private void send(EndpointSettings to) {
        String target = to.endpoint().url();
        Optional<String> problem = by.rules().addresses().problem(target);
        HttpUrl url = problem.isPresent() ? null : HttpUrl.parse(target);
        if (url == null) {
            ended(Outcome.unsent("its URL " + problem.orElse("can't be used")), null);
            return;
        }
        Request.Builder request = new Request.Builder().url(url);
        try {
            StaticHeader.open(
                            by.rules().masterKey(),
                            to.endpoint().partnerId(),
                            to.control().getHeaders())
                    .forEach(header -> request.header(header.name(), header.value()));
        } catch (SecretException e) {
            ended(Outcome.unsent("its authentication can't be used: " + e.getMessage()), null);
            return;
        }
        // Our own headers are set after the partner's, so that they win.
        long timestamp = by.clock().instant().getEpochSecond();
        request.header("User-Agent", by.rules().userAgent())
                .header("Accept-Encoding", "identity") // little of the response is read, so it needn't be compressed
                .header("webhook-id", message.id())
                .header("webhook-timestamp", Long.toString(timestamp))
                .header(
                        "webhook-signature",
                        message.signature(by.rules().secrets().apply(to), timestamp))
                .post(new Body())
                .tag(HttpAttempt.class, this);
        // A test must show the state of the endpoint, not of a kept connection that nobody needs any more.
        OkHttpClient client = message.contents().isPing() ? by.keepingNoConnections() : by.client();
        Call begun = client.newCall(request.build());
        call = begun;
        if (cancelled) {
            begun.cancel();
        }
        begun.enqueue(this);
    }

    /** A JSON body that okhttp may write only once, and that stays incomplete if we lose ownership midway. */
    private final class Body extends RequestBody {

        @Override
        public MediaType contentType() {
            return JSON;
        }

        @Override
        public long contentLength() {
            return message.body().length;
        }

        @Override
        public boolean isOneShot() {
            return true;
        }

        @Override
        public void writeTo(BufferedSink sink) throws IOException {
            byte[] json = message.body();
            for (int from = 0; from < json.length; from += PIECE_BYTES) {
                requireOurs();
                sink.write(json, from, Math.min(PIECE_BYTES, json.length - from));
            }
        }
    }

    void requireOurs() throws IOException {
        if (!terms.ours().getAsBoolean()) {
            IOException lost = new IOException("another instance has taken over, or may have");
            notOurs = lost;
            throw lost;
        }
    }

    // How far it gets

    @Override
    public void connectStart(Call of, InetSocketAddress address, Proxy proxy) {
        connected = true;
    }

    @Override
    public void requestHeadersStart(Call of) {
        sending = true;
    }

    @Override
    public void responseHeadersEnd(Call of, Response response) {
        head = response;
    }

    @Override
    public void onResponse(Call of, Response response) {
        Exchange exchange = null;
        try {
            exchange = Exchange.read(of, response);
        } finally {
            answered(response, exchange);
        }
    }

    @Override
    public void onFailure(Call of, IOException fault) {
        Throwable unexpected = AttemptFault.unexpected(fault);
        if (unexpected != null) {
            log(unexpected);
        }
        Response known = head;
        if (known == null) {
            ended(unanswered(of, fault), null);
        } else {
            // okhttp refuses some responses without closing their connections.
            of.cancel();
            answered(known, null);
        }
    }

    /**
     * The head of a response alone counts: neither the rest of it nor what okhttp or we make of it changes what the endpoint
     * said (D37). What this throws on a thread of the client is the outcome, which nobody would learn otherwise.
     */
    private void answered(Response response, @Nullable Exchange exchange) {
        try {
            Response known = Objects.requireNonNullElse(head, response);
            String retryAfter = known.header(HttpDelivery.RETRY_AFTER);
            Instant now = by.clock().instant();
            ended(Outcome.answered(known.code(), Outcome.retryAfter(retryAfter, now)), exchange);
        } catch (RuntimeException | Error fault) {
            ended(broken(fault), null);
        }
    }

    private Outcome unanswered(Call of, IOException fault) {
        if (fault == notOurs) {
            return Outcome.withheld(String.valueOf(fault.getMessage()), sending);
        }
        boolean timedOut = fault instanceof InterruptedIOException;
        boolean onReusedConnection = sending && !connected;
        if (onReusedConnection && !timedOut && AttemptFault.unexpected(fault) == null && !of.isCanceled()) {
            return Outcome.stale("a connection kept from an earlier message was closed; retried at once");
        }
        String words = AttemptFault.words(fault);
        return sending ? Outcome.unanswered("no answer: " + words) : Outcome.unsent("can't be reached: " + words);
    }

    /** The outcome of an attempt that ended with a fault of this program, or of a library: it may have been sent. */
    private Outcome broken(Throwable fault) {
        log(fault);
        return Outcome.unanswered(AttemptFault.UNEXPECTED.text());
    }

    /** Logs where the fault is from, but not its message, which may quote a secret. */
    private void log(Throwable fault) {
        LOG.warn(
                "webhook {} to partner {} ended with an unexpected {} at {}",
                message.id(),
                endpoint().partnerId(),
                fault.getClass().getName(),
                Stream.of(fault.getStackTrace())
                        .limit(FRAMES)
                        .map(String::valueOf)
                        .toList());
    }

    // Its end

    /** Only the first end counts. */
    private void ended(Outcome outcome, @Nullable Exchange exchange) {
        if (hasEnded.getAndSet(true)) {
            return;
        }
        AtomicReference<Outcome> concluded = new AtomicReference<>(outcome);
        EndpointInUse.Tried tried = new EndpointInUse.Tried(slot, started, message, terms.failedSince());
        each(
                () -> report(outcome, exchange),
                () -> concluded.set(slot.completed(tried, outcome)),
                () -> done.accept(concluded.get()));
    }

    /** Of the response, nothing is recorded if an endpoint that accepts everything has too many of them. */
    private void report(Outcome outcome, @Nullable Exchange exchange) {
        LOG.debug("webhook {} to partner {}: {}", message.id(), endpoint().partnerId(), outcome.reason());
        String response = exchange != null && slot.endpoint.isRecorded(outcome) ? exchange.responseBody() : "";
        by.attempts().accept(message.attempt(endpoint(), started, by.clock().instant(), outcome, response));
    }

    /** Takes every step, whatever another one throws: nothing may keep an endpoint's place, or hide an outcome. */
    private static void each(Runnable... steps) {
        for (Runnable step : steps) {
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                LOG.error("a step of a webhook's attempt failed; the other steps were taken", e);
            }
        }
    }
}
