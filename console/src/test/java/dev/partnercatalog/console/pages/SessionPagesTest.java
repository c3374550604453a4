package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.access.ConsoleAudit;
import dev.partnercatalog.console.access.SignInAttempts;
import dev.partnercatalog.console.access.Tokens;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.operations.audit.Audit;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import io.github.bucket4j.TimeMeter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("it reads the log, which all classes share")
class SessionPagesTest {

    private static final String TOKEN = "the-token-of-this-test";
    private static final String GUESS = "a-guess-that-is-wrong";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final ConsoleAudit audit = new ConsoleAudit(new Audit(new AuditTrailInMemory(), Clock.systemUTC()));
    private final Logger logger = (Logger) LoggerFactory.getLogger(SignInAttempts.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private ConsoleServer server;

    @BeforeEach
    void start() throws Exception {
        log.start();
        logger.addAppender(log);
        AccessPolicy policy = Tokens.guarded(TOKEN, List.of());
        SignInAttempts attempts = new SignInAttempts(policy, TimeMeter.SYSTEM_NANOTIME);
        RemoteAddresses addresses = new RemoteAddresses(List.of("127.0.0.1"));
        server = ConsoleServer.start(
                "127.0.0.1",
                0,
                policy,
                audit,
                addresses,
                Optional::empty,
                List.of(new SessionPages(attempts, addresses, audit)));
    }

    @AfterEach
    void stop() {
        server.close();
        audit.close();
        logger.detachAppender(log);
    }

    @Test
    void too_many_wrong_tokens_of_an_address_are_answered_429_and_when_to_come_again() throws Exception {
        for (int i = 0; i < 10; i++) {
            HttpResponse<String> wrong = signIn(GUESS, "10.0.0.1");
            assertThat(wrong.statusCode()).isEqualTo(403);
            assertThat(wrong.body()).contains("That token is not valid.", "<h1>Sign in</h1>");
        }
        HttpResponse<String> refused = signIn(TOKEN, "10.0.0.1");
        assertThat(refused.statusCode()).isEqualTo(429);
        String wait = refused.headers().firstValue("Retry-After").orElseThrow();
        assertThat(Long.parseLong(wait)).isBetween(1L, 6L);
        assertThat(refused.body()).contains("Try again in " + wait + " s.", "<h1>Sign in</h1>");
        assertThat(refused.headers().firstValue("Set-Cookie")).isEmpty();

        HttpResponse<String> elsewhere = signIn(TOKEN, "10.0.0.2");
        assertThat(elsewhere.statusCode()).isEqualTo(303);
        assertThat(elsewhere.headers().firstValue("Set-Cookie")).isPresent();
    }

    @Test
    void the_log_tells_who_gave_a_wrong_token_and_never_the_token() throws Exception {
        signIn(GUESS, "10.0.0.3");
        signIn(TOKEN, "10.0.0.3");
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(
                        wrong -> assertThat(wrong).contains("10.0.0.3", "wrong token", "tries left: 9"),
                        right -> assertThat(right).contains("10.0.0.3 signed in as console"))
                .noneMatch(line -> line.contains(GUESS) || line.contains(TOKEN));
    }

    /** @param forwardedFor as reported by the proxy in front */
    private HttpResponse<String> signIn(String token, String forwardedFor) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(server.address().resolve("/sign-in"))
                        .header("Origin", server.address().toString())
                        .header("X-Forwarded-For", forwardedFor)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString("token=" + token))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
