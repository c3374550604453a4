package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.state.ComparisonProgress;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.Held;
import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.state.SinkState;
import org.junit.jupiter.api.Test;

class WalksTest {

    private static final int PAGE = 4;

    private final SinkState state = new SinkState(new MemoryStore(), CatalogInTest.none());
    private final Walks walks = new Walks(state, PAGE);

    @Test
    void walks_are_searched_for_removals_once_they_have_led_to_one_and_not_before() {
        for (int i = 0; i < 2 * PAGE; i++) {
            ScopedVariant variant = new ScopedVariant(Scope.of(1, 11), "b" + i);
            state.putHeld("p", variant, Held.accepted(Held.Receipt.whole(Hash.NONE, 1)));
        }
        walks.add("p", 1, ComparisonProgress.begun(new Hash(1, 2), 5));
        assertThat(walks.search("p", both -> true)).isZero();

        assertThat(walks.beginSearch("p")).isTrue();
        assertThat(walks.beginSearch("p")).isFalse();
        assertThat(walks.search("p", both -> true)).isEqualTo(PAGE + 1);
        assertThat(walks.removals("p")).isEqualTo(PAGE);
        assertThat(walks.search("p", both -> true)).isEqualTo(PAGE + 1);
        assertThat(walks.search("p", both -> true)).isPositive();
        assertThat(walks.search("p", both -> true)).isZero();
        assertThat(walks.removals("p")).isEqualTo(2 * PAGE);
    }
}
