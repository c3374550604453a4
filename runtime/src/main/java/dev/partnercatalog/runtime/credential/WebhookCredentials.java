package dev.partnercatalog.runtime.credential;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a partner's endpoint requires of the sender in addition to the symmetric signature, in clear text.
 *
 * @param ed25519 whether messages also carry {@code v1a} signatures
 * @param headers carried by every message
 * @param oauth2 the source of the access token; null if messages carry none
 * @param clientCertificate used for connections; null if they are made without one
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
