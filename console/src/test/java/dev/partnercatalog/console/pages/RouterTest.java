package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.access.ConsoleAudit;
import dev.partnercatalog.console.access.SignInAttempts;
import dev.partnercatalog.console.access.Tokens;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.Audit;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import dev.partnercatalog.records.OperatorRole;
import dev.partnercatalog.runtime.html.Place;
import io.github.bucket4j.TimeMeter;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a form does, and what the audit log records about it. */
class RouterTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"form-token\" value=\"([^\"]+)\"");

    private final AuditTrailInMemory trail = new AuditTrailInMemory();
    private final ConsoleAudit audit = new ConsoleAudit(new Audit(trail, Clock.systemUTC()));
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());
    private ConsoleServer server;

    @BeforeEach
    void start() {
        AccessPolicy policy = Tokens.guarded(
                "the-token-of-the-console-itself",
                List.of(
                        Tokens.operator("alice", OperatorRole.LOOK, "alice-token"),
                        Tokens.operator("bob", OperatorRole.ACT, "bob-token")));
        RemoteAddresses addresses = new RemoteAddresses(List.of("127.0.0.1"));
        Pages pages = router -> {
            router.page("/", (context, visitor) -> Page.error("Home", "This is home."));
            router.form(
                    "/push",
                    "things push",
                    context -> new Router.Task("a thing", entry -> {
                        done.add("push");
                        entry.detail("harder");
                        return new Router.Done(Place.of(), List.of("It was pushed."));
                    }));
            router.form(
                    "/fail",
                    "things fail",
                    context -> new Router.Task("a thing", entry -> {
                        throw new OperatorFault("it is stuck");
                    }));
        };
        server = ConsoleServer.start(
                "127.0.0.1",
                0,
                policy,
                audit,
                addresses,
                Optional::empty,
                List.of(
                        pages,
                        new SessionPages(new SignInAttempts(policy, TimeMeter.SYSTEM_NANOTIME), addresses, audit)));
    }

    @AfterEach
    void stop() {
        server.close();
        audit.close();
    }

    @Test
    void an_action_has_its_record_with_the_operator_and_the_address_when_its_page_is_shown() throws Exception {
        String session = signIn("bob-token");
        HttpResponse<String> answer = post("/push", session);
        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(get(answer.headers().firstValue("Location").orElseThrow(), session))
                .contains("It was pushed.", "bob")
                .doesNotContain("not recorded");
        assertThat(trail.lines()).contains("bob things push [a thing] DONE: harder");
        assertThat(trail.records())
                .filteredOn(record -> record.getAction().equals("things push"))
                .singleElement()
                .satisfies(record -> assertThat(record.getAddress()).isEqualTo("10.0.0.9"));
    }

    @Test
    void an_action_that_fails_is_told_on_its_page_and_in_its_record() throws Exception {
        HttpResponse<String> answer = post("/fail", signIn("bob-token"));
        assertThat(answer.statusCode()).isEqualTo(502);
        assertThat(answer.body()).contains("it is stuck");
        assertThat(trail.lines()).contains("bob things fail [a thing] FAILED: it is stuck");
    }

    @Test
    void nothing_is_done_that_can_not_be_recorded_and_what_was_not_recorded_is_told() throws Exception {
        String session = signIn("bob-token");
        trail.failAfter(new OperatorFault("the broker went away"));
        HttpResponse<String> answer = post("/push", session);
        assertThat(get(answer.headers().firstValue("Location").orElseThrow(), session))
                .contains("It was pushed.", "This was not recorded in the audit log: the broker went away");
        assertThat(done).hasSize(1);

        trail.failBefore(new OperatorFault("no broker answers"));
        HttpResponse<String> refused = post("/push", session);
        assertThat(refused.statusCode()).isEqualTo(502);
        assertThat(refused.body()).contains("nothing was done");
        assertThat(done).hasSize(1);
    }

    @Test
    void a_forged_form_of_who_may_only_look_changes_nothing_and_is_counted() throws Exception {
        String session = signIn("alice-token");
        for (int i = 0; i < 3; i++) {
            assertThat(post("/push", session).statusCode()).isEqualTo(403);
        }
        assertThat(done).isEmpty();
        audit.close();
        assertThat(trail.lines()).contains("alice POST /push [] REFUSED: the role doesn't allow it, 3 times");
    }

    @Test
    void signing_in_and_out_and_wrong_tokens_have_records_and_no_token_is_in_them() throws Exception {
        String session = signIn("alice-token");
        post("/sign-out", session);
        send("/sign-in", "", "token=a-guess");
        send("/sign-in", "", "token=another-guess");
        audit.close();
        assertThat(trail.lines())
                .containsExactly(
                        "alice sign-in [] DONE: null",
                        "alice sign-out [] DONE: null",
                        "unknown sign-in [] REFUSED: a wrong token, 2 times");
        assertThat(trail.records().toString()).doesNotContain("guess", "alice-token");
    }

    private String signIn(String token) throws Exception {
        HttpResponse<String> answer = send("/sign-in", "", "token=" + token);
        assertThat(answer.statusCode()).isEqualTo(303);
        String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
        return cookie.substring(0, cookie.indexOf(';'));
    }

    private HttpResponse<String> post(String path, String session) throws Exception {
        Matcher form = FORM_TOKEN.matcher(get("/", session));
        assertThat(form.find()).isTrue();
        return send(path, session, "form-token=" + form.group(1));
    }

    private String get(String path, String session) throws Exception {
        return HTTP.send(
                        HttpRequest.newBuilder(server.address().resolve(path))
                                .header("Cookie", session)
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private HttpResponse<String> send(String path, String session, String form) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(server.address().resolve(path))
                        .header("Origin", server.address().toString())
                        .header("X-Forwarded-For", "10.0.0.9")
                        .header("Cookie", session)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
