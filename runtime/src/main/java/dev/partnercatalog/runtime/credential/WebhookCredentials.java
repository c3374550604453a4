package dev.partnercatalog.runtime.credential;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a partner's endpoint asks of the sender beside the symmetric signature, in clear.
 *
 * @param ed25519 whether messages carry {@code v1a} signatures too
 * @param headers that every message carries
 * @param oauth2 where the access token comes from, null if messages carry none
 * @param clientCertificate that connections are made with, null if they are made without
 */
public record WebhookCredentials(
        boolean ed25519,
        List<StaticHeader> headers,
        @Nullable OAuth2Client oauth2,
        @Nullable ClientCertificate clientCertificate) {

    public WebhookCredentials {
        headers = List.copyOf(headers);
    }
}
