package dev.partnercatalog.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.console.access.SignInAttempts.Outcome;
import dev.partnercatalog.records.Operator;
import dev.partnercatalog.records.OperatorRole;
import io.github.bucket4j.TimeMeter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What operators with their own tokens may do, and when that ends. */
class OperatorAccessTest {

    private static final String TOKEN = "the console's own token, which is long";
    private static final String ALICE = "the token of alice";
    private static final String BOB = "the token of bob";
    private static final String HERE = "console.example";

    private final List<Operator> operators = new ArrayList<>(
            List.of(Tokens.operator("alice", OperatorRole.LOOK, ALICE), Tokens.operator("bob", OperatorRole.ACT, BOB)));
    private final AccessPolicy policy = Tokens.guarded(TOKEN, operators);

    @Test
    void each_token_signs_in_its_operator_with_their_role() {
        assertThat(visitor(policy, session(policy, ALICE)))
                .extracting(Visitor::operator, Visitor::role, Visitor::isSignedIn, Visitor::mayAct)
                .containsExactly("alice", Role.LOOK, true, false);
        assertThat(visitor(policy, session(policy, BOB)))
                .extracting(Visitor::operator, Visitor::role, Visitor::isSignedIn, Visitor::mayAct)
                .containsExactly("bob", Role.ACT, true, true);
        assertThat(visitor(policy, session(policy, TOKEN)))
                .extracting(Visitor::operator, Visitor::mayAct)
                .containsExactly("console", true);
    }

    @Test
    void a_role_includes_what_is_below_it_and_nobody_has_one_without_being_let_in() {
        Visitor alice = visitor(policy, session(policy, ALICE));
        assertThat(alice.role().includes(Role.LOOK)).isTrue();
        assertThat(alice.role().includes(Role.ACT)).isFalse();
        Visitor bob = visitor(policy, session(policy, BOB));
        assertThat(bob.role().includes(Role.LOOK)).isTrue();
        assertThat(bob.role().includes(Role.ACT)).isTrue();
        assertThat(Visitor.stranger(true).role().includes(Role.LOOK)).isFalse();
        assertThat(Visitor.stranger(true).role().includes(Role.NONE)).isTrue();
        assertThat(Visitor.reader(true).role().includes(Role.ACT)).isFalse();
    }

    @Test
    void a_session_ends_when_its_operator_is_revoked_and_stays_ended_with_another_token() {
        String session = session(policy, BOB);
        operators.set(
                1,
                Operator.newBuilder(operators.get(1))
                        .setRevokedAt(Instant.EPOCH)
                        .build());
        assertThat(policy.admit(get(session))).isInstanceOf(Admission.SignIn.class);
        assertThat(policy.signIn(BOB)).isEmpty();

        operators.set(1, Tokens.operator("bob", OperatorRole.ACT, "another token of bob"));
        assertThat(policy.admit(get(session))).isInstanceOf(Admission.SignIn.class);
        assertThat(policy.signIn("another token of bob")).isPresent();
    }

    @Test
    void a_changed_role_counts_at_once() {
        String session = session(policy, BOB);
        operators.set(1, Tokens.operator("bob", OperatorRole.LOOK, BOB));
        assertThat(visitor(policy, session).mayAct()).isFalse();
        operators.set(1, Tokens.operator("bob", OperatorRole.UNKNOWN, BOB));
        assertThat(policy.admit(get(session))).isInstanceOf(Admission.SignIn.class);
        assertThat(policy.signIn(BOB)).isEmpty();
    }

    @Test
    void nobody_makes_a_session_of_another_operator_from_their_own() {
        String session = session(policy, ALICE);
        assertThat(policy.admit(get(session.replace(".alice.", ".bob.")))).isInstanceOf(Admission.SignIn.class);
        assertThat(policy.admit(get(session.replace(".alice.", ".console.")))).isInstanceOf(Admission.SignIn.class);
        AccessPolicy elsewhere = Tokens.guarded("the token of another console", operators);
        assertThat(elsewhere.admit(get(session))).isInstanceOf(Admission.SignIn.class);
        AccessPolicy twin = Tokens.guarded(TOKEN, operators);
        assertThat(twin.admit(get(session))).isInstanceOf(Admission.Granted.class);
    }

