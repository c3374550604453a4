package dev.partnercatalog.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.topic.TopicsInMemory;
import dev.partnercatalog.resolution.Scope;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators are shown where a company refers to a product: the product. */
class RecordedReferencesTest {

    private static final String BARCODE = ExampleCatalog.BARCODE;
    private static final Scope COMPANY = new Scope.Company(7);

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    private final ExampleCatalog example = new ExampleCatalog(topics);

    @BeforeEach
    void list() {
        example.listing(7, 70, "sku");
        example.bpd(ExampleCatalog.bpd());
        example.resolve(COMPANY, 3);
    }

    @Test
    void the_entry_is_the_products() {
        for (Scope scope : Set.of(COMPANY, Scope.of(7, 70))) {
            assertThat(example.catalog().entry(BARCODE, scope))
                    .isNotNull()
                    .satisfies(entry -> assertThat(entry.getName())
                            .isEqualTo(ExampleCatalog.bpd().getName()))
                    .satisfies(entry -> assertThat(entry.getCompanyId()).isNull());
        }
    }

    @Test
    void an_entry_that_can_not_be_read_does_not_give_way_to_the_product() {
        example.spoilEntry(COMPANY);
        assertThat(example.catalog().entry(BARCODE, COMPANY)).isNull();
    }
}
