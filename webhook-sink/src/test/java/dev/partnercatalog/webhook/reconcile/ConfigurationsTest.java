package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.state.SinkState;
import dev.partnercatalog.webhook.subscription.Subscriptions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConfigurationsTest {

    private static final int PARTITIONS = 4;
    private static final int COMPANIES = 40;

    @Test
    void each_company_is_compared_by_the_task_that_has_its_variants_and_by_no_other() {
        Catalog.Partner partner = new Catalog.Partner("p");
        for (long company = 1; company <= COMPANIES; company++) {
            partner.allow(company, 1_000 + company, false);
        }
        Set<Long> compared = new HashSet<>();
        for (int number = 0; number < PARTITIONS; number++) {
            SinkState state = new SinkState(new MemoryStore(), CatalogInTest.none());
            new Configurations(state, new Partition(number, PARTITIONS), new Scans(state, 100))
                    .adopt(new Subscriptions(List.of(partner.subscriber()), List.of()), 1);
            assertThat(state.compared("p").keySet()).isNotEmpty().allMatch(compared::add);
        }
        assertThat(compared).hasSize(COMPANIES);
    }
}
