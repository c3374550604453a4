package dev.partnercatalog.console.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccessPolicyTest {

    private static final String TOKEN = "a token of more than twenty characters";
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOON, ZoneOffset.UTC);
    private static final String HERE = "127.0.0.1:8083";
    private static final String FROM_HERE = "http://" + HERE;

    private final AccessPolicy showing = new AccessPolicy("127.0.0.1", null, false, Tokens.none());
    private final AccessPolicy guarded = new AccessPolicy("0.0.0.0", sessions(TOKEN, CLOCK), false, Tokens.none());
    private final AccessPolicy local = new AccessPolicy("127.0.0.1", sessions(TOKEN, CLOCK), true, Tokens.none());

    @Test
    void an_address_that_others_reach_wants_a_token() {
        assertThatThrownBy(() -> new AccessPolicy("0.0.0.0", null, true, Tokens.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--token-file");
    }

    @Test
    void without_a_token_everything_on_this_machine_may_be_read_and_nothing_changed() {
        assertThat(showing.admit(get("/partners", HERE, null))).isInstanceOf(Admission.Granted.class);
        assertThat(showing.admit(post("/partners/p/ping", HERE, FROM_HERE, "session", "token")))
                .isInstanceOf(Admission.Refused.class);
        assertThat(showing.signIn("")).isEmpty();
        assertThat(showing.signIn(TOKEN)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:8083", "localhost:8083", "LOCALHOST", "[::1]:8083", "127.0.0.1"})
    void names_of_this_machine_are_let_in(String host) {
        assertThat(showing.admit(get("/", host, null))).isInstanceOf(Admission.Granted.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:8083",
                "127.0.0.1.evil.example",
                "localhost.evil.example",
                "",
                "10.0.0.1"
            })
    void a_web_site_can_not_read_along_by_pointing_its_name_here(String host) {
        assertThat(showing.admit(get("/", host, null))).isInstanceOf(Admission.Refused.class);
        assertThat(local.admit(get("/", host, null))).isInstanceOf(Admission.Refused.class);
        assertThat(showing.admit(get("/", null, null))).isInstanceOf(Admission.Refused.class);
    }

    @Test
    void where_others_can_come_in_all_but_the_sign_in_wants_a_session() {
        assertThat(guarded.admit(get("/", "console.example", null))).isInstanceOf(Admission.SignIn.class);
        assertThat(guarded.admit(get("/no-such-page", "console.example", null))).isInstanceOf(Admission.SignIn.class);
        assertThat(guarded.admit(get("/sign-in", "console.example", null))).isInstanceOf(Admission.Granted.class);
        assertThat(guarded.admit(get("/", "console.example", session(guarded)))).isInstanceOf(Admission.Granted.class);
    }

    @Test
    void a_token_on_this_machine_opens_reading_only_where_that_is_wanted() {
        AccessPolicy strict = new AccessPolicy("127.0.0.1", sessions(TOKEN, CLOCK), false, Tokens.none());
        assertThat(strict.admit(get("/", HERE, null))).isInstanceOf(Admission.SignIn.class);
        assertThat(local.admit(get("/", HERE, null))).isInstanceOf(Admission.Granted.class);
        assertThat(local.admit(post("/sign-out", HERE, FROM_HERE, null, null))).isInstanceOf(Admission.SignIn.class);
    }

    @Test
    void only_the_token_signs_in() {
        assertThat(guarded.signIn(TOKEN)).isPresent();
        assertThat(guarded.signIn(TOKEN + " ")).isEmpty();
        assertThat(guarded.signIn("")).isEmpty();
    }

    @Test
    void a_change_needs_a_form_of_the_very_session_from_a_page_of_this_console() {
        String session = session(local);
        String form = form(local, session);
        assertThat(local.admit(post("/x", HERE, FROM_HERE, session, form))).isInstanceOf(Admission.Granted.class);
        assertThat(local.admit(post("/x", HERE, "https://" + HERE, session, form)))
                .isInstanceOf(Admission.Granted.class);
        assertThat(local.admit(post("/x", HERE, null, session, form))).isInstanceOf(Admission.Refused.class);
        assertThat(local.admit(post("/x", HERE, "null", session, form))).isInstanceOf(Admission.Refused.class);
        assertThat(local.admit(post("/x", HERE, "http://evil.example", session, form)))
                .isInstanceOf(Admission.Refused.class);
        assertThat(local.admit(post("/x", HERE, FROM_HERE, session, null))).isInstanceOf(Admission.Refused.class);
        assertThat(local.admit(post("/x", HERE, FROM_HERE, session, form(local, session(local)))))
                .isInstanceOf(Admission.Refused.class);
        assertThat(local.admit(new Request("POST", "/x", HERE, FROM_HERE, "cross-site", session, form)))
                .isInstanceOf(Admission.Refused.class);
        assertThat(local.admit(new Request("DELETE", "/x", HERE, FROM_HERE, null, session, form)))
                .isInstanceOf(Admission.Refused.class);
    }

    @Test
    void a_session_ends_with_its_time_and_with_the_token() {
        String session = session(guarded);
        AccessPolicy later = new AccessPolicy(
                "0.0.0.0", sessions(TOKEN, Clock.offset(CLOCK, Sessions.LIFETIME)), false, Tokens.none());
        AccessPolicy other = new AccessPolicy("0.0.0.0", sessions(TOKEN + "2", CLOCK), false, Tokens.none());
        AccessPolicy restarted = new AccessPolicy("0.0.0.0", sessions(TOKEN, CLOCK), false, Tokens.none());
        assertThat(later.admit(get("/", HERE, session))).isInstanceOf(Admission.SignIn.class);
        assertThat(other.admit(get("/", HERE, session))).isInstanceOf(Admission.SignIn.class);
        assertThat(restarted.admit(get("/", HERE, session))).isInstanceOf(Admission.Granted.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "9999999999.00", "9999999999.00.", "x.y.z"})
    void what_was_not_issued_is_no_session(String cookie) {
        assertThat(guarded.admit(get("/", HERE, cookie))).isInstanceOf(Admission.SignIn.class);
        String longer = session(guarded).replaceFirst("^\\d+", "9999999999");
        assertThat(guarded.admit(get("/", HERE, longer))).isInstanceOf(Admission.SignIn.class);
    }

    private static String session(AccessPolicy policy) {
        return policy.signIn(TOKEN).orElseThrow().cookie();
    }

    private static @Nullable String form(AccessPolicy policy, String session) {
        return ((Admission.Granted) policy.admit(get("/", HERE, session)))
                .visitor()
                .formToken();
    }

    private static Request get(String path, @Nullable String host, @Nullable String session) {
        return new Request("GET", path, host, null, null, session, null);
    }

    private static Request post(
            String path, String host, @Nullable String origin, @Nullable String session, @Nullable String form) {
        return new Request("POST", path, host, origin, origin == null ? null : "same-origin", session, form);
    }

    private static Sessions sessions(String token, Clock clock) {
        return new Sessions(new AccessToken(token), true, Tokens.none(), new SignOutsInMemory(), clock);
    }
}
