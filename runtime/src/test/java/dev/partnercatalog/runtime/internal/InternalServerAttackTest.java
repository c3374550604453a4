package dev.partnercatalog.runtime.internal;

import dev.partnercatalog.runtime.http.ServerUnderAttack;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What anyone can do to an application's internal address. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InternalServerAttackTest {

    private static final String LARGE = "Host: localhost\r\nContent-Length: 16777216\r\n";

    private final InternalServer server =
            InternalServer.start("127.0.0.1", 0, () -> true, () -> true, () -> "measured 1\n");

    private final ServerUnderAttack attack = new ServerUnderAttack(server.address(), "/metrics", "/internal/live");

    @AfterAll
    void close() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource
    void answers_while_connections_without_requests_are_held(ServerUnderAttack.Beginning beginning) throws IOException {
        attack.assertAnswersWhileHeldBy(beginning);
    }

    @ParameterizedTest
    @MethodSource("dev.partnercatalog.runtime.http.ServerUnderAttack#ambiguousRequests")
    void refuses_a_bare_LF_and_anything_else_that_is_ambiguous(String request) throws IOException {
        attack.assertRefused(request);
    }

    @Test
    void refuses_a_body_unread_and_at_once() throws IOException {
        attack.assertRefusedUnread(404, "POST /internal/live HTTP/1.1\r\n" + LARGE);
        attack.assertRefusedUnread(413, "GET /internal/ready HTTP/1.1\r\n" + LARGE);
        attack.assertRefusedUnread(404, "PUT /nothing HTTP/1.1\r\n" + LARGE);
    }
}
