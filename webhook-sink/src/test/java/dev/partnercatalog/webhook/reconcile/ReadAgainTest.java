package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records that are read again after a kill, of which only a part was lost. */
class ReadAgainTest {

    private static final ScopedVariant A = new ScopedVariant(Scope.of(1, 11), "A");
    private static final ScopedVariant B = new ScopedVariant(Scope.of(1, 11), "B");

    private final World world = new World(ReconcileLimits.DEFAULT, 8);

    @BeforeEach
    void sendBoth() {
        world.partner("p").allow(1, 11, false);
        world.configure();
        world.publish(A, "one", null);
        world.publish(B, "one", null);
        assertThat(world.settle()).isNotEmpty();
        world.commit();
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    void a_listing_that_is_kept_though_what_followed_from_it_is_lost_has_its_company_compared() {
        world.publishListing(A, "s", false, PublicationTime.UNKNOWN);
        world.read(1);
        world.kept.write();
        assertThat(world.kept.catalog().listings().contains(A)).isFalse();
        world.crash(0, 1, 1);
        assertThat(world.kept.catalog().listings().contains(A)).isFalse();

        assertThat(world.settle())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().removed()).containsExactly(A));
        assertThat(world.settle()).isEmpty();
    }

    @Test
    void an_entry_that_is_kept_though_what_followed_from_it_is_lost_is_marked_again() {
        world.publish(A, "two", null);
        world.read(1);
        world.crash(0, 1, 1);

        assertThat(world.settle())
                .singleElement()
                .satisfies(sent -> assertThat(sent.records().variants()).containsOnlyKeys(A));
    }
}
