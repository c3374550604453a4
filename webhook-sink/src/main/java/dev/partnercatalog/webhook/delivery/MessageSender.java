package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookUrl;
import dev.partnercatalog.runtime.credential.OAuth2Client;
import dev.partnercatalog.runtime.credential.WebhookSigningKey;
import dev.partnercatalog.runtime.secret.SecretException;
import dev.partnercatalog.runtime.trace.TraceParent;
import dev.partnercatalog.webhook.credential.AccessTokens;
import dev.partnercatalog.webhook.credential.BearerToken;
import dev.partnercatalog.webhook.credential.Credentials;
import dev.partnercatalog.webhook.credential.TokenRequest;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.WebhookSignature;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the request of a message, with everything that its endpoint requires, and reports the outcome. No method
 * waits. Thread-safe.
 */
final class MessageSender {

    private static final Logger LOG = LoggerFactory.getLogger(MessageSender.class);

    /** How many frames of a fault's stack are logged. */
    private static final int FRAMES = 5;

    /** The header with the ids of the keys that made the {@code v1a} signatures, in the order of the signatures. */
    private static final String KEY_IDS = "webhook-key-ids";

    private static final int UNAUTHORIZED = 401;

    /** Whoever has a message sent. */
    interface Caller {

        /** As in {@link MessageDelivery.Permit#send}. */
        boolean isOurs();

        /** Called for each request before it is sent. */
        void begun(Call request);

        /**
         * Called at least once, unless sending throws.
         *
         * @param exchange null if no response was read
         */
        void ended(Outcome outcome, @Nullable Exchange exchange);
    }

    private final HttpDelivery.Rules rules;
    private final AccessTokens tokens;
    private final String userAgent;
    private final OkHttpClient client;
    private final InstantSource clock;

    /** @param client makes one attempt per call */
    MessageSender(HttpDelivery.Rules rules, String userAgent, OkHttpClient client, InstantSource clock) {
        this.rules = rules;
        this.tokens = new AccessTokens(new TokenRequest(client, rules.addresses(), userAgent, clock)::send, clock);
        this.userAgent = userAgent;
        this.client = client;
        this.clock = clock;
    }

    /** Discards what is known of all other partners' credentials. */
    void retain(Collection<String> partnerIds) {
        rules.credentials().retain(partnerIds);
        tokens.retain(partnerIds);
    }

    /**
     * Sends a message once. If the endpoint rejects the token, the token is replaced and the message sent with the new
     * one.
     *
     * @param trace the trace to send with the message, if any
     */
    void send(EndpointSettings to, Message message, @Nullable TraceParent trace, Caller caller) {
        Optional<String> problem = WebhookUrl.problem(to.endpoint().url(), rules.addresses());
        HttpUrl url = problem.isPresent() ? null : HttpUrl.parse(to.endpoint().url());
        if (url == null) {
            caller.ended(Outcome.unsent("its URL " + problem.orElse("can't be used")), null);
            return;
        }
        Credentials required;
        try {
            required = rules.credentials().of(to.endpoint().partnerId(), to.credentials(), client);
        } catch (SecretException e) {
            caller.ended(Outcome.unsent("its authentication can't be used: " + e.getMessage()), null);
            return;
        }
        new Sending(url, to, message, trace, required, caller).authorize(true);
    }

    /** The outcome of an attempt that ended with a fault of this program, or of a library: it may have been sent. */
    static Outcome broken(EndpointSettings to, Message message, Throwable fault) {
        log(to, message, fault);
        return Outcome.unanswered(OneAttempt.reason(fault));
    }

    /** Logs where the fault is from, but not its message, which may quote a secret. */
    private static void log(EndpointSettings to, Message message, Throwable fault) {
        LOG.warn(
                "webhook {} to partner {} ended with an unexpected {} at {}",
                message.id(),
                to.endpoint().partnerId(),
                fault.getClass().getName(),
                Stream.of(fault.getStackTrace())
                        .limit(FRAMES)
                        .map(String::valueOf)
                        .toList());
    }

