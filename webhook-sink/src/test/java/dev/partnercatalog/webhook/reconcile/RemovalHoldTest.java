package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.RemovalLimit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A partner of which the sink finds most of what it has no longer listed. */
class RemovalHoldTest {

    private static final ScopedVariant NEW = at("new");

    private final World world = new World(ReconcileLimits.DEFAULT, 8);
    private final Catalog.Partner partner = world.partner("p").allow(1, 11, false);
    private final Receiver receiver = new Receiver(false);

    @Test
    void of_most_found_unlisted_at_a_start_no_more_than_allowed_is_removed_until_an_operator_releases_it() {
        has(1_500);
        unlistWhileAway(1_500);
        assertThat(removals()).hasSize(1_000);
        assertThat(held()).isEqualTo(500);

        world.restart();
        assertThat(removals()).isEmpty();
        world.crashBeforeCommit();
        assertThat(removals()).isEmpty();
        assertThat(held()).isEqualTo(500);

        release();
        assertThat(removals()).hasSize(500);
        assertHasWhatItShould();
        assertThat(held()).isZero();
    }

    @Test
    void changes_other_than_removals_go_on_while_removals_are_held() {
        has(1_500);
        unlistWhileAway(1_200);
        assertThat(removals()).hasSize(1_000);

        world.publish(NEW, "new", null);
        world.publish(at("b" + 1_300), "changed", null);
        assertThat(removals()).isEmpty();
        assertThat(receiver.copy()).containsKey(NEW).hasSize(501);
        assertThat(receiver.copy().get(at("b" + 1_300))).contains("changed");
        world.publish(NEW, null);
        assertThat(removals()).as("a removal now").isEmpty();
    }

    @Test
    void a_hold_ends_by_itself_when_the_catalog_is_there_again() {
        has(1_500);
        unlistWhileAway(1_500);
        assertThat(removals()).hasSize(1_000);

        list(0, 1_500);
        assertThat(removals()).isEmpty();
        assertHasWhatItShould();
        assertThat(held()).isZero();
        unlist(0, 10);
        assertThat(removals()).hasSize(10);
        assertHasWhatItShould();
    }

    @Test
    void of_very_many_removals_in_a_short_time_only_the_allowed_share_is_sent() {
        has(2_200);
        unlist(0, 2_200);
        assertThat(removals().size()).isBetween(1_000, 2_000);
        assertThat(held()).isPositive();
        release();
        removals();
        assertHasWhatItShould();
    }

    @Test
    void what_is_below_the_floor_or_the_share_is_removed() {
        has(999);
        unlistWhileAway(999);
        assertThat(removals()).hasSize(999);
        world.now += RemovalLimit.WINDOW.toMillis() + 1;
        list(0, 2_200);
        take();
        unlistWhileAway(1_050);
        assertThat(removals()).hasSize(1_050);
        world.now += RemovalLimit.WINDOW.toMillis() + 1;
        unlist(1_050, 2_050);
        assertThat(removals()).hasSize(1_000);
        assertThat(held()).isZero();
        assertHasWhatItShould();
    }

    @Test
    void a_removal_that_is_refused_again_and_again_counts_once() {
        has(1_100);
        unlist(0, 100);
        int attempts = 0;
        for (int i = 0; i < 330; i++) {
            world.now += 10_000;
            world.turns(2);
            for (List<ScriptedDelivery.Sent> sent = world.delivery.underWay(); !sent.isEmpty(); ) {
                attempts += sent.stream()
                        .mapToInt(each -> each.records().removed().size())
                        .sum();
                sent.forEach(each -> each.end(Outcome.answered(422, null)));
                world.turns(2);
                sent = world.delivery.underWay();
            }
        }
        assertThat(attempts).isGreaterThan(1_100);
        assertThat(held()).isZero();
    }

    @Test
    void what_a_partner_may_no_longer_see_is_removed_however_much_it_is() {
        partner.allow(2, 22, false);
        world.configure();
        for (int i = 0; i < 1_200; i++) {
            world.publish(new ScopedVariant(Scope.of(2, 22), "c" + i), "name", null);
        }
        has(1_200);
        partner.forbid(2, 22);
        world.configure();
        assertThat(removals()).hasSize(1_200);
    }

    @Test
    void a_crash_at_any_moment_loses_nothing_of_what_is_held() {
        for (long seed = 1; seed <= 5; seed++) {
            RemovalHoldTest one = new RemovalHoldTest();
            one.crashing(new Random(seed));
        }
    }

    private void crashing(Random random) {
        has(1_100);
        partner.active = false;
        world.configure();
        world.turn();
        unlist(0, 1_100);
        world.turn();
        world.commit();
        partner.active = true;
        world.configure();
        for (int i = 0; i < 12; i++) {
            world.turns(random.nextInt(4));
            world.crash(random);
        }
        removals();
        release();
        world.turns(random.nextInt(4));
        world.crash(random);
        removals();
        assertHasWhatItShould();
    }

    @Test
    void no_limit_holds_nothing() {
        world.removals = RemovalLimit.NONE;
        world.restart();
        has(1_500);
        unlist(0, 1_500);
        assertThat(removals()).hasSize(1_500);
    }

    private void has(int variants) {
        world.configure();
        list(0, variants);
        take();
    }

    private void list(int from, int to) {
        for (int i = from; i < to; i++) {
            world.publish(at("b" + i), "name", null);
        }
    }

    private void unlist(int from, int to) {
        for (int i = from; i < to; i++) {
            world.publish(at("b" + i), null);
        }
    }

    /** The sink finds it when it compares. */
    private void unlistWhileAway(int variants) {
        partner.active = false;
        world.configure();
        world.turn();
        unlist(0, variants);
        world.turn();
        partner.active = true;
        world.configure();
    }

    private void release() {
        partner.control.setReleases(partner.control.getReleases() + 1);
        world.configure();
    }

    private List<ScriptedDelivery.Sent> take() {
        List<ScriptedDelivery.Sent> accepted = world.settle();
        accepted.forEach(receiver::take);
        return accepted;
    }

    /** Accepts everything, and returns what was removed. */
    private List<ScopedVariant> removals() {
        List<ScopedVariant> removed = new ArrayList<>();
        take().forEach(message -> removed.addAll(message.records().removed()));
        return removed;
    }

    private long held() {
        world.now += 2_000;
        world.turns(3);
        return world.backlogs.get(world.backlogs.size() - 1).getHeldRemovals();
    }

    private void assertHasWhatItShould() {
        assertThat(Set.copyOf(receiver.copy().keySet()))
                .isEqualTo(world.wanted(partner).keySet());
    }
}
