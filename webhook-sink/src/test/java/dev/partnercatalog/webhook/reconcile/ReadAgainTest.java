package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
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

    @Test
    void nothing_is_examined_while_the_catalog_lacks_what_the_state_reflects() {
        world.publish(A, "two", null);
        world.read(1);
        world.tick();
        world.publish(B, "two", null);
        world.crash(world.uncommitted(), 0, 0);
        int before = world.delivery.all().size();
        world.tick();
        world.commit();
        assertThat(world.delivery.all()).hasSize(before);

        assertThat(world.settle())
                .allSatisfy(sent -> assertThat(sent.records().variants().values())
                        .allSatisfy(json -> assertThat(json).contains("\"two\"")))
                .isNotEmpty();
    }

    @Test
    void nothing_is_examined_while_the_catalog_is_ahead_of_the_state() {
        world.publish(A, "two", null);
        world.publish(B, "two", null);
        world.read(2);
        world.crash(0, 2, 2);
        int before = world.delivery.all().size();
        world.partner("p").allow(1, 11, true);
        world.configure();
        world.read(1);
        world.tick();
        world.commit();
        assertThat(world.delivery.all()).hasSize(before);
        assertThat(world.settle()).isNotEmpty();
    }
}
