package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.webhook.message.Message;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Posts messages to a webhook of the operator's own, as partners get theirs. It may be at a private address and speak plain
 * HTTP. Of the connections and threads that partners' messages use it takes none. Thread-safe.
 */
public final class OperatorWebhook implements AutoCloseable {

    private final HttpUrl url;
    private final List<String> secrets;
    private final HttpSettings settings;
    private final InstantSource clock;
    private final OkHttpClient client;
    private volatile boolean closed;

    /**
     * @param url http or https
     * @param secret that signs, {@code whsec_} and base64
     * @throws IllegalArgumentException where the URL is none that can be posted to
     */
    public OperatorWebhook(URI url, String secret, HttpSettings settings, InstantSource clock) {
        HttpUrl parsed = HttpUrl.get(url);
        if (parsed == null) {
            throw new IllegalArgumentException("the URL for alerts is neither http nor https");
        }
        this.url = parsed;
        this.secrets = List.of(secret);
        this.settings = settings;
        this.clock = clock;
        // Alerts are rare, so that a kept connection would mostly have been closed.
        this.client = OneAttemptClient.keepingNoConnections(
                OneAttemptClient.create(new WebhookAddresses(true, Set.of()), settings.timeout(), 1));
    }

    /** Makes one attempt, and waits for its end for as long as {@link HttpSettings#timeout()} at most. */
    public Outcome post(Message message) {
        OneAttempt.Progress progress = new OneAttempt.Progress(() -> !closed);
        Request.Builder request = new Request.Builder().url(url);
        MessageSender.complete(request, settings.userAgent(), secrets, List.of(), message, clock.instant(), progress);
        Call call = client.newCall(request.build());
        try {
            Response response = call.execute();
            Outcome outcome = Outcome.answered(
                    response.code(), RetryAfter.parse(response.header(OneAttempt.RETRY_AFTER), clock.instant()));
            OneAttempt.drop(call, response);
            return outcome;
        } catch (IOException e) {
            return OneAttempt.unanswered(call, progress, e);
        }
    }

    /** Breaks off what is under way. */
    @Override
    public void close() {
        closed = true;
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }
}
