package dev.partnercatalog.query.token;

import static dev.partnercatalog.query.token.TokenHarness.GOOD;
import static dev.partnercatalog.query.token.TokenHarness.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.query.contract.Contract;
import dev.partnercatalog.query.contract.DeclaredResponses;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The issuer sends every member and every header that the document declares for its responses. */
class EverythingDocumentedByIssuerTest {

    private final DeclaredResponses declared = new DeclaredResponses(new Contract().document());
    private final Set<String> missing = new TreeSet<>(declared.all(path -> path.has("servers")));

    @Test
    void every_member_and_header_that_the_document_declares_is_sent() {
        assertThat(missing).contains("Token.access_token", "IssuerMetadata.jwks_uri", "retry-after");
        try (TokenHarness issuer = new TokenHarness()) {
            see(issuer.form(GOOD));
            see(issuer.send(issuer.request("/.well-known/jwks.json")));
            see(issuer.send(issuer.request("/.well-known/oauth-authorization-server")));
            see(issuer.send(issuer.request("/.well-known/jwks.json").POST(HttpRequest.BodyPublishers.noBody())));
            HttpResponse<String> refused = issuer.form(GOOD + "x");
            while (refused.statusCode() == 401) {
                see(refused);
                refused = issuer.form(GOOD + "x");
            }
            see(refused);
        }
        assertThat(missing).isEmpty();
    }

    private void see(HttpResponse<String> response) {
        missing.removeAll(declared.seen(
                "POST".equals(response.request().method())
                                && response.uri().getPath().startsWith("/.well-known")
                        ? "GET"
                        : response.request().method(),
                response.uri().getPath(),
                response.statusCode(),
                response.headers().map().keySet(),
                json(response)));
    }
}
