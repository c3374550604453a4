package dev.partnercatalog.webhook.credential;

import dev.partnercatalog.runtime.credential.OAuth2Client;
import dev.partnercatalog.runtime.credential.StaticHeader;
import dev.partnercatalog.runtime.credential.WebhookSigningKey;
import java.time.Instant;
import java.util.List;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/**
 * What a partner's endpoint requires, ready for use. Thread-safe.
 *
 * @param key makes {@code v1a} signatures, null if there are none
 * @param earlierKey also signs until {@code earlierKeyUntil}; both null if there is none
 * @param oauth2 the source of the access token, null if messages carry none
 * @param client makes the connections; it shares none with a client that uses a different certificate
 */
public record Credentials(
        @Nullable WebhookSigningKey key,
        @Nullable WebhookSigningKey earlierKey,
        @Nullable Instant earlierKeyUntil,
        List<StaticHeader> headers,
        @Nullable OAuth2Client oauth2,
        OkHttpClient client) {

    public Credentials {
        headers = List.copyOf(headers);
    }

    /** The keys that make {@code v1a} signatures at this time, newest first. */
    public List<WebhookSigningKey> keys(Instant time) {
        if (key == null) {
            return List.of();
        }
        return earlierKey != null && earlierKeyUntil != null && time.isBefore(earlierKeyUntil)
                ? List.of(key, earlierKey)
                : List.of(key);
    }
}
