package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Outcome;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("D24, D25: how many records a message has")
class RecordsPerMessageTest {

    private final OnePartner one = new OnePartner(true);
    private final World world = one.world;
    private final Catalog.Partner partner = one.partner;

    @Test
    @DisplayName("D25: a message carries up to 100 records and 512 KiB; a larger record goes alone")
    void messages_keep_to_their_limits() {
        world.turn();
        for (int i = 0; i < 250; i++) {
            world.publish(new ScopedVariant(Scope.of(1, 11), "small" + i), "name", null);
        }
        List<ScriptedDelivery.Sent> small = world.settle();
        for (int i = 0; i < 10; i++) {
            world.publish(new ScopedVariant(Scope.of(1, 11), "large" + i), "x".repeat(120_000), null);
        }
        world.publish(new ScopedVariant(Scope.of(1, 11), "huge"), "x".repeat(600_000), null);
        List<ScriptedDelivery.Sent> large = world.settle();

        assertThat(small).extracting(sent -> sent.records().all().size()).containsExactly(100, 100, 50);
        assertThat(large)
                .allSatisfy(sent -> assertThat(sent.message().body().length <= 512 << 10
                                || sent.records().all().size() == 1)
                        .isTrue());
        assertThat(large).hasSize(4);
    }

    @Test
    void bound_each_message_and_nothing_is_left_out() {
        one.settings(settings -> settings.setRecordsPerMessage(7));
        publish(50, "one");
        assertBoundedBy(7);
        publish(50, "two");
        assertBoundedBy(7);
        partner.control.setResyncs(1);
        world.configure();
        assertBoundedBy(7);
    }

    @Test
    void bound_a_message_too_that_was_larger_and_has_to_be_sent_again() {
        publish(50, "one");
        world.turn();
        ScriptedDelivery.Sent large = world.delivery.underWay().get(0);
        assertThat(large.records().all()).hasSizeGreaterThan(10);
        one.settings(settings -> settings.setRecordsPerMessage(10));
        world.turn();
        large.end(Outcome.unsent("taken back"));
        assertBoundedBy(10);
    }

    private void publish(int count, String name) {
        for (int i = 0; i < count; i++) {
            world.publish(new ScopedVariant(Scope.of(1, 11), "b" + i), name, null);
        }
    }

    private void assertBoundedBy(int most) {
        assertThat(one.settle())
                .hasSizeGreaterThanOrEqualTo(50 / most)
                .allSatisfy(sent -> assertThat(sent.records().all()).hasSizeLessThanOrEqualTo(most));
        assertThat(one.receiver.copy()).isEqualTo(world.wanted(partner));
    }
}
