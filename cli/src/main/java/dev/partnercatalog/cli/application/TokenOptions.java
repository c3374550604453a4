package dev.partnercatalog.cli.application;

import dev.partnercatalog.cli.options.InForm;
import dev.partnercatalog.query.QueryApiSettings.AcceptedTokens;
import dev.partnercatalog.query.access.ExternalIssuer;
import dev.partnercatalog.query.access.TokenForm;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The tokens that the query API accepts. */
final class TokenOptions {

    @Option(
            names = "--issuer",
            paramLabel = "URL",
            converter = InForm.Url.class,
            defaultValue = "${env:CATALOG_ISSUER}",
            description = {
                "The token endpoint's address as partners see it; use the same value for all instances.",
                "$CATALOG_ISSUER, derived from --host and --auth-port by default"
            })
    private @Nullable URI issuer;

    @Option(
            names = "--jwks-url",
            paramLabel = "URL",
            converter = InForm.Url.class,
            defaultValue = "${env:CATALOG_JWKS_URL}",
            description = {
                "Keys of an external issuer, given with --issuer: its tokens are accepted instead of our own,",
                "and there is no token endpoint. https, or http on this machine."
            })
    private @Nullable URI jwksUrl;

    @Option(
            names = "--audience",
            paramLabel = "NAME",
            defaultValue = "${env:CATALOG_AUDIENCE:-" + AcceptedTokens.DEFAULT_AUDIENCE + "}",
            description = "Audience of tokens.")
    private String audience = "";

    @Option(
            names = "--token-allow-origin",
            paramLabel = "ORIGIN",
            defaultValue = "${env:CATALOG_TOKEN_ALLOW_ORIGIN:-" + AcceptedTokens.DEFAULT_ALLOW_ORIGIN + "}",
            description = "Value of Access-Control-Allow-Origin in the token endpoint's responses.")
    private String allowOrigin = "";

    @Option(
            names = "--token-types",
            paramLabel = "TYPE",
            split = ",",
            defaultValue = "${env:CATALOG_TOKEN_TYPES:-at+jwt}",
            description = {
                "Only with --jwks-url: the type of the issuer's access tokens, at+jwt, JWT, or none if they",
                "have none; several with commas between them."
            })
    private List<String> tokenTypes = List.of();

    @Option(
            names = "--token-audience-claim",
            paramLabel = "CLAIM",
            defaultValue = "${env:CATALOG_TOKEN_AUDIENCE_CLAIM:-aud}",
            description = {
                "Only with --jwks-url: the claim that must have --audience. none, if the issuer's tokens have",
                "no such claim, but token_use."
            })
    private String tokenAudienceClaim = "";

    @Option(
            names = "--token-scope-claim",
            paramLabel = "CLAIM",
            defaultValue = "${env:CATALOG_TOKEN_SCOPE_CLAIM:-scope}",
            description = "Only with --jwks-url: the claim that must have partner/read.")
    private String tokenScopeClaim = "";

    /** Throws {@link IllegalArgumentException} if the options can't be combined. */
    AcceptedTokens settings() {
        return new AcceptedTokens(issuer, external(), audience, allowOrigin);
    }

    private @Nullable ExternalIssuer external() {
        TokenForm form = new TokenForm(Set.copyOf(tokenTypes), tokenAudienceClaim, tokenScopeClaim);
        if (jwksUrl == null) {
            if (!form.equals(TokenForm.RFC_9068)) {
                throw new IllegalArgumentException(
                        "--token-types, --token-audience-claim and --token-scope-claim require --jwks-url: our own"
                                + " tokens have one form");
            }
            return null;
        }
        if (issuer == null) {
            throw new IllegalArgumentException("--jwks-url requires --issuer: tokens must come from that issuer");
        }
        return new ExternalIssuer(issuer, jwksUrl, form);
    }
}
