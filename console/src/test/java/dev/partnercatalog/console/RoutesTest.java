package dev.partnercatalog.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.access.ConsoleAudit;
import dev.partnercatalog.console.access.Role;
import dev.partnercatalog.console.access.SignInAttempts;
import dev.partnercatalog.console.access.Tokens;
import dev.partnercatalog.console.live.DeadLetterCounts;
import dev.partnercatalog.console.live.Observation;
import dev.partnercatalog.console.live.PartnerTables;
import dev.partnercatalog.console.pages.ConsoleServer;
import dev.partnercatalog.console.pages.Pages;
import dev.partnercatalog.console.pages.Router.Route;
import dev.partnercatalog.console.pages.SessionPages;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.operations.audit.Audit;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.records.OperatorRole;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.TopicSettings;
import io.github.bucket4j.TimeMeter;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every path of the console, with the role that it requires. A new path isn't in the table, so it fails here until somebody has
 * decided. No broker answers: if a role is let through, the page says so.
 */
class RoutesTest {

    private static final String TOKEN = "the-token-of-the-console-itself";
    private static final String LOOKS = "the-token-of-who-looks";
    private static final String ACTS = "the-token-of-who-acts";
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Pattern FORM_TOKEN = Pattern.compile("name=\"form-token\" value=\"([^\"]+)\"");

    private static final List<Route> TABLE = List.of(
            new Route("GET", "/style.css", Role.NONE),
            new Route("GET", "/console.js", Role.NONE),
            new Route("GET", "/icon.svg", Role.NONE),
            new Route("GET", "/sign-in", Role.NONE),
            new Route("POST", "/sign-in", Role.NONE),
            new Route("POST", "/sign-out", Role.LOOK),
            new Route("GET", "/", Role.LOOK),
            new Route("GET", "/explain", Role.LOOK),
            new Route("GET", "/preview", Role.LOOK),
            new Route("POST", "/preview", Role.LOOK),
            new Route("GET", "/completeness", Role.LOOK),
            new Route("GET", "/partners", Role.LOOK),
            new Route("GET", "/new-partner", Role.LOOK),
            new Route("POST", "/new-partner", Role.LOOK),
            new Route("POST", "/new-partner/create", Role.ACT),
            new Route("GET", "/partners/{partner}", Role.LOOK),
            new Route("POST", "/partners/{partner}/resume", Role.ACT),
            new Route("POST", "/partners/{partner}/ping", Role.ACT),
            new Route("GET", "/partners/{partner}/suspend", Role.LOOK),
            new Route("POST", "/partners/{partner}/suspend", Role.ACT),
            new Route("GET", "/partners/{partner}/client-create", Role.LOOK),
            new Route("POST", "/partners/{partner}/client-create", Role.ACT),
            new Route("GET", "/partners/{partner}/client-disable", Role.LOOK),
            new Route("POST", "/partners/{partner}/client-disable", Role.ACT),
            new Route("POST", "/partners/{partner}/client-enable", Role.ACT),
            new Route("GET", "/partners/{partner}/client-rotate-secret", Role.LOOK),
            new Route("POST", "/partners/{partner}/client-rotate-secret", Role.ACT),
            new Route("GET", "/partners/{partner}/resync", Role.LOOK),
            new Route("POST", "/partners/{partner}/resync", Role.ACT),
            new Route("GET", "/partners/{partner}/repeat", Role.LOOK),
            new Route("POST", "/partners/{partner}/repeat", Role.ACT),
            new Route("GET", "/dead-letters", Role.LOOK),
            new Route("GET", "/dead-letters/{id}", Role.LOOK),
            new Route("POST", "/dead-letters/replay", Role.ACT),
            new Route("GET", "/replay", Role.ACT),
            new Route("GET", "/dismiss", Role.ACT),
            new Route("POST", "/dead-letters/dismiss", Role.ACT),
            new Route("GET", "/audit", Role.LOOK),
            new Route("GET", "/docs", Role.LOOK),
            new Route("GET", "/docs/{document}", Role.LOOK));

    private static final AuditTrailInMemory TRAIL = new AuditTrailInMemory();

    private static Observation observation;
    private static DeadLetterCounts letters;
    private static PartnerTables partners;
    private static ConsoleAudit audit;
    private static ConsoleServer server;

