package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.state.ScopedVariant;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What happens if a message isn't accepted (D25, D26). */
class RetryTest {

    private static final ScopedVariant A = new ScopedVariant(1, 11, "A");
    private static final ScopedVariant B = new ScopedVariant(1, 11, "B");
    private static final Outcome FAILED = Outcome.answered(500, null);
    private static final Outcome REFUSED = Outcome.answered(422, null);
    private static final Outcome UNSENT = Outcome.unsent("can't be reached");
    private static final Outcome UNANSWERED = Outcome.unanswered("timed out");

    private final World world = new World(ReconcileLimits.DEFAULT, 8);
    private final Catalog.Partner partner = world.partner("p").allow(1, 11, false);

    RetryTest() {
        world.configure();
        world.turn();
    }

    @Test
    @DisplayName("D26: a failed message is retried with the same id and the same bytes while nothing has changed")
    void what_failed_is_tried_again_as_it_was() {
        world.publish(A, "one", null);
        world.publish(B, "two", null);
        ScriptedDelivery.Sent first = next();
        first.end(FAILED);
        ScriptedDelivery.Sent second = next();
        second.end(UNANSWERED);
        ScriptedDelivery.Sent third = next();

        assertThat(List.of(second.message().id(), third.message().id()))
                .containsOnly(first.message().id());
        assertThat(second.message().body()).isEqualTo(first.message().body());
        assertThat(third.message().body()).isEqualTo(first.message().body());
    }

    @Test
    @DisplayName("D26: the id stays the same through a restart, even if the attempt was never sent")
    void the_id_stays_the_same_through_a_restart() {
        world.publish(A, "one", null);
        ScriptedDelivery.Sent first = next();
        first.end(UNSENT);
        ScriptedDelivery.Sent second = next();
        world.restart();
        ScriptedDelivery.Sent third = next();

        assertThat(List.of(second.message().id(), third.message().id()))
                .containsOnly(first.message().id());
        assertThat(third.message().body()).isEqualTo(first.message().body());
    }

    @Test
    @DisplayName("D26: always the newest state, never a superseded one")
    void always_the_newest_state() {
        world.publish(A, "one", null);
        ScriptedDelivery.Sent first = next();
        world.publish(A, "two", null);
        world.publish(A, "three", null);
        world.turn();
        first.end(FAILED);
        ScriptedDelivery.Sent second = next();

        assertThat(second.records().variants().get(A)).contains("\"three\"");
        assertThat(second.message().id()).isNotEqualTo(first.message().id());
        second.accept();
        assertThat(world.settle()).isEmpty();
    }

