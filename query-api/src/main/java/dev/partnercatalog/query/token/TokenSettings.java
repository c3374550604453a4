package dev.partnercatalog.query.token;

import java.net.URI;
import java.time.Duration;

/**
 * What the issuer's tokens say.
 *
 * @param issuer the issuer's public address, without a slash at its end; the same at every instance
 * @param audience who the tokens are for
 * @param lifetime from issue to expiry
 */
public record TokenSettings(URI issuer, String audience, Duration lifetime) {

    /** The one scope, which covers every operation (D16). */
    public static final String SCOPE = "partner/read";

    /** How long the service's tokens live (D16). */
    public static final Duration LIFETIME = Duration.ofHours(1);

    public TokenSettings {
        if (!issuer.isAbsolute() || issuer.getQuery() != null || issuer.getFragment() != null) {
            throw new IllegalArgumentException("issuer " + issuer + " is no absolute URL without query and fragment");
        }
        if (issuer.toString().endsWith("/")) {
            throw new IllegalArgumentException("issuer " + issuer + " ends with a slash");
        }
    }
}
