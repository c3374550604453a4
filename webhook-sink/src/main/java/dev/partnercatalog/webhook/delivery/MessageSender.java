package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookUrl;
import dev.partnercatalog.runtime.secret.SecretException;
import dev.partnercatalog.webhook.message.Message;
import dev.partnercatalog.webhook.message.WebhookSignature;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
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

    /** Whoever has a message sent. */
    interface Caller {

        /** As in {@link MessageDelivery.Permit#send}. */
        boolean isOurs();

        /** Called before the request is sent. */
        void begun(Call request);

        /**
         * Called at least once, unless sending throws.
         *
         * @param exchange null if no response was read
         */
        void ended(Outcome outcome, @Nullable Exchange exchange);
    }

    private final HttpDelivery.Rules rules;
    private final String userAgent;
    private final OkHttpClient client;
    private final InstantSource clock;

    /** @param client makes one attempt per call */
    MessageSender(HttpDelivery.Rules rules, String userAgent, OkHttpClient client, InstantSource clock) {
        this.rules = rules;
        this.userAgent = userAgent;
        this.client = client;
        this.clock = clock;
    }

    /** Sends a message once. */
    void send(EndpointSettings to, Message message, Caller caller) {
        Optional<String> problem = WebhookUrl.problem(to.endpoint().url(), rules.addresses());
        HttpUrl url = problem.isPresent() ? null : HttpUrl.parse(to.endpoint().url());
        if (url == null) {
            caller.ended(Outcome.unsent("its URL " + problem.orElse("can't be used")), null);
            return;
        }
        Request.Builder request = new Request.Builder().url(url);
        try {
            rules.headers()
                    .open(to.endpoint().partnerId(), to.headers())
                    .forEach(header -> request.header(header.name(), header.value()));
        } catch (SecretException e) {
            caller.ended(Outcome.unsent("its authentication can't be used: " + e.getMessage()), null);
            return;
        }
        OneAttempt.Progress progress = new OneAttempt.Progress(caller::isOurs);
        // Our own headers are set after the partner's, so that they win.
        long timestamp = clock.instant().getEpochSecond();
        request.header("User-Agent", userAgent)
                .header("Accept-Encoding", "identity") // little of the response is read, so it needn't be compressed
                .header("webhook-id", message.id())
                .header("webhook-timestamp", Long.toString(timestamp))
                .header(
                        "webhook-signature",
                        WebhookSignature.header(rules.secrets().apply(to), message, timestamp))
                .post(OneAttempt.body(message.body(), progress))
                .tag(OneAttempt.Progress.class, progress);
        // A test must show the state of the endpoint, not of a kept connection that nobody needs any more.
        OkHttpClient through = message.contents().isPing() ? OneAttemptClient.keepingNoConnections(client) : client;
        Call call = through.newCall(request.build());
        caller.begun(call);
        call.enqueue(new Answered(to, message, progress, caller));
    }

    /** The outcome of an attempt that ended with a fault of this program, or of a library: it may have been sent. */
    static Outcome broken(EndpointSettings to, Message message, Throwable fault) {
        log(to, message, fault);
        return Outcome.unanswered(AttemptFault.UNEXPECTED.text());
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

    /** Reports how the request of a message ended. */
    private final class Answered implements Callback {

        private final EndpointSettings to;
        private final Message message;
        private final OneAttempt.Progress progress;
        private final Caller caller;

        Answered(EndpointSettings to, Message message, OneAttempt.Progress progress, Caller caller) {
            this.to = to;
            this.message = message;
            this.progress = progress;
            this.caller = caller;
        }

        @Override
        public void onResponse(Call call, Response response) {
            OneAttempt.Answer answer = null;
            try {
                answer = OneAttempt.read(call, response);
            } finally {
                answered(call, response, answer);
            }
        }

        @Override
        public void onFailure(Call call, IOException fault) {
            Throwable unexpected = OneAttempt.unexpected(fault);
            if (unexpected != null) {
                log(to, message, unexpected);
            }
            Response head = progress.head();
            if (head == null) {
                Outcome outcome = OneAttempt.ended(call, progress, fault, clock.instant());
                caller.ended(outcome, null);
            } else {
                // okhttp refuses some responses without closing their connections.
                call.cancel();
                answered(call, head, null);
            }
        }

        /** What this throws on a thread of the client is the outcome, which nobody would learn otherwise. */
        private void answered(Call call, Response response, OneAttempt.@Nullable Answer answer) {
            try {
                Response head = Objects.requireNonNullElse(progress.head(), response);
                caller.ended(
                        OneAttempt.answered(head, clock.instant()),
                        answer == null ? null : new Exchange(call.request(), answer));
            } catch (RuntimeException | Error fault) {
                caller.ended(broken(to, message, fault), null);
            }
        }
    }
}