    private Request request(Sending sending, @Nullable BearerToken token, OneAttempt.Progress progress) {
        Message message = sending.message;
        Instant time = clock.instant();
        List<WebhookSigningKey> keys = sending.required.keys(time);
        Request.Builder request = new Request.Builder().url(sending.url);
        // Our own headers are set afterwards, so that they win over these.
        sending.required.headers().forEach(header -> request.header(header.name(), header.value()));
        long timestamp = time.getEpochSecond();
        request.header("User-Agent", userAgent)
                .header("Accept-Encoding", "identity") // little of the response is read, so it needn't be compressed
                .header("webhook-id", message.id())
                .header("webhook-timestamp", Long.toString(timestamp))
                .header(
                        "webhook-signature",
                        WebhookSignature.header(rules.secrets().apply(sending.to), keys, message, timestamp))
                .post(OneAttempt.body(message.body(), progress))
                .tag(OneAttempt.Progress.class, progress);
        if (!keys.isEmpty()) {
            request.header(KEY_IDS, keys.stream().map(WebhookSigningKey::keyId).collect(Collectors.joining(" ")));
        }
        if (token != null) {
            request.header("Authorization", "Bearer " + token.value());
        }
        TraceParent trace = sending.trace;
        return (trace == null ? request : request.header(TraceParent.HEADER, trace.text())).build();
    }

    /** A message being sent. */
    private final class Sending {

        private final HttpUrl url;
        private final EndpointSettings to;
        private final Message message;
        private final @Nullable TraceParent trace;
        private final Credentials required;
        private final Caller caller;
        private final Instant started = clock.instant();

        Sending(
                HttpUrl url,
                EndpointSettings to,
                Message message,
                @Nullable TraceParent trace,
                Credentials required,
                Caller caller) {
            this.url = url;
            this.to = to;
            this.message = message;
            this.trace = trace;
            this.required = required;
            this.caller = caller;
        }

        /** @param first whether nothing was sent yet, so that a token that the endpoint rejects may be replaced */
        void authorize(boolean first) {
            OAuth2Client oauth2 = required.oauth2();
            if (oauth2 == null) {
                send(null, first, false);
                return;
            }
            var unused = tokens.of(to.endpoint().partnerId(), oauth2)
                    .whenComplete((token, fault) -> step(() -> {
                        if (token == null) {
                            String reason = "no access token: " + fault.getMessage();
                            caller.ended(first ? Outcome.unsent(reason) : Outcome.unanswered(reason), null);
                        } else {
                            // A token that was obtained for this very attempt is as good as the next one.
                            send(token, first, first && token.obtainedAt().isBefore(started));
                        }
                    }));
        }

        private void send(@Nullable BearerToken token, boolean first, boolean replaceable) {
            OneAttempt.Progress progress = new OneAttempt.Progress(caller::isOurs, !first);
            // A test must show the state of the endpoint, not of a kept connection that nobody needs any more.
            OkHttpClient through = message.contents().isPing()
                    ? OneAttemptClient.keepingNoConnections(required.client())
                    : required.client();
            Call call = through.newCall(request(this, token, progress));
            caller.begun(call);
            call.enqueue(new Callback() {
                @Override
                public void onResponse(Call answered, Response response) {
                    OneAttempt.Answer answer = null;
                    try {
                        answer = OneAttempt.read(answered, response);
                    } finally {
                        answered(response, answer);
                    }
                }

                @Override
                public void onFailure(Call failed, IOException fault) {
                    Throwable unexpected = OneAttempt.unexpected(fault);
                    if (unexpected != null) {
                        log(to, message, unexpected);
                    }
                    Response head = progress.head();
                    if (head == null) {
                        Outcome outcome = OneAttempt.ended(failed, progress, fault, clock.instant());
                        caller.ended(outcome, null);
                    } else {
                        // okhttp refuses some responses without closing their connections.
                        failed.cancel();
                        answered(head, null);
                    }
                }

                private void answered(Response response, OneAttempt.@Nullable Answer answer) {
                    step(() -> {
                        Response head = Objects.requireNonNullElse(progress.head(), response);
                        if (token != null && head.code() == UNAUTHORIZED) {
                            tokens.refused(to.endpoint().partnerId(), token);
                            if (replaceable) {
                                authorize(false);
                                return;
                            }
                        }
                        caller.ended(
                                OneAttempt.answered(head, clock.instant()), answer == null ? null : new Exchange(call.request(), answer));
                    });
                }
            });
        }

        /** Takes a step on a thread of the client. What it throws is the outcome, which nobody would learn otherwise. */
        private void step(Runnable step) {
            try {
                step.run();
            } catch (RuntimeException | Error fault) {
                caller.ended(broken(to, message, fault), null);
            }
        }
    }
}
