package dev.partnercatalog.query.token;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.partnercatalog.query.token.TokenServer.TokenSettings;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.http.JsonOutput;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.http.RequestBody;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Collections;
import java.util.List;

/**
 * {@code POST /oauth2/token}: the client credentials grant and nothing else (RFC 6749, sections 2.3.1, 4.4 and 5; D17).
 * Errors have the format that OAuth clients understand, not the API's.
 */
final class TokenEndpoint implements Handler {

    private static final String FORM = "application/x-www-form-urlencoded";
    static final int MAX_BODY_BYTES = 16 * 1024;
    private static final String CHALLENGE = "Basic realm=\"partner-catalog\", charset=\"UTF-8\"";

    @JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
    private record Token(String accessToken, String tokenType, long expiresIn, String scope) {}

    private final ClientAuthentication authentication;
    private final RemoteAddresses addresses;
    private final AccessTokenIssuer issuer;

    TokenEndpoint(ClientAuthentication authentication, RemoteAddresses addresses, AccessTokenIssuer issuer) {
        this.authentication = authentication;
        this.addresses = addresses;
        this.issuer = issuer;
    }

    @Override
    public void handle(Context context) {
        try {
            context.result(tokenFor(context));
        } catch (TokenException e) {
            context.status(e.status());
            if (e.status() == 401) {
                context.header("WWW-Authenticate", CHALLENGE);
            }
            context.result(e.body());
        }
    }

    private byte[] tokenFor(Context context) {
        FormParameters form = form(context);
        String grantType = form.get("grant_type");
        if (grantType == null) {
            throw TokenException.invalidRequest("grant_type is missing.");
        }
        List<String> authorization = Collections.list(context.req().getHeaders("Authorization"));
        Client client = authentication.find(ClientCredentials.of(authorization, form), addresses.of(context));
        if (client == null) {
            throw TokenException.invalidClient("The client is unknown or disabled, or its secret is wrong.");
        }
        if (!grantType.equals("client_credentials")) {
            throw new TokenException("unsupported_grant_type", 400, "grant_type must be client_credentials.");
        }
        String scope = form.get("scope");
        if (scope != null && !scope.equals(TokenSettings.SCOPE)) {
            throw new TokenException("invalid_scope", 400, "The only scope is " + TokenSettings.SCOPE + ".");
        }
        return JsonOutput.of(
                new Token(issuer.issue(client), "Bearer", TokenSettings.LIFETIME.toSeconds(), TokenSettings.SCOPE));
    }

    private static FormParameters form(Context context) {
        if (!RequestBody.isMediaType(RequestBody.contentType(context), FORM)) {
            throw TokenException.invalidRequest("The body must be " + FORM + ".");
        }
        if (context.queryString() != null) {
            throw TokenException.invalidRequest("Parameters belong in the body, not in the URL.");
        }
        return FormParameters.parse(RequestBody.bytes(context, MAX_BODY_BYTES));
    }
}
