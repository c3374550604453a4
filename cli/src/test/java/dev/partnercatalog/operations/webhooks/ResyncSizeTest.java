package dev.partnercatalog.operations.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.recorded.TopicsInMemory;
import dev.partnercatalog.records.ResyncScope;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ResyncSizeTest {

    private final TopicsInMemory topics = new TopicsInMemory();

    @AfterEach
    void close() {
        topics.close();
    }

    @Test
    void each_variant_counts_once_for_each_scope_that_lists_it_and_that_the_partner_may_see() {
        new ExampleCatalog(topics).publishEverything(true);
        topics.listing(7, 70, "another SKU of the same variant");
        topics.listing(7, 7, "of the whole company");
        topics.listing(7, 71, "of a location that the partner may not see");
        topics.listing(8, 8, "of a company that it may not see");
        assertThat(size(7, null, null)).isEqualTo(2);
        assertThat(size(7, 70L, null)).isEqualTo(1);
        assertThat(size(7, 7L, null)).isEqualTo(1);
        assertThat(size(7, 71L, null)).isZero();
        assertThat(size(8, null, null)).isZero();
        assertThat(size(7, 70L, "4001")).isEqualTo(1);
        assertThat(size(7, 70L, "4002")).isZero();
        assertThat(size(null)).isEqualTo(2);
    }

    @Test
    void where_there_is_too_much_or_no_time_it_says_so() {
        new ExampleCatalog(topics).publishEverything(true);
        topics.listing(7, 7, "of the whole company");
        ResyncScope company = new ResyncScope(7L, null, null);
        try (RecordedCatalog catalog = topics.catalog()) {
            assertThat(ResyncSize.of(catalog, "p", company, 1, Duration.ofSeconds(60)))
                    .contains(new ResyncSize(1, false));
            assertThat(ResyncSize.of(catalog, "p", company, 100, Duration.ofSeconds(-1)))
                    .isEmpty();
        }
    }

    private long size(long company, @Nullable Long location, @Nullable String barcode) {
        return size(new ResyncScope(company, location, barcode));
    }

    private long size(@Nullable ResyncScope part) {
        try (RecordedCatalog catalog = topics.catalog()) {
            ResyncSize size = ResyncSize.of(catalog, "p", part).orElseThrow();
            assertThat(size.areAll()).isTrue();
            return size.records();
        }
    }
}
