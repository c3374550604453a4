package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.webhook.message.Message;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import okhttp3.Call;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Posts messages to the operator's webhook, in the same format as partners' messages. It may be at a private address
 * and use plain HTTP. It shares no connections or threads with partners' messages. Thread-safe.
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
     * @param secret signing secret, {@code whsec_} and base64
     * @throws IllegalArgumentException if messages can't be posted to the URL
     */
    public OperatorWebhook(URI url, String secret, HttpSettings settings, InstantSource clock) {
        HttpUrl parsed = HttpUrl.get(url);
        if (parsed == null) {
            throw new IllegalArgumentException("the URL for alerts must be http or https");
        }
        this.url = parsed;
        this.secrets = List.of(secret);
        this.settings = settings;
        this.clock = clock;
        // Alerts are rare, so a kept connection would mostly be closed by then.
        this.client = OneAttemptClient.keepingNoConnections(
                OneAttemptClient.create(new WebhookAddresses(true, Set.of()), settings.timeout(), 1));
    }

    /** Makes one attempt, and waits at most {@link HttpSettings#timeout()} for it to end. */
    public Outcome post(Message message) {
        OneAttempt.Progress progress = new OneAttempt.Progress(() -> !closed);
        Request.Builder request = new Request.Builder().url(url);
        MessageSender.complete(request, settings.userAgent(), secrets, message, clock.instant(), progress);
        Call call = client.newCall(request.build());
        try {
            Response response = call.execute();
            var unused = OneAttempt.read(call, response);
            return OneAttempt.answered(Objects.requireNonNullElse(progress.head(), response), clock.instant());
        } catch (IOException | RuntimeException e) {
            call.cancel();
            return OneAttempt.ended(call, progress, e, clock.instant());
        }
    }

    /** Breaks off what is in flight. */
    @Override
    public void close() {
        closed = true;
        client.dispatcher().cancelAll();
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }
}
