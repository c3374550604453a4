package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.A;
import static dev.partnercatalog.webhook.reconcile.OnePartner.B;
import static dev.partnercatalog.webhook.reconcile.OnePartner.at;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** In which messages and in which order records are sent, also after a crash of which only a part was lost (D25, D26). */
class DeliveryOrderTest {

    private final OnePartner one = new OnePartner(false);
    private final World world = one.world;

    DeliveryOrderTest() {
        world.turn();
    }

    @Test
    @DisplayName("D26: records of one variant arrive in order: the next is sent when the last is finished")
    void the_next_record_waits_until_the_last_is_through() {
        world.publish(A, "one", null);
        ScriptedDelivery.Sent first = one.next();
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
    @DisplayName("D25: a message carries up to 100 records and 512 KiB; a larger record goes alone")
    void messages_keep_to_their_limits() {
        for (int i = 0; i < 250; i++) {
            world.publish(at("small" + i), "name", null);
        }
        List<ScriptedDelivery.Sent> small = world.settle();
        for (int i = 0; i < 10; i++) {
            world.publish(at("large" + i), "x".repeat(120_000), null);
        }
        world.publish(at("huge"), "x".repeat(600_000), null);
        List<ScriptedDelivery.Sent> large = world.settle();

        assertThat(small).extracting(sent -> sent.records().all().size()).containsExactly(100, 100, 50);
        assertThat(large)
                .allSatisfy(sent -> assertThat(sent.message().body().length <= 512 << 10
                                || sent.records().all().size() == 1)
                        .isTrue());
        assertThat(large).hasSize(4);
    }
}
