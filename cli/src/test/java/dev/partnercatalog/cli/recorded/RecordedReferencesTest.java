package dev.partnercatalog.cli.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators are shown where a company refers to a product: the product. */
class RecordedReferencesTest {

    private static final String BARCODE = TopicsInMemory.BARCODE;
    private static final Scope COMPANY = new Scope.Company(7);

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    @BeforeEach
    void list() {
        topics.listing(7, 70, "sku");
        topics.bpd(ExampleCatalog.bpd());
    }

    @Test
    void the_entry_is_the_products() {
        topics.resolve(COMPANY, 3);
        try (RecordedCatalog catalog = topics.catalog()) {
            for (Scope scope : Set.of(COMPANY, Scope.of(7, 70))) {
                assertThat(catalog.entry(BARCODE, scope))
                        .isNotNull()
                        .satisfies(entry -> assertThat(entry.getName())
                                .isEqualTo(ExampleCatalog.bpd().getName()))
                        .satisfies(entry -> assertThat(entry.getCompanyId()).isNull());
            }
        }
    }

    @Test
    void an_entry_that_can_not_be_read_does_not_give_way_to_the_product() {
        topics.resolve(COMPANY, 3);
        topics.spoilEntry(new ScopedVariant(new Scope.Company(7), BARCODE));
        try (RecordedCatalog catalog = topics.catalog()) {
            assertThat(catalog.entry(BARCODE, COMPANY)).isNull();
        }
    }
}
