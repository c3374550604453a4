package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MessageLimitsTest {

    private final World world = new OnePartner(true).world;

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
}
