package dev.partnercatalog.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.records.AuditIdentity;
import dev.partnercatalog.records.AuditOutcome;
import dev.partnercatalog.records.AuditRecord;
import dev.partnercatalog.records.AuditSource;
import dev.partnercatalog.schemas.key.Ids;
import dev.partnercatalog.schemas.key.InvalidKeyException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditTest {

    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");
    private static final Actor ALICE = Actor.signedIn("alice", "10.0.0.1");

    private final AuditTrailInMemory trail = new AuditTrailInMemory();
    private final Audit audit = new Audit(trail, Clock.fixed(NOON, ZoneOffset.UTC));
    private final List<String> done = new ArrayList<>();

    @Test
    void a_record_says_who_from_where_what_to_what_and_how_it_ended() {
        Audit.Done<String> result = audit.run(ALICE, "webhooks resume", "kiosk", entry -> {
            entry.detail("it was held");
            return "resumed";
        });

        assertThat(result).isEqualTo(new Audit.Done<>("resumed", null));
        assertThat(trail.records())
                .containsExactly(new AuditRecord(
                        "alice",
                        AuditIdentity.SIGNED_IN,
                        AuditSource.CONSOLE,
                        "10.0.0.1",
                        "webhooks resume",
                        "kiosk",
                        AuditOutcome.DONE,
                        "it was held",
                        NOON));
    }

    @Test
    void nothing_is_done_while_the_log_can_not_be_written_to() {
        trail.failBefore(new OperatorFault("no broker answers"));
        assertThatThrownBy(() -> audit.run(ALICE, "a", "t", entry -> done.add("it")))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("nothing was done", "no broker answers");
        assertThat(done).isEmpty();
    }

    @Test
    void what_was_done_without_a_record_is_said_with_the_reason() {
        trail.failAfter(new OperatorFault("the broker went away"));
        assertThat(audit.run(ALICE, "a", "t", entry -> done.add("it")).unrecorded())
                .isEqualTo("the broker went away");
        assertThat(done).containsExactly("it");
    }

    @Test
    void a_failure_is_recorded_with_its_reason_and_thrown_on() {
        OperatorFault fault = new OperatorFault("there is no partner p");
        assertThatThrownBy(() -> audit.run(ALICE, "a", "t", entry -> {
                    throw fault;
                }))
                .isSameAs(fault);
        assertThat(trail.lines()).containsExactly("alice a [t] FAILED: there is no partner p");
    }

    @Test
    void a_failure_whose_record_can_not_be_written_is_still_the_one_that_is_thrown() {
        trail.failAfter(new OperatorFault("the broker went away"));
        OperatorFault fault = new OperatorFault("there is no partner p");
        assertThatThrownBy(() -> audit.run(ALICE, "a", "t", entry -> {
                    throw fault;
                }))
                .isSameAs(fault);
    }

    @Test
    void of_a_fault_that_nobody_foresaw_the_message_is_not_recorded() {
        assertThatThrownBy(() -> audit.run(ALICE, "a", "t", entry -> {
                    throw new IllegalStateException("a secret, perhaps");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(trail.lines()).containsExactly("alice a [t] FAILED: an unexpected fault");
    }

    @Test
    void every_text_is_bounded_and_printable() {
        audit.run(ALICE, "a", "\u001b[2J" + "x".repeat(10_000_000), entry -> {
            entry.failed("\n".repeat(10_000_000));
            return done;
        });
        AuditRecord record = trail.records().get(0);
        assertThat(record.getTarget())
                .hasSize(AuditEntry.LONGEST_TARGET)
                .startsWith("\\u001b[2Jx")
                .endsWith("…");
        assertThat(record.getDetail())
                .hasSize(AuditEntry.LONGEST_DETAIL)
                .startsWith("\\u000a\\u000a")
                .endsWith("…");
        assertThat(Actor.signedIn("alice", "a".repeat(1_000)).address()).hasSize(100);
    }

    @Test
    void an_account_that_may_not_write_to_the_log_is_told_from_brokers_that_are_away() {
        trail.failBefore(new OperatorFault("no broker answers"));
        assertThatThrownBy(
                        () -> audit.runEvenForbidden(ALICE, "a", "t", entry -> done.add("it"), () -> done.add("told")))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("nothing was done");
        assertThat(done).isEmpty();
        trail.failBefore(new OperatorFault("denied", new TopicAuthorizationException("catalog.audit")));
        assertThat(audit.runEvenForbidden(ALICE, "a", "t", entry -> done.add("it"), () -> done.add("told")))
                .isEqualTo(new Audit.Done<>(true, null));
        assertThat(done).containsExactly("told", "it");
        assertThat(trail.records()).isEmpty();
    }

    @Test
    void who_runs_a_command_is_marked_as_claimed_or_as_the_system_s_user() {
        assertThat(Actor.ofCommand("bob"))
                .extracting(Actor::operator, Actor::identity, Actor::source)
                .containsExactly("bob", AuditIdentity.CLAIMED, AuditSource.COMMAND);
        Actor user = Actor.ofCommand(null);
        assertThat(user.identity()).isEqualTo(AuditIdentity.SYSTEM_USER);
        assertThat(user.operator()).isEqualTo(Actor.systemUser()).matches(Ids::isOperator);
        assertThatThrownBy(() -> Actor.ofCommand("b b")).isInstanceOf(InvalidKeyException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "alice, webhooks, true",
        "alice, webhooks resume, true",
        "alice, webhook, false",
        "alice, webhooks resum, false",
        "bob, webhooks resume, false",
        ", webhooks resume, true",
        "alice, , true"
    })
    void a_filter_takes_an_operator_and_the_words_that_an_action_begins_with(
            String operator, String action, boolean matches) {
        audit.run(ALICE, "webhooks resume", "kiosk", entry -> done);
        AuditRecord record = trail.records().get(0);
        assertThat(new AuditFilter(operator, action, null, null).matches(NOON, record))
                .isEqualTo(matches);
        assertThat(new AuditFilter(operator, action, NOON, NOON.plusMillis(1)).matches(NOON, record))
                .isEqualTo(matches);
        assertThat(new AuditFilter(operator, action, NOON.plusMillis(1), null).matches(NOON, record))
                .isFalse();
        assertThat(new AuditFilter(operator, action, null, NOON).matches(NOON, record))
                .isFalse();
    }
}
