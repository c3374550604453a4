package dev.partnercatalog.query.operation;

import dev.partnercatalog.runtime.http.ServerUnderAttack;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What anyone without a token can do to the API. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiAttackTest {

    private static final String LARGE = "Host: localhost\r\nContent-Length: 16777217\r\n";

    private final ApiHarness api = new ApiHarness();

    private final ServerUnderAttack attack =
            new ServerUnderAttack(api.address(), "/v1/10/variants/batch-get", "/v1/service/health");

    @AfterAll
    void close() {
        api.close();
    }

    @ParameterizedTest
    @MethodSource("dev.partnercatalog.runtime.http.ServerUnderAttack#ambiguousRequests")
    void refuses_a_bare_LF_and_anything_else_that_is_ambiguous(String request) throws IOException {
        attack.assertRefused(request);
    }

    @Test
    void refuses_a_body_unread_and_at_once() throws IOException {
        attack.assertRefusedUnread(401, "POST /v1/10/variants/batch-get HTTP/1.1\r\n" + LARGE);
        attack.assertRefusedUnread(401, "PUT /v1/partner HTTP/1.1\r\nAuthorization: Bearer a.b.c\r\n" + LARGE);
        attack.assertRefusedUnread(404, "POST /nothing HTTP/1.1\r\n" + LARGE);
        attack.assertRefusedUnread(
                413,
                "PUT /v1/partner HTTP/1.1\r\nContent-Type: application/json\r\nAuthorization: " + ApiHarness.bearer()
                        + "\r\n" + LARGE);
    }
}
