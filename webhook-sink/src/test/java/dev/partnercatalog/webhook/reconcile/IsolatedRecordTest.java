package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.B;
import static dev.partnercatalog.webhook.reconcile.OnePartner.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.IsolatedRecord;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens to a record that an endpoint refuses, or on which it fails again and again (D26, D37). */
class IsolatedRecordTest {

    private static final Outcome FAILED = Outcome.answered(500, null);
    private static final Outcome REFUSED = Outcome.answered(422, null);
    private static final Outcome REFUSED_AGAIN =
            new Outcome(Outcome.Result.REFUSED_AGAIN, true, 422, "refused (status 422)", null);

    private final OnePartner one = new OnePartner(false);
    private final World world = one.world;

    IsolatedRecordTest() {
        world.turn();
    }

    @ParameterizedTest
    @CsvSource({"422, 1", "500, 2"})
    @DisplayName(
            "D26, D37: a refused batch, or one that fails three times, is halved until the record at fault is alone")
    void a_batch_with_records_at_fault_is_halved(int status, int attemptsTogether) {
        Outcome outcome = Outcome.answered(status, null);
        Set<ScopedVariant> poisoned = Set.of(at("b17"), at("b63"));
        for (int i = 0; i < 100; i++) {
            world.publish(at("b" + i), "name", null);
        }

        int attempts = 0;
        Set<ScopedVariant> arrived = new HashSet<>();
        for (int turn = 0; turn < 60; turn++) {
            world.turn();
            for (ScriptedDelivery.Sent sent : world.delivery.underWay()) {
                attempts++;
                if (sent.records().all().stream().anyMatch(poisoned::contains)) {
                    assertThat(sent.lane() == Lane.MAIN).isEqualTo(attempts <= attemptsTogether);
                    sent.end(sent.lane() == Lane.MAIN || status == 422 ? outcome : outcome.suspected());
                } else {
                    arrived.addAll(sent.records().all());
                    sent.accept();
                }
            }
        }

        assertThat(arrived).hasSize(98).doesNotContainAnyElementsOf(poisoned);
        assertThat(attempts).isLessThan(34);
        assertThat(world.left()).isEqualTo(2);
    }

    @Test
    @DisplayName("D37: what fails while nothing else is accepted isn't halved any further, and stays as it is")
    void a_message_stays_whole_while_its_endpoint_is_down() {
        world.publish(A, "one", null);
        world.publish(B, "two", null);
        for (int i = 0; i < 10; i++) {
            ScriptedDelivery.Sent sent = one.next();
            assertThat(sent.records().variants()).containsOnlyKeys(A, B);
            sent.end(FAILED);
        }

        assertThat(one.next().records().variants()).containsOnlyKeys(A, B);
    }

    @Test
    @DisplayName("D37: a change of other records goes out while a suspected message waits")
    void other_changes_do_not_wait_for_a_suspected_message() {
        world.delivery.refuse(Lane.PROBE);
        world.publish(A, "poison", null);
        one.next().end(FAILED);
        one.next().end(FAILED);
        world.turns(5);
        assertThat(world.delivery.underWay()).isEmpty();

        world.publish(B, "fine", null);
        assertThat(one.next().records().variants()).containsOnlyKeys(B);
    }

    @Test
    @DisplayName("D37: what a suspect is told to wait holds it and its halves, and nothing else")
    void a_suspect_and_its_halves_wait_as_long_as_they_are_told() {
        world.publish(A, "poison", null);
        world.publish(B, "two", null);
        one.next().end(FAILED);
        one.next().end(FAILED);
        one.next().end(Outcome.answered(503, Duration.ofSeconds(30)).suspected());
        long told = world.now;
        world.publish(at("b1"), "fine", null);
        one.next().accept();

        assertThat(one.waitForNext().records().variants()).hasSize(1);
        assertThat(world.now - told).isBetween(30_000L, 31_000L);
    }

    @Test
    @DisplayName("D37: an isolated record that changes is tried at once, in its newest state, and still alone")
    void an_isolated_record_that_changes_is_tried_at_once_and_alone() {
        isolate(A, "poison");
        world.publish(A, "other poison", null);
        world.publish(B, "fine", null);
        world.turns(3);

        assertThat(world.delivery.underWay())
                .satisfiesExactlyInAnyOrder(
                        sent -> assertThat(sent.records().variants()).containsOnlyKeys(B), sent -> {
                            assertThat(sent.lane()).isEqualTo(Lane.PROBE);
                            assertThat(sent.records().variants()).containsOnlyKeys(A);
                            assertThat(sent.records().variants().get(A)).contains("other poison");
                        });
    }

    @Test
    @DisplayName("D37: an isolated record that changes while it is being tried is tried again at once, alone")
    void an_isolated_record_that_changes_in_flight_stays_alone() {
        isolate(A, "poison");
        ScriptedDelivery.Sent first = one.waitForNext();
        world.publish(A, "newest", null);
        world.turn();
        first.end(FAILED.suspected());
        world.publish(B, "fine", null);
        world.turns(3);

        assertThat(world.delivery.underWay())
                .satisfiesExactlyInAnyOrder(
                        sent -> assertThat(sent.records().variants()).containsOnlyKeys(B),
                        sent -> assertThat(sent.records().variants().get(A)).contains("newest"));
    }

