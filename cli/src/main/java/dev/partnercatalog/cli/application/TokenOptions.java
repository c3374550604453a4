package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.connection.HttpUrl;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.access.ExternalIssuer;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The tokens that the query API accepts. */
final class TokenOptions {

    @Option(
            names = "--issuer",
            paramLabel = "URL",
            converter = HttpUrl.class,
            defaultValue = "${env:CATALOG_ISSUER}",
            description = {
                "The token endpoint's address as partners see it; use the same value for all instances.",
                "$CATALOG_ISSUER, derived from --host and --auth-port by default"
            })
    private @Nullable URI issuer;

    @Option(
            names = "--jwks-url",
            paramLabel = "URL",
            converter = HttpUrl.class,
            defaultValue = "${env:CATALOG_JWKS_URL}",
            description = {
                "Keys of an external issuer, given with --issuer: its tokens are accepted instead of our own,",
                "and there is no token endpoint. https, or http on this machine.",
                "$CATALOG_JWKS_URL, none by default"
            })
    private @Nullable URI jwksUrl;

    @Option(
            names = "--audience",
            paramLabel = "NAME",
            defaultValue = "${env:CATALOG_AUDIENCE:-" + QueryApiSettings.DEFAULT_AUDIENCE + "}",
            description = {"Audience of tokens.", "$CATALOG_AUDIENCE, default ${DEFAULT-VALUE}"})
    private String audience = "";

    @Nullable
    URI issuer() {
        return issuer;
    }

    String audience() {
        return audience;
    }

    /** Null if tokens are our own. Throws {@link IllegalArgumentException} if the options can't be combined. */
    @Nullable
    ExternalIssuer externalIssuer() {
        if (jwksUrl == null) {
            return null;
        }
        if (issuer == null) {
            throw new IllegalArgumentException("--jwks-url requires --issuer: tokens must come from that issuer");
        }
        return new ExternalIssuer(issuer, jwksUrl);
    }
}
