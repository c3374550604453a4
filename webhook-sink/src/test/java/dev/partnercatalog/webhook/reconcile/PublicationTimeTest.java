package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.freshness.PublicationTime;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import io.micrometer.core.instrument.Timer;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How old an event is when the message that reports it is accepted. */
class PublicationTimeTest {

    private final World world = new World(ReconcileLimits.DEFAULT, 8);

    @BeforeEach
    void configure() {
        world.partner("p").allow(1, 11, false);
        world.configure();
        world.settle();
    }

    @Test
    void what_came_while_its_variant_was_under_way_has_its_own_time() {
        publish(A, "name", new PublicationTime(world.now - 5_000));
        ScriptedDelivery.Sent first = send(1);
        publish(A, "other name", new PublicationTime(world.now - 1_000));
        world.read(1);
        first.accept();
        assertThat(world.settle()).isNotEmpty();
        assertThat(delivered().count()).isEqualTo(2);
        assertThat(delivered().totalTime(TimeUnit.SECONDS)).isBetween(6.0, 8.0);
    }

    @Test
    void how_old_a_change_is_counts_from_the_first_event_that_was_not_delivered() {
        publish(A, "name", new PublicationTime(world.now - 60_000));
        world.read(1);
        publish(A, "other name", new PublicationTime(world.now - 1_000));
        assertThat(world.settle()).isNotEmpty();
        assertThat(delivered().count()).isOne();
        assertThat(delivered().max(TimeUnit.SECONDS)).isBetween(60.0, 62.0);
    }

    @Test
    void a_change_that_does_not_tell_its_time_is_not_counted() {
        publish(A, "name", PublicationTime.UNKNOWN);
        assertThat(world.settle()).hasSize(1);
        assertThat(delivered().count()).isZero();
    }

    @Test
    void a_crash_does_not_lose_it() {
        publish(A, "name", new PublicationTime(world.now - 60_000));
        world.delivery.block(world.partner("p").endpoint());
        world.read(1);
        world.tick();
        world.commit();
        world.crash(new Random(7));
        world.delivery.unblock(world.partner("p").endpoint());
        assertThat(world.settle()).isNotEmpty();
        assertThat(delivered().max(TimeUnit.SECONDS)).isGreaterThanOrEqualTo(60);
    }

    private void publish(ScopedVariant variant, String name, PublicationTime time) {
        world.topics.eventTime = time;
        world.publish(variant, name, null);
    }

    /** Reads this number of records and sends them. */
    private ScriptedDelivery.Sent send(int records) {
        world.read(records);
        world.tick();
        world.commit();
        assertThat(world.delivery.underWay()).hasSize(1);
        return world.delivery.underWay().get(0);
    }

    private Timer delivered() {
        return world.meters.get("catalog.freshness").tag("stage", "delivered").timer();
    }
}
