package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.state.Acknowledged;
import dev.partnercatalog.webhook.state.ComparisonProgress;
import dev.partnercatalog.webhook.state.Hash;
import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.state.SinkState;
import org.junit.jupiter.api.Test;

class ScansTest {

    private static final int PAGE = 4;

    private final SinkState state = new SinkState(new MemoryStore(), CatalogInTest.none());
    private final Scans scans = new Scans(state, PAGE);

    @Test
    void scans_are_searched_for_removals_once_they_have_led_to_one_and_not_before() {
        for (int i = 0; i < 2 * PAGE; i++) {
            ScopedVariant variant = new ScopedVariant(Scope.of(1, 11), "b" + i);
            state.putAcknowledged("p", variant, Acknowledged.accepted(new Acknowledged.Receipt(Hash.NONE, 1)));
        }
        scans.add("p", 1, ComparisonProgress.begun(new Hash(1, 2), 5));
        assertThat(scans.search("p", both -> true)).isZero();

        assertThat(scans.beginSearch("p")).isTrue();
        assertThat(scans.beginSearch("p")).isFalse();
        assertThat(scans.search("p", both -> true)).isEqualTo(PAGE + 1);
        assertThat(scans.removals("p")).isEqualTo(PAGE);
        assertThat(scans.search("p", both -> true)).isEqualTo(PAGE + 1);
        assertThat(scans.search("p", both -> true)).isPositive();
        assertThat(scans.search("p", both -> true)).isZero();
        assertThat(scans.removals("p")).isEqualTo(2 * PAGE);
    }
}
