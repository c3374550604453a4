package dev.partnercatalog.query.token;

import java.net.URI;
import java.time.Duration;

/**
 * The content of the issuer's tokens.
 *
 * @param issuer the issuer's public address, without a slash at its end; the same on every instance
 * @param audience for whom the tokens are intended
 * @param allowOrigin the origin whose pages may ask for tokens, or {@code *}
 */
public record TokenSettings(URI issuer, String audience, String allowOrigin) {

    /** The only scope, which covers every operation (D16). */
    public static final String SCOPE = "partner/read";

    /** The lifetime of the service's tokens (D16). */
    public static final Duration LIFETIME = Duration.ofHours(1);

    public TokenSettings {
        if (!issuer.isAbsolute() || issuer.getQuery() != null || issuer.getFragment() != null) {
            throw new IllegalArgumentException(
                    "issuer " + issuer + " is not an absolute URL without query and fragment");
        }
        if (issuer.toString().endsWith("/")) {
            throw new IllegalArgumentException("issuer " + issuer + " ends with a slash");
        }
    }
}
