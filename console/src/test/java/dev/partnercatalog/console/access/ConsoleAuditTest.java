package dev.partnercatalog.console.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.operations.audit.Actor;
import dev.partnercatalog.operations.audit.Audit;
import dev.partnercatalog.operations.audit.AuditTrailInMemory;
import java.time.Clock;
import org.junit.jupiter.api.Test;

class ConsoleAuditTest {

    private final AuditTrailInMemory trail = new AuditTrailInMemory();

    @Test
    void what_is_refused_again_and_again_is_counted_and_has_one_record() {
        try (ConsoleAudit audit = new ConsoleAudit(new Audit(trail, Clock.systemUTC()))) {
            for (int i = 0; i < 1_000; i++) {
                audit.refused(Actor.stranger("10.0.0.1"), "sign-in", "a wrong token");
            }
            audit.refused(Actor.stranger("10.0.0.2"), "sign-in", "a wrong token");
        }
        assertThat(trail.lines())
                .containsExactly(
                        "unknown sign-in [] REFUSED: a wrong token, 1000 times",
                        "unknown sign-in [] REFUSED: a wrong token");
        assertThat(trail.records()).extracting(record -> record.getAddress()).containsExactly("10.0.0.1", "10.0.0.2");
    }

    @Test
    void many_addresses_have_a_bounded_number_of_records() {
        try (ConsoleAudit audit = new ConsoleAudit(new Audit(trail, Clock.systemUTC()))) {
            for (int i = 0; i < 10_000; i++) {
                audit.refused(Actor.stranger("address " + i), "sign-in", "a wrong token");
            }
        }
        assertThat(trail.records()).hasSize(ConsoleAudit.MOST_REFUSALS + 1);
        assertThat(trail.lines().get(ConsoleAudit.MOST_REFUSALS)).contains("9980 more");
    }

    @Test
    void signing_in_is_recorded_in_the_background() {
        try (ConsoleAudit audit = new ConsoleAudit(new Audit(trail, Clock.systemUTC()))) {
            audit.done(Actor.signedIn("alice", "10.0.0.1"), "sign-in");
        }
        assertThat(trail.lines()).containsExactly("alice sign-in [] DONE: null");
    }
}