    @Test
    @DisplayName("D26: one entry per variant, however long the outage")
    void one_entry_a_variant_however_long_the_outage() {
        world.delivery.block(partner.endpoint());
        for (int i = 0; i < 1_000; i++) {
            world.publish(A, "name " + i, null);
            world.publish(B, i % 2 == 0 ? Catalog.variant(B, "name", null) : null);
            world.turn();
        }
        assertThat(world.store().count('d')).isLessThanOrEqualTo(2);

        world.delivery.unblock(partner.endpoint());

        List<ScriptedDelivery.Sent> sent = world.settle();
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).records().variants()).isEqualTo(world.wanted(partner));
    }

    @Test
    @DisplayName("D26: records of one variant arrive in order: the next is sent when the last is finished")
    void the_next_record_waits_until_the_last_is_through() {
        world.publish(A, "one", null);
        ScriptedDelivery.Sent first = next();
        world.publish(A, "two", null);
        world.publish(B, "one", null);
        world.turns(5);

        assertThat(world.delivery.underWay()).hasSize(2);
        assertThat(world.delivery.underWay().get(1).records().variants()).containsOnlyKeys(B);
        first.accept();
        assertThat(world.settle())
                .anySatisfy(sent -> assertThat(sent.records().variants().get(A)).contains("\"two\""));
    }

    @Test
    @DisplayName("A receiver that identifies messages by their ids sees three messages in A, B and A again")
    void a_record_that_returns_to_an_earlier_content_gets_another_id() {
        Set<String> ids = new HashSet<>();
        List<Instant> timestamps = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            if (i % 5 == 4) {
                world.publish(A, null);
            } else {
                world.publish(A, i % 2 == 0 ? "even" : "odd", null);
            }
            ScriptedDelivery.Sent sent = next();
            ids.add(sent.message().id());
            timestamps.add(sent.records().timestamp());
            sent.accept();
        }

        assertThat(ids).hasSize(20).allMatch(id -> id.matches("msg_[A-Za-z0-9_-]{24}"));
        assertThat(timestamps).isSorted().doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("The same holds if no attempt was seen to arrive: A, B and A again are three messages")
    void a_record_that_returns_unseen_gets_another_id() {
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            world.publish(A, i % 2 == 0 ? "even" : "odd", null);
            ScriptedDelivery.Sent sent = next();
            ids.add(sent.message().id());
            sent.end(UNANSWERED);
        }

        assertThat(ids).hasSize(10);
    }

    @Test
    @DisplayName("An attempt with unknown outcome leaves a doubt: going back to what the partner had is sent too")
    void what_is_in_doubt_is_sent_again() {
        world.publish(A, "one", null);
        next().accept();
        world.publish(A, "two", null);
        next().end(UNANSWERED);
        world.publish(A, "one", null);

        assertThat(next().records().variants().get(A)).contains("\"one\"");
    }

    @Test
    @DisplayName("An attempt that was never sent changes nothing: going back to what the partner had sends nothing")
    void what_never_left_leaves_no_doubt() {
        world.publish(A, "one", null);
        next().accept();
        world.publish(A, "two", null);
        next().end(UNSENT);
        world.publish(A, "one", null);

        assertThat(world.settle()).isEmpty();
    }

    @Test
    @DisplayName("D24: access that is lost before anything was sent is not mentioned; afterwards it is")
    void what_never_left_is_not_taken_back() {
        world.publish(A, "one", null);
        next().end(UNSENT);
        partner.forbid(1, 11);
        world.configure();
        assertThat(world.settle()).isEmpty();

        partner.allow(1, 11, false);
        world.configure();
        world.publish(B, "one", null);
        next().end(UNANSWERED);
        partner.forbid(1, 11);
        world.configure();
        world.turn();
        assertThat(world.settle())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().removed()).containsExactlyInAnyOrder(A, B));
    }

    @Test
    @DisplayName("D25: a message carries up to 100 records and 512 KiB; a larger record goes alone")
    void messages_keep_to_their_limits() {
        for (int i = 0; i < 250; i++) {
            world.publish(new ScopedVariant(1, 11, "small" + i), "name", null);
        }
        List<ScriptedDelivery.Sent> small = world.settle();
        for (int i = 0; i < 10; i++) {
            world.publish(new ScopedVariant(1, 11, "large" + i), "x".repeat(120_000), null);
        }
        world.publish(new ScopedVariant(1, 11, "huge"), "x".repeat(600_000), null);
        List<ScriptedDelivery.Sent> large = world.settle();

        assertThat(small).extracting(sent -> sent.records().all().size()).containsExactly(100, 100, 50);
        assertThat(large)
                .allSatisfy(sent -> assertThat(sent.message().body().length <= 512 << 10
                                || sent.records().all().size() == 1)
                        .isTrue());
        assertThat(large).hasSize(4);
    }

    @Test
    @DisplayName("D26: a refused batch is halved until the refused records are alone, and the others get through")
    void a_refused_batch_is_halved() {
        Set<ScopedVariant> poisoned = Set.of(variant(17), variant(63));
        for (int i = 0; i < 100; i++) {
            world.publish(variant(i), "name", null);
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
        assertThat(world.store().count('d')).isEqualTo(2);
    }

    @Test
    @DisplayName("D26: a refused record waits separately, longer each time, and holds up no other")
    void a_refused_record_waits_by_itself() {
        world.publish(A, "poison", null);
        next().end(REFUSED);
        world.publish(B, "fine", null);
        ScriptedDelivery.Sent other = next();
        assertThat(other.records().variants()).containsOnlyKeys(B);
        other.accept();

        long previous = 0;
        for (int i = 0; i < 6; i++) {
            long waited = waitForNext();
            ScriptedDelivery.Sent again = world.delivery.underWay().get(0);
            assertThat(again.lane()).isEqualTo(Lane.REFUSED);
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
        next().end(REFUSED);
        world.turns(10);
        assertThat(world.delivery.underWay()).isEmpty();

        world.publish(A, "wholesome", null);

        assertThat(next().records().variants().get(A)).contains("wholesome");
    }

    @Test
    void a_refused_record_still_waits_after_a_restart() {
        world.publish(A, "poison", null);
        next().end(REFUSED);
        world.turn();
        world.restart();
        world.turns(10);
        assertThat(world.delivery.underWay()).isEmpty();

        assertThat(waitForNext()).isLessThan(1_300);
    }

    @Test
    @DisplayName("Nothing is sent before what led to it is durable")
    void nothing_goes_out_before_a_commit() {
        world.publish(A, "one", null);
        world.read(1);
        world.tick();
        world.tick();
        assertThat(world.delivery.all()).isEmpty();

        world.commit();

        assertThat(world.delivery.underWay()).hasSize(1);
    }

    @Test
    void a_crash_in_the_middle_of_an_attempt_loses_nothing_and_keeps_the_order() {
        for (int seed = 0; seed < 200; seed++) {
            World crashing = new World(ReconcileLimits.DEFAULT, 8);
            Catalog.Partner reader = crashing.partner("p").allow(1, 11, false);
            crashing.configure();
            Receiver receiver = new Receiver(false);
            crashing.publish(A, "one", null);
            crashing.settle().forEach(receiver::take);
            crashing.publish(A, "two", null);
            crashing.turn();
            crashing.delivery.underWay().forEach(receiver::take);
            crashing.publish(A, "one", null);
            crashing.read(1);
            crashing.tick();

            crashing.crash(new Random(seed));

            crashing.settle().forEach(receiver::take);
            assertThat(receiver.copy()).isEqualTo(crashing.wanted(reader));
        }
    }

    @Test
    @DisplayName("D26: what is read again after a crash is never sent after what was already sent of it")
    void what_is_read_again_is_not_sent_again() {
        world.publish(A, "one", null);
        world.settle();
        world.publish(A, "two", null);
        world.publish(A, "three", null);
        world.publish(B, "one", null);
        world.publish(B, null);
        world.read(4);

        world.crashBeforeCommit();

        for (int i = 0; i < 4; i++) {
            world.tick();
            world.commit();
            world.delivery.underWay().forEach(ScriptedDelivery.Sent::accept);
            world.read(1);
        }
        List<ScriptedDelivery.Sent> sent = world.delivery.all();
        assertThat(sent).hasSize(2);
        assertThat(sent.get(1).records().variants()).containsOnlyKeys(A);
        assertThat(sent.get(1).records().variants().get(A)).contains("\"three\"");
        assertThat(world.settle()).isEmpty();
    }

    private static ScopedVariant variant(int i) {
        return new ScopedVariant(1, 11, "b" + i);
    }

    /** Turns until something is in flight. */
    @Test
    void a_clock_that_was_ahead_when_a_record_was_refused_does_not_hold_the_record_up_once_it_is_right() {
        long days = Duration.ofDays(8).toMillis();
        world.now += days;
        world.publish(A, "one", null);
        next().end(REFUSED);
        world.turn();
        world.now -= days;
        world.restart();
        ScriptedDelivery.Sent again = next();

        assertThat(again.lane()).isEqualTo(Lane.REFUSED);
        again.accept();
        assertThat(world.settle()).isEmpty();
    }

    private ScriptedDelivery.Sent next() {
        for (int i = 0; i < 10 && world.delivery.underWay().isEmpty(); i++) {
            world.turn();
        }
        return world.delivery.underWay().get(0);
    }

    private long waitForNext() {
        long began = world.now;
        while (world.delivery.underWay().isEmpty()) {
            assertThat(world.now - began).isLessThan(700_000);
            world.turn();
        }
        return world.now - began;
    }
}
