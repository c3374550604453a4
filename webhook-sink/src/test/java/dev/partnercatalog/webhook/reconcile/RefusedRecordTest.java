package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.B;
import static dev.partnercatalog.webhook.reconcile.OnePartner.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What happens to a record that its partner refuses (D26). */
class RefusedRecordTest {

    private static final Outcome REFUSED = Outcome.answered(422, null);
    private static final Outcome REFUSED_AGAIN =
            new Outcome(Outcome.Result.REFUSED_AGAIN, true, 422, "refused (status 422)", null);

    private final OnePartner one = new OnePartner(false);
    private final World world = one.world;

    RefusedRecordTest() {
        world.turn();
    }

    @Test
    @DisplayName("D26: a refused batch is halved until the refused records are alone, and the others get through")
    void a_refused_batch_is_halved() {
        Set<ScopedVariant> poisoned = Set.of(at("b17"), at("b63"));
        for (int i = 0; i < 100; i++) {
            world.publish(at("b" + i), "name", null);
        }

        int attempts = 0;
        Set<ScopedVariant> arrived = new HashSet<>();
        for (int turn = 0; turn < 40; turn++) {
            world.turn();
            for (ScriptedDelivery.Sent sent : world.delivery.underWay()) {
                attempts++;
                if (sent.records().all().stream().anyMatch(poisoned::contains)) {
                    sent.end(REFUSED);
                } else {
                    arrived.addAll(sent.records().all());
                    sent.accept();
                }
            }
        }

        assertThat(arrived).hasSize(98).doesNotContainAnyElementsOf(poisoned);
        assertThat(attempts).isLessThan(30);
        assertThat(world.left()).isEqualTo(2);
    }

    @Test
    @DisplayName("D26: a removal that one endpoint refused goes to the next, though nothing of its company is seen")
    void a_removal_that_another_endpoint_refused_is_sent_to_this_one() {
        World both = new World(ReconcileLimits.DEFAULT, 8);
        Catalog.Partner moving = both.partner("moving").allow(1, 11, false).allow(2, 21, false);
        ScopedVariant revoked = new ScopedVariant(Scope.of(2, 21), "A");
        both.publish(revoked, "name", null);
        both.configure();
        both.settle();
        moving.forbid(2, 21);
        both.configure();
        both.turns(2);
        both.delivery.underWay().forEach(sent -> sent.end(REFUSED));
        both.turns(2);
        assertThat(both.left()).isEqualTo(1);

        moving.url = "https://two.example/hook";
        both.configure();
        both.turns(2);
        assertThat(both.delivery.underWay())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().all()).containsExactly(revoked));
        both.settle();
        assertThat(both.left()).isZero();
    }

    @Test
    @DisplayName("D26, D37: however many halves are refused and records isolated, these are tried, and all get through")
    void isolated_records_are_tried_while_the_backlog_waits_for_halves() {
        for (int i = 0; i < 3_000; i++) {
            world.publish(at("b" + i), "name", null);
        }
        for (int turn = 0; world.left() > 0 || turn == 0; turn++) {
            assertThat(turn).isLessThan(2_000);
            world.turn();
            for (ScriptedDelivery.Sent sent : world.delivery.underWay()) {
                if (sent.records().all().size() == 1) {
                    sent.accept();
                } else {
                    sent.end(sent.lane() == Lane.PROBE ? REFUSED_AGAIN : REFUSED);
                }
            }
        }
    }

    @Test
    @DisplayName("D26: changes that never end and take every place leave an isolated record its turn")
    void changes_that_never_end_leave_an_isolated_record_its_turn() {
        World busy = new World(new ReconcileLimits(new ReconcileLimits.OfMessage(10, 500_000, 30), 4, 100, 50, 20), 1);
        busy.partner("p").allow(1, 11, false);
        busy.configure();
        busy.publish(at("b0"), "poison", null);
        int refusals = 0;
        for (int turn = 0; refusals < 3; turn++) {
            assertThat(turn).isLessThan(2_000);
            for (int i = 1; i <= 20; i++) {
                busy.publish(at("b" + i), "name " + turn, null);
            }
            busy.turn();
            for (ScriptedDelivery.Sent sent : busy.delivery.underWay()) {
                if (sent.records().all().contains(at("b0"))) {
                    refusals += sent.lane() == Lane.PROBE ? 1 : 0;
                    sent.end(REFUSED);
                } else {
                    sent.accept();
                }
            }
        }
        busy.close();
    }

    @Test
    @DisplayName("D26: a refused record waits separately, longer each time, and holds up no other")
    void a_refused_record_waits_by_itself() {
        world.publish(A, "poison", null);
        one.next().end(REFUSED);
        world.publish(B, "fine", null);
        ScriptedDelivery.Sent other = one.next();
        assertThat(other.records().variants()).containsOnlyKeys(B);
        other.accept();

        long previous = 0;
        for (int i = 0; i < 6; i++) {
            long began = world.now;
            ScriptedDelivery.Sent again = one.waitForNext();
            long waited = world.now - began;
            assertThat(again.lane()).isEqualTo(Lane.PROBE);
            assertThat(again.records().variants()).containsOnlyKeys(A);
            assertThat(waited).isGreaterThan(previous);
            previous = waited;
            again.end(REFUSED);
        }
        assertThat(previous).isBetween(20_000L, 45_000L);
    }

    @Test
    @DisplayName("D26: a refused record that changes is tried again at once")
    void a_refused_record_that_changes_is_tried_at_once() {
        world.publish(A, "poison", null);
        one.next().end(REFUSED);
        world.turns(10);
        assertThat(world.delivery.underWay()).isEmpty();

        world.publish(A, "wholesome", null);

        assertThat(one.next().records().variants().get(A)).contains("wholesome");
    }

    @Test
    void a_refused_record_still_waits_after_a_restart() {
        world.publish(A, "poison", null);
        one.next().end(REFUSED);
        world.turn();
        world.restart();
        long began = world.now;
        world.turns(10);
        assertThat(world.delivery.underWay()).isEmpty();

        one.waitForNext();
        assertThat(world.now - began).isLessThan(1_500);
    }

    @Test
    void a_clock_that_was_ahead_when_a_record_was_refused_does_not_hold_the_record_up_once_it_is_right() {
        long days = Duration.ofDays(8).toMillis();
        world.now += days;
        world.publish(A, "one", null);
        one.next().end(REFUSED);
        world.turn();
        world.now -= days;
        world.restart();
        ScriptedDelivery.Sent again = one.next();

        assertThat(again.lane()).isEqualTo(Lane.PROBE);
        again.accept();
        assertThat(world.settle()).isEmpty();
    }
}