    @BeforeAll
    static void start() {
        KafkaSettings kafka = new KafkaSettings("127.0.0.1:1", new TopicSettings("t.", 1, (short) 1), Map.of());
        SchemaRegistry registry =
                new SchemaRegistry(RegistrySettings.at(URI.create("http://127.0.0.1:1")), Duration.ofSeconds(1));
        Brokers brokers = new Brokers(kafka);
        partners = PartnerTables.start(brokers, registry, "t.");
        observation = Observation.start(kafka, partners, Clock.systemUTC());
        letters = DeadLetterCounts.start(brokers);
        audit = new ConsoleAudit(new Audit(TRAIL, Clock.systemUTC()));
        AccessPolicy policy = Tokens.guarded(
                TOKEN,
                List.of(
                        Tokens.operator("alice", OperatorRole.LOOK, LOOKS),
                        Tokens.operator("bob", OperatorRole.ACT, ACTS)));
        RemoteAddresses addresses = new RemoteAddresses(List.of());
        List<Pages> pages = new ArrayList<>(Console.pages(kafka, brokers, registry, partners, observation, letters));
        pages.add(new SessionPages(new SignInAttempts(policy, TimeMeter.SYSTEM_NANOTIME), addresses, audit));
        server = ConsoleServer.start("127.0.0.1", 0, policy, audit, addresses, observation::outage, pages);
        await().atMost(SOON).until(() -> observation.outage().isPresent());
    }

    @AfterAll
    static void stop() {
        server.close();
        observation.close();
        letters.close();
        audit.close();
        partners.close();
    }

    @Test
    void every_path_is_in_the_table_with_its_role() {
        assertThat(server.routes()).containsExactlyInAnyOrderElementsOf(TABLE);
    }

    @Test
    void who_has_not_signed_in_gets_the_way_in_and_nothing_else() throws Exception {
        for (Route route : TABLE) {
            HttpResponse<String> answer = ask(route, null, null);
            if (route.needed() == Role.NONE) {
                assertThat(answer.statusCode()).as("%s", route).isIn(200, 403);
                assertThat(answer.body()).as("%s", route).doesNotContain("Your role");
            } else {
                assertThat(answer.statusCode()).as("%s", route).isEqualTo(303);
                assertThat(answer.headers().firstValue("Location"))
                        .as("%s", route)
                        .contains("/sign-in");
            }
        }
    }

    @Test
    void who_may_look_is_refused_each_path_that_changes_something_and_no_other() throws Exception {
        for (Route route : TABLE) {
            // One of them ends its session.
            String session = signIn(LOOKS);
            HttpResponse<String> answer = ask(route, session, form(session));
            if (route.needed() == Role.ACT) {
                assertThat(answer.statusCode()).as("%s", route).isEqualTo(403);
                assertThat(answer.body()).as("%s", route).contains("Your role doesn&#39;t allow that.");
            } else {
                assertThat(answer.body()).as("%s", route).doesNotContain("Your role");
            }
        }
    }

    @Test
    void who_may_act_is_refused_nothing_by_role_but_needs_a_form_of_the_session_for_each_change() throws Exception {
        for (Route route : TABLE) {
            String session = signIn(ACTS);
            HttpResponse<String> answer = ask(route, session, form(session));
            assertThat(answer.body()).as("%s", route).doesNotContain("Your role", "not sent by a page");
            session = signIn(ACTS);
            if (route.method().equals("POST") && !route.path().equals("/sign-in")) {
                assertThat(ask(route, session, form(signIn(ACTS))).statusCode())
                        .as("%s with the form of another session", route)
                        .isEqualTo(403);
                assertThat(ask(route, session, null).statusCode())
                        .as("%s without a form", route)
                        .isEqualTo(403);
            }
        }
    }

    @Test
    void while_the_brokers_are_known_to_be_away_nothing_is_tried_and_that_is_said_at_once() throws Exception {
        String session = signIn(ACTS);
        String form = form(session);
        for (Route route : TABLE) {
            if (route.needed() == Role.ACT) {
                HttpResponse<String> answer = ask(route, session, form);
                assertThat(answer.statusCode()).as("%s", route).isEqualTo(502);
                assertThat(answer.body()).as("%s", route).contains("so it wasn&#39;t tried");
            }
        }
    }

    private static HttpResponse<String> ask(Route route, @Nullable String session, @Nullable String form)
            throws Exception {
        String path = route.path()
                .replace("{partner}", "nobody")
                .replace("{id}", "0-1")
                .replace("{document}", "incidents");
        return send(route.method(), path, session, form == null ? "" : "form-token=" + encoded(form));
    }

    private static String signIn(String token) throws Exception {
        HttpResponse<String> answer = send("POST", "/sign-in", null, "token=" + token);
        assertThat(answer.statusCode()).isEqualTo(303);
        String cookie = answer.headers().firstValue("Set-Cookie").orElseThrow();
        return cookie.substring(0, cookie.indexOf(';'));
    }

    private static String form(String session) throws Exception {
        Matcher form = FORM_TOKEN.matcher(send("GET", "/", session, "").body());
        assertThat(form.find()).isTrue();
        return form.group(1);
    }

    private static HttpResponse<String> send(String method, String path, @Nullable String session, String form)
            throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.address().resolve(path))
                .timeout(SOON)
                .header("Origin", server.address().toString());
        if (session != null) {
            request.header("Cookie", session);
        }
        if (method.equals("POST")) {
            request.header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(HttpRequest.BodyPublishers.ofString(form));
        }
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }
}
