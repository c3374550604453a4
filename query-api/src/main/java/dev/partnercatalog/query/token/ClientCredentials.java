package dev.partnercatalog.query.token;

import dev.partnercatalog.query.token.TokenEndpoint.TokenException;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The credentials of a token request, sent by either of the two methods (RFC 6749, section 2.3.1). */
record ClientCredentials(String clientId, String secret) {

    private static final String BASIC = "Basic ";

    /**
     * Reads the credentials of a request.
     *
     * @param authorization the request's Authorization headers
     * @throws TokenException if there are none, or both methods are used, or they are malformed
     */
    static ClientCredentials of(List<String> authorization, FormParameters form) {
        if (authorization.size() > 1) {
            throw TokenException.invalidRequest("There is more than one Authorization header.");
        }
        String clientId = form.get("client_id");
        String secret = form.get("client_secret");
        if (authorization.isEmpty()) {
            return ofForm(clientId, secret);
        }
        ClientCredentials basic = ofBasic(authorization.get(0));
        boolean anotherClient = clientId != null && !clientId.equals(basic.clientId());
        if (secret != null || anotherClient) {
            throw TokenException.invalidRequest(
                    "Credentials are given both in the Authorization header and in the body.");
        }
        return basic;
    }

    private static ClientCredentials ofForm(@Nullable String clientId, @Nullable String secret) {
        if (clientId == null || secret == null) {
            throw TokenException.invalidClient(
                    "client_id and client_secret are required, in the body or by HTTP Basic.");
        }
        return new ClientCredentials(clientId, secret);
    }

    private static ClientCredentials ofBasic(String header) {
        String pair = header.regionMatches(true, 0, BASIC, 0, BASIC.length())
                ? text(header.substring(BASIC.length()).strip())
                : null;
        int colon = pair == null ? -1 : pair.indexOf(':');
        if (pair != null && colon >= 0) {
            String clientId = FormParameters.decode(pair.substring(0, colon));
            String secret = FormParameters.decode(pair.substring(colon + 1));
            if (clientId != null && secret != null) {
                return new ClientCredentials(clientId, secret);
            }
        }
        throw TokenException.invalidClient("The Authorization header contains no HTTP Basic credentials.");
    }

    private static @Nullable String text(String base64) {
        try {
            return FormParameters.utf8(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return "ClientCredentials[" + clientId + "]";
    }
}
