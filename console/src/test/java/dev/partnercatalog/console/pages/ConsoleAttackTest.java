package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.access.ConsoleAudit;
import dev.partnercatalog.console.access.SignInAttempts;
import dev.partnercatalog.console.access.Tokens;
import dev.partnercatalog.http.RawClient;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.http.ServerUnderAttack;
import dev.partnercatalog.operations.audit.Audit;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import io.github.bucket4j.TimeMeter;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What anyone who reaches the console's port can do without its token: never keep an operator out. */
class ConsoleAttackTest {

    private static final String TOKEN = "the-token-of-this-test";
    private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
    private static final String LARGE = "Host: localhost\r\nContent-Length: 16777216\r\n";
    private static final String OF_THE_CONSOLE = "Origin: http://localhost\r\n";

    private final ConsoleAudit audit = new ConsoleAudit(new Audit(new AuditTrailInMemory(), Clock.systemUTC()));
    private ConsoleServer server;
    private ServerUnderAttack attack;

    @BeforeEach
    void start() {
        AccessPolicy policy = Tokens.guarded(TOKEN, List.of());
        SignInAttempts attempts = new SignInAttempts(policy, TimeMeter.SYSTEM_NANOTIME);
        RemoteAddresses addresses = new RemoteAddresses(List.of());
        server = ConsoleServer.start(
                "127.0.0.1",
                0,
                policy,
                audit,
                addresses,
                Optional::empty,
                List.of(new SessionPages(attempts, addresses, audit)));
        attack = new ServerUnderAttack(server.address(), AccessPolicy.SIGN_IN_PATH, AccessPolicy.SIGN_IN_PATH);
    }

    @AfterEach
    void stop() {
        server.close();
        audit.close();
    }

    @ParameterizedTest
    @EnumSource
    void an_operator_is_answered_while_connections_that_send_no_request_are_held(ServerUnderAttack.Beginning beginning)
            throws IOException {
        attack.assertAnswersWhileHeldBy(beginning);
        // Those that have just disconnected are still being processed.
        await().atMost(Duration.ofSeconds(20)).untilAsserted(this::assertSignsIn);
    }

    @ParameterizedTest
    @MethodSource("dev.partnercatalog.http.ServerUnderAttack#ambiguousRequests")
    void a_bare_LF_and_whatever_else_has_two_readings_is_refused(String request) throws IOException {
        attack.assertRefused(request);
    }

    @Test
    void a_large_form_is_refused_unread_and_at_once() throws IOException {
        assertSignsIn();
        attack.assertRefusedUnread(413, "POST /sign-in HTTP/1.1\r\n" + OF_THE_CONSOLE + FORM + LARGE);
        attack.assertRefusedUnread(413, "POST /sign-in HTTP/1.1\r\n" + FORM + LARGE);
        assertSignsIn();
    }

    private void assertSignsIn() throws IOException {
        String form = "token=" + TOKEN;
        RawClient.Response answer = RawClient.send(
                server.address(),
                "POST /sign-in HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + OF_THE_CONSOLE + FORM
                        + "Content-Length: " + form.length() + "\r\n\r\n" + form);
        assertThat(answer.status()).as(answer.body()).isEqualTo(303);
        assertThat(answer.headers()).containsKey("set-cookie");
    }
}
