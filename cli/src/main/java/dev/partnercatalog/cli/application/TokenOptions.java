package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.connection.HttpUrl;
import dev.partnercatalog.query.QueryApiSettings;
import dev.partnercatalog.query.access.ExternalIssuer;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whose tokens the query API takes. */
final class TokenOptions {

    @Option(
            names = "--issuer",
            paramLabel = "URL",
            converter = HttpUrl.class,
            defaultValue = "${env:CATALOG_ISSUER}",
            description = {
                "The token endpoint's address as partners see it, the same at all instances.",
                "$CATALOG_ISSUER, by default made of --host and --auth-port"
            })
    private @Nullable URI issuer;

    @Option(
            names = "--jwks-url",
            paramLabel = "URL",
            converter = HttpUrl.class,
            defaultValue = "${env:CATALOG_JWKS_URL}",
            description = {
                "Keys of another issuer, the one that --issuer names: its tokens are taken instead of our own,",
                "and there is no token endpoint. https, or http on this machine.",
                "$CATALOG_JWKS_URL, by default none"
            })
    private @Nullable URI jwksUrl;

    @Option(
            names = "--audience",
            paramLabel = "NAME",
            defaultValue = "${env:CATALOG_AUDIENCE:-" + QueryApiSettings.DEFAULT_AUDIENCE + "}",
            description = {"Whom tokens are for.", "$CATALOG_AUDIENCE, default ${DEFAULT-VALUE}"})
    private String audience = "";

    @Nullable
    URI issuer() {
        return issuer;
    }

    String audience() {
        return audience;
    }

    /** Null where tokens are our own. Throws {@link IllegalArgumentException} where the options don't go together. */
    @Nullable
    ExternalIssuer externalIssuer() {
        if (jwksUrl == null) {
            return null;
        }
        if (issuer == null) {
            throw new IllegalArgumentException("--jwks-url needs --issuer: tokens are checked to come from it");
        }
        return new ExternalIssuer(issuer, jwksUrl);
    }
}