    @Test
    void a_session_that_was_signed_out_has_ended_for_every_copy_of_its_cookie_and_at_every_console() {
        SignOutsInMemory shared = new SignOutsInMemory();
        AccessPolicy here = Tokens.guarded(TOKEN, true, operators, null, shared, Clock.systemUTC());
        AccessPolicy there = Tokens.guarded(TOKEN, true, operators, null, shared, Clock.systemUTC());
        for (String token : List.of(BOB, TOKEN)) {
            String ended = session(here, token);
            String other = session(here, token);
            assertThat(there.admit(get(ended))).isInstanceOf(Admission.Granted.class);
            here.signOut(ended);
            assertThat(here.admit(get(ended))).isInstanceOf(Admission.SignIn.class);
            assertThat(there.admit(get(ended))).isInstanceOf(Admission.SignIn.class);
            assertThat(there.admit(get(other))).isInstanceOf(Admission.Granted.class);
        }
        here.signOut("made up");
        here.signOut(session(Tokens.guarded("the token of another console", operators), BOB));
        assertThat(shared.ended).hasSize(2);
    }

    @Test
    void a_console_that_has_yet_to_learn_of_sign_outs_lets_in_only_who_signed_in_since_it_was_started() {
        Clock before = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-5));
        String session = session(Tokens.guarded(TOKEN, true, operators, null, before), BOB);
        SignOutsInMemory unread = new SignOutsInMemory();
        unread.known = false;
        AccessPolicy started = Tokens.guarded(TOKEN, true, operators, null, unread, Clock.systemUTC());
        assertThat(started.admit(get(session))).isInstanceOf(Admission.Undecided.class);
        assertThat(started.admit(get(session(started, BOB)))).isInstanceOf(Admission.Granted.class);
        unread.known = true;
        assertThat(started.admit(get(session))).isInstanceOf(Admission.Granted.class);
    }

    @Test
    void a_record_with_the_console_s_own_name_lets_nobody_in() {
        operators.add(Tokens.operator("console", OperatorRole.ACT, "a token of an impostor"));
        assertThat(policy.signIn("a token of an impostor")).isEmpty();
    }

    @Test
    void the_console_s_own_token_can_be_kept_from_signing_in() {
        String before = session(policy, TOKEN);
        AccessPolicy closed = Tokens.guarded(TOKEN, false, operators, null, Clock.systemUTC());
        assertThat(closed.signIn(TOKEN)).isEmpty();
        assertThat(closed.admit(get(before))).isInstanceOf(Admission.SignIn.class);
        assertThat(visitor(closed, session(closed, BOB)).mayAct()).isTrue();
        assertThat(closed.admit(get(session(policy, ALICE)))).isInstanceOf(Admission.Granted.class);
    }

    @Test
    void while_the_operators_are_not_all_known_a_session_is_undecided_and_a_token_not_called_wrong() {
        String session = session(policy, BOB);
        AccessPolicy reading = Tokens.guarded(TOKEN, true, List.of(), "not read yet", Clock.systemUTC());
        assertThat(reading.admit(get(session))).isInstanceOf(Admission.Undecided.class);
        assertThat(reading.admit(get("made up"))).isInstanceOf(Admission.SignIn.class);
        SignInAttempts attempts = new SignInAttempts(reading, TimeMeter.SYSTEM_NANOTIME);
        assertThat(attempts.attempt(BOB, "10.0.0.1")).isInstanceOf(Outcome.Undecided.class);
        assertThat(attempts.attempt(TOKEN, "10.0.0.1")).isInstanceOf(Outcome.SignedIn.class);
        for (int i = 1; i < SignInAttempts.AT_ONCE; i++) {
            attempts.attempt("guess", "10.0.0.1");
        }
        assertThat(attempts.attempt("guess", "10.0.0.1"))
                .as("guesses are bounded meanwhile too")
                .isInstanceOf(Outcome.TooMany.class);
    }

    private static String session(AccessPolicy policy, String token) {
        return policy.signIn(token).orElseThrow().cookie();
    }

    private static Visitor visitor(AccessPolicy policy, String session) {
        return ((Admission.Granted) policy.admit(get(session))).visitor();
    }

    private static Request get(@Nullable String session) {
        return new Request("GET", "/", HERE, null, null, session, null);
    }
}
