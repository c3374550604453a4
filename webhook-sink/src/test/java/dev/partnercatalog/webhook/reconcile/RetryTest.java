package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.B;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What happens to a message that isn't accepted, and to its id (D25, D26). */
class RetryTest {

    private static final Outcome FAILED = Outcome.answered(500, null);
    private static final Outcome UNSENT = Outcome.unsent("can't be reached");
    private static final Outcome UNANSWERED = Outcome.unanswered("timed out");

    private final OnePartner one = new OnePartner(false);
    private final World world = one.world;
    private final Catalog.Partner partner = one.partner;

    RetryTest() {
        world.turn();
    }

    @Test
    @DisplayName("D26, D41: a failed message is retried with the same id and the same bytes while nothing has changed")
    void what_failed_is_tried_again_as_it_was() {
        world.publish(A, "one", null);
        world.publish(B, "two", null);
        ScriptedDelivery.Sent first = one.next();
        first.end(FAILED);
        ScriptedDelivery.Sent second = one.next();
        second.end(UNANSWERED);
        ScriptedDelivery.Sent third = one.next();

        assertThat(List.of(second.message().id(), third.message().id()))
                .containsOnly(first.message().id());
        assertThat(second.message().body()).isEqualTo(first.message().body());
        assertThat(third.message().body()).isEqualTo(first.message().body());
    }

    @Test
    @DisplayName("D26: always the newest state, never a superseded one")
    void always_the_newest_state() {
        world.publish(A, "one", null);
        ScriptedDelivery.Sent first = one.next();
        world.publish(A, "two", null);
        world.publish(A, "three", null);
        world.turn();
        first.end(FAILED);
        ScriptedDelivery.Sent second = one.next();

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
        assertThat(world.left()).isLessThanOrEqualTo(2);

        world.delivery.unblock(partner.endpoint());

        List<ScriptedDelivery.Sent> sent = world.settle();
        assertThat(sent).hasSize(1);
        assertThat(sent.get(0).records().variants()).isEqualTo(world.wanted(partner));
    }

    @Test
    @DisplayName("D41: a receiver that identifies messages by their ids sees three messages in A, B and A again")
    void a_record_that_returns_to_an_earlier_content_gets_another_id() {
        Set<String> ids = new HashSet<>();
        List<Instant> timestamps = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            if (i % 5 == 4) {
                world.publish(A, null);
            } else {
                world.publish(A, i % 2 == 0 ? "even" : "odd", null);
            }
            ScriptedDelivery.Sent sent = one.next();
            ids.add(sent.message().id());
            timestamps.add(sent.records().timestamp());
            sent.accept();
        }

        assertThat(ids).hasSize(20).allMatch(id -> id.matches("msg_[A-Za-z0-9_-]{24}"));
        assertThat(timestamps).isSorted().doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("An attempt with unknown outcome leaves a doubt: going back to what the partner had is sent too")
    void what_is_in_doubt_is_sent_again() {
        world.publish(A, "one", null);
        one.next().accept();
        world.publish(A, "two", null);
        one.next().end(UNANSWERED);
        world.publish(A, "one", null);

        assertThat(one.next().records().variants().get(A)).contains("\"one\"");
    }

    @Test
    @DisplayName("The same holds after a stop or a kill, unless another attempt had begun by then")
    void what_never_left_leaves_no_doubt_after_a_restart() {
        for (Runnable end : List.<Runnable>of(world::restart, world::crashBeforeCommit)) {
            world.publish(A, "one", null);
            world.settle();
            world.publish(A, "two", null);
            endUnsent(one.next());
            end.run();
            world.delivery.unblock(partner.endpoint());
            world.publish(A, "one", null);
            assertThat(world.settle()).isEmpty();

            world.publish(A, "two", null);
            endUnsent(one.next());
            world.delivery.unblock(partner.endpoint());
            one.next();
            end.run();
            world.publish(A, "one", null);
            assertThat(world.settle()).hasSize(1);
        }
    }

    /** The attempt isn't sent, and the endpoint can't be tried again for now. */
    private void endUnsent(ScriptedDelivery.Sent sent) {
        world.delivery.block(partner.endpoint());
        sent.end(UNSENT);
        world.turn();
    }

    @Test
    @DisplayName("D24: access that is lost before anything was sent is not mentioned; afterwards it is")
    void what_never_left_is_not_taken_back() {
        world.publish(A, "one", null);
        one.next().end(UNSENT);
        partner.forbid(1, 11);
        world.configure();
        assertThat(world.settle()).isEmpty();

        partner.allow(1, 11, false);
        world.configure();
        world.publish(B, "one", null);
        one.next().end(UNANSWERED);
        partner.forbid(1, 11);
        world.configure();
        world.turn();
        assertThat(world.settle())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().removed()).containsExactlyInAnyOrder(A, B));
    }
}