    @Test
    @DisplayName("D32, D37: an isolated record that is requested again is tried at once, alone")
    void an_isolated_record_that_is_requested_again_is_tried_at_once() {
        isolate(A, "poison");
        world.turns(3);
        assertThat(world.delivery.underWay()).isEmpty();

        one.partner.resync(A, 0);
        world.configure();

        assertThat(one.next().lane()).isEqualTo(Lane.PROBE);
    }

    @Test
    @DisplayName("D37: an isolated record is named with its age, attempts and last outcome, until it is accepted")
    void an_isolated_record_is_named_until_it_is_accepted() {
        long before = world.now;
        isolate(A, "poison");
        long since = isolatedRecord().getSince();
        assertThat(since).isBetween(before, before + 1_000);
        assertThat(isolatedRecord()).isEqualTo(new IsolatedRecord(1L, 11L, "A", since, 1, "failed (status 500)"));
        one.waitForNext().end(REFUSED);
        assertThat(isolatedRecord()).isEqualTo(new IsolatedRecord(1L, 11L, "A", since, 2, "refused (status 422)"));

        ScriptedDelivery.Sent last = one.waitForNext();
        world.turns(100);
        assertThat(report().getIsolated()).as("while it is being tried").isEqualTo(1);
        last.accept();
        world.turns(100);

        assertThat(report().getIsolated()).isZero();
        assertThat(report().getIsolatedRecords()).isEmpty();
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void an_isolated_record_that_need_not_be_sent_any_more_is_no_longer_named() {
        world.publish(A, "good", null);
        one.next().accept();
        isolate(A, "poison");
        world.delivery.refuse(Lane.PROBE);
        assertThat(isolatedRecord().getBarcode()).isEqualTo("A");
        world.delivery.admit(Lane.PROBE);
        world.publish(A, null);
        one.next().accept();
        world.turns(100);

        assertThat(report().getIsolated()).isZero();
        assertThat(world.left()).isZero();
    }

    @Test
    @DisplayName("D37: a restart neither forgets what is isolated nor lets it hold up others again")
    void what_is_isolated_stays_so_through_a_restart() {
        isolate(A, "poison");
        long since = isolatedRecord().getSince();
        world.restart();
        world.publish(B, "fine", null);

        ScriptedDelivery.Sent other = one.next();
        assertThat(other.records().variants()).containsOnlyKeys(B);
        other.accept();
        assertThat(isolatedRecord().getSince()).isEqualTo(since);
        assertThat(one.waitForNext().records().variants()).containsOnlyKeys(A);
    }

    @Test
    @DisplayName("D37: all isolated records are counted, twenty are named, and beyond a thousand none is halved")
    void an_endpoint_that_fails_on_everything_is_left_alone() {
        for (int i = 0; i < 1_001; i++) {
            world.publish(at("b" + i), "name", null);
        }
        for (int turn = 0; world.store().count('x') < 1_001 || turn < 100; turn++) {
            world.turn();
            world.delivery.underWay().forEach(sent -> sent.end(REFUSED));
            assertThat(turn).isLessThan(5_000);
        }
        world.turns(100);
        assertThat(report().getIsolated()).isEqualTo(1_001);
        assertThat(report().getIsolatedRecords()).hasSize(20);

        world.delivery.refuse(Lane.PROBE);
        world.delivery.underWay().forEach(sent -> sent.end(REFUSED));
        world.publish(B, "fine", null);
        for (int i = 0; i < 5; i++) {
            ScriptedDelivery.Sent sent = one.next();
            assertThat(sent.lane()).isEqualTo(Lane.MAIN);
            sent.end(FAILED);
        }
    }

    @Test
    @DisplayName("D37: while many messages are suspected, no others are made from the backlog")
    void the_backlog_waits_while_many_messages_are_suspected() {
        world.delivery.refuse(Lane.PROBE);
        for (int i = 0; i < 2_000; i++) {
            world.publish(at("b" + i), "name", null);
        }
        for (int turn = 0; turn < 25; turn++) {
            world.turn();
            world.delivery.underWay().forEach(sent -> sent.end(FAILED));
        }
        assertThat(world.left()).isLessThan(100 * (10 + 8 + 1));

        world.delivery.admit(Lane.PROBE);
        world.settle();
        assertThat(world.left()).isZero();
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

    /** Publishes a record that fails until it is alone. */
    private void isolate(ScopedVariant variant, String name) {
        world.publish(variant, name, null);
        one.next().end(FAILED);
        one.next().end(FAILED);
        ScriptedDelivery.Sent third = one.next();
        assertThat(third.lane()).isEqualTo(Lane.PROBE);
        third.end(FAILED.suspected());
        world.turn();
    }

    private IsolatedRecord isolatedRecord() {
        world.turns(50);
        List<IsolatedRecord> records = report().getIsolatedRecords();
        assertThat(records).hasSize(1);
        assertThat(report().getIsolated()).isEqualTo(1);
        return records.get(0);
    }

    private WebhookBacklog report() {
        return world.backlogs.get(world.backlogs.size() - 1);
    }
}
