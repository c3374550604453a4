package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Entries whose images can't be made, because their records can't be read. */
class UnknownImageTest {

    private final World world = new World(ReconcileLimits.DEFAULT, 8);
    private final Catalog.Partner partner = world.partner("p").allow(1, 11, false);

    @Test
    void of_an_entry_that_nobody_can_read_a_partner_keeps_what_it_has() {
        world.configure();
        world.publish(A, "one", null);
        assertThat(world.settle()).hasSize(1);

        world.kept.spoil(A);
        partner.allow(1, 11, true);
        partner.resync(A, 0);
        world.configure();
        assertThat(world.settle()).isEmpty();

        world.publish(A, "two", null);
        assertThat(world.settle()).hasSize(1);
    }

    @Test
    @DisplayName("D24: what a partner may no longer see is removed, even if nobody can read its entry")
    void of_an_entry_that_nobody_can_read_a_removal_is_sent_once_the_partner_may_not_see_it() {
        partner.allow(2, 21, false);
        world.configure();
        world.publish(A, "one", null);
        assertThat(world.settle()).hasSize(1);

        world.kept.spoil(A);
        partner.forbid(1, 11);
        world.configure();
        assertThat(world.settle())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().all()).containsExactly(A));
    }

    @Test
    void what_was_in_doubt_then_is_still_in_doubt_when_the_entry_is_known_again() {
        world.configure();
        world.publish(A, "one", null);
        world.settle();
        world.publish(A, "two", null);
        world.read(1);
        world.tick();
        world.commit();
        assertThat(world.delivery.underWay()).hasSize(1);
        world.crashBeforeCommit();

        world.kept.spoil(A);
        assertThat(world.settle()).isEmpty();

        world.publish(A, "one", null);
        assertThat(world.settle())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().variants()).containsKey(A));
    }
}
