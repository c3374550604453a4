package dev.partnercatalog.query.token;

import dev.partnercatalog.runtime.http.ServerUnderAttack;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What anyone can do to the token endpoint. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenAttackTest {

    private static final String LARGE = "Host: localhost\r\nContent-Length: 16777216\r\n";

    private final TokenHarness endpoint = new TokenHarness();

    private final ServerUnderAttack attack =
            new ServerUnderAttack(endpoint.address(), "/oauth2/token", "/.well-known/jwks.json");

    @AfterAll
    void close() {
        endpoint.close();
    }

    @ParameterizedTest
    @MethodSource("dev.partnercatalog.runtime.http.ServerUnderAttack#ambiguousRequests")
    void refuses_a_bare_LF_and_anything_else_that_is_ambiguous(String request) throws IOException {
        attack.assertRefused(request);
    }

    @Test
    void refuses_a_body_unread_and_at_once() throws IOException {
        attack.assertRefusedUnread(
                413, "POST /oauth2/token HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\n" + LARGE);
        attack.assertRefusedUnread(404, "POST /nothing HTTP/1.1\r\n" + LARGE);
    }
}
