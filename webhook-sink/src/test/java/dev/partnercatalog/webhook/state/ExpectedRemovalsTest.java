package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.state.ExpectedRemovals.Share;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What partners would be told to remove is counted before a sink can say it. */
class ExpectedRemovalsTest {

    private static final Acknowledged ACKNOWLEDGED = Acknowledged.accepted(new Acknowledged.Receipt(new Hash(1, 2), 3));

    private final ExpectedRemovals removals = new ExpectedRemovals();

    @Test
    void what_is_listed_and_resolves_at_its_scope_or_the_company_s_stays_and_all_else_is_removed() {
        catalog(
                () -> {
                    removals.entry(new ScopedVariant(new Scope.Company(7), "everywhere"), true);
                    removals.entry(new ScopedVariant(Scope.of(7, 70), "there"), true);
                    removals.entry(new ScopedVariant(new Scope.Company(7), "deleted"), true);
                    removals.entry(new ScopedVariant(new Scope.Company(7), "deleted"), false);
                    removals.entry(new ScopedVariant(new Scope.Company(7), "unlisted"), true);
                },
                "everywhere",
                "there",
                "deleted",
                "unresolved");
        held("p", 70, "everywhere", ACKNOWLEDGED);
        held("p", 70, "there", ACKNOWLEDGED);
        held("p", 70, "deleted", ACKNOWLEDGED);
        held("p", 70, "unlisted", ACKNOWLEDGED);
        held("p", 70, "unresolved", ACKNOWLEDGED.doubted());
        held("p", 71, "everywhere", ACKNOWLEDGED);
        removals.endOfHeldPartition();
        assertThat(removals.shares()).containsExactly(new Share("p", 6, 4));
    }

    @Test
    void before_anything_was_published_everything_that_a_partner_has_is_removed() {
        catalog(() -> {});
        held("p", 70, "one", ACKNOWLEDGED);
        held("p", 70, "two", ACKNOWLEDGED);
        held("q", 70, "one", ACKNOWLEDGED);
        removals.endOfHeldPartition();
        held("p", 71, "one", ACKNOWLEDGED);
        removals.endOfHeldPartition();
        assertThat(removals.shares()).containsExactly(new Share("p", 3, 3), new Share("q", 1, 1));
    }

    @Test
    void what_a_partner_no_longer_has_or_never_got_does_not_count() {
        catalog(() -> {});
        held("p", 70, "one", ACKNOWLEDGED);
        held("p", 70, "one", null);
        held("p", 70, "two", Acknowledged.NOTHING);
        removals.endOfHeldPartition();
        assertThat(removals.shares()).containsExactly(new Share("p", 0, 0));
    }

    private void catalog(Runnable entries, String... listed) {
        for (String barcode : listed) {
            removals.listed(new ScopedVariant(Scope.of(7, 70), barcode));
        }
        entries.run();
        removals.endOfCatalogPartition();
    }

    private void held(String partnerId, long locationId, String barcode, @Nullable Acknowledged held) {
        removals.held(
                Keys.ofPartner(Keys.ACKNOWLEDGED, partnerId, new ScopedVariant(Scope.of(7, locationId), barcode))
                        .get(),
                held == null ? null : held.encode());
    }
}
