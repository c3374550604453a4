package dev.partnercatalog.query;

import dev.partnercatalog.query.access.ExternalIssuer;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that the query API accepts.
 *
 * @param issuer the token endpoint's public address as named in tokens, without a slash at its end. It must be the same
 *     on all instances, and must not change while tokens are valid. Null: {@code http://host:authPort}
 * @param external the issuer whose tokens are accepted instead of our own; then there is no token endpoint. Null: none
 * @param audience of the tokens
 * @param allowOrigin the origin whose pages may ask the token endpoint, or {@code *}
 */
public record AcceptedTokens(
        @Nullable URI issuer, @Nullable ExternalIssuer external, String audience, String allowOrigin) {

    public static final String DEFAULT_AUDIENCE = "partner-catalog";

    public static final String DEFAULT_ALLOW_ORIGIN = "*";

    public static final AcceptedTokens DEFAULT = new AcceptedTokens(null, null, DEFAULT_AUDIENCE, DEFAULT_ALLOW_ORIGIN);
}
