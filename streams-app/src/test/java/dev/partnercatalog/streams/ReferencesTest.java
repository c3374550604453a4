package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Whether an entry is written with its content or as a reference to the product, and which of its records that names. */
class ReferencesTest {

    private static final int MOST_BYTES = 40;

    @AutoClose
    private final TopologyHarness catalog = new TopologyHarness();

    private final TestOutputTopic<String, ResolvedVariant> products =
            catalog.output(CatalogTopic.RESOLVED_VARIANTS, ResolvedVariant.class);

    @Test
    void a_change_of_the_product_writes_its_content_once_and_a_few_bytes_for_each_company() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        LongStream.rangeClosed(1, 200).forEach(this::list);
        product();
        catalog.readCompanyVariants();

        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Renamed"));
        long product = product();
        List<TestRecord<String, CompanyVariant>> written = catalog.readCompanyVariants();
        assertThat(written)
                .hasSize(200)
                .allSatisfy(
                        entry -> assertThat(Objects.requireNonNull(entry.value().getReference())
                                        .getProduct())
                                .isEqualTo(product))
                .allSatisfy(entry -> assertThat(catalog.encode(CatalogTopic.COMPANY_VARIANTS, entry.value()))
                        .hasSizeLessThanOrEqualTo(MOST_BYTES));
    }

    @Test
    void a_reference_with_the_highest_revisions_is_still_small() {
        CompanyVariant largest = new CompanyVariant(new ProductReference(Long.MAX_VALUE, Long.MAX_VALUE), null);
        assertThat(catalog.encode(CatalogTopic.COMPANY_VARIANTS, largest)).hasSizeLessThanOrEqualTo(MOST_BYTES);
    }

    @Test
    void an_entry_has_content_exactly_while_a_layer_of_its_scope_sets_a_field() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        long product = product();
        list(1);
        long first = reference("b/1").getRevision();

        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Ours"));
        ResolvedVariant content = Objects.requireNonNull(entry("b/1").getContent());
        assertThat(content.getName()).isEqualTo("Ours");
        assertThat(content.getRevision()).isGreaterThan(first);

        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", null);
        ProductReference again = reference("b/1");
        assertThat(again.getRevision()).isGreaterThan(content.getRevision());
        assertThat(again.getProduct()).isEqualTo(product);
    }

    @Test
    void D2_an_override_that_repeats_bpds_value_is_content() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", "Canonical"));
        assertThat(Objects.requireNonNull(entry("b/1").getContent()).getCompanyFields())
                .containsExactly("name");
    }

    @Test
    void layers_that_set_nothing_are_no_content() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", Events.override(1, "b", null));
        catalog.publish(CatalogTopic.LOCATION_ATTRIBUTES, "1/2/b", Events.attributes(1, 2L, "b", ""));
        assertThat(catalog.readCompanyVariants())
                .extracting(entry -> entry.value().getContent())
                .containsExactly(null, null);

        // They are no change of what anybody is shown either.
        list(1);
        catalog.publish(CatalogTopic.COMPANY_OVERRIDES, "1/b", null);
        assertThat(catalog.readCompanyVariants()).isEmpty();
    }

    @Test
    void a_product_that_comes_back_has_a_higher_revision_and_references_to_it() {
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        long before = product();
        list(1);
        long reference = reference("b/1").getRevision();
        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", (BpdVariant) null);
        assertThat(products.readRecord().value()).isNull();
        assertThat(catalog.readCompanyVariants())
                .singleElement()
                .extracting(TestRecord::value)
                .isNull();

        catalog.publish(CatalogTopic.BPD_VARIANTS, "b", Events.bpd("b", "Canonical"));
        long after = product();
        assertThat(after).isGreaterThan(before);
        ProductReference again = reference("b/1");
        assertThat(again.getProduct()).isEqualTo(after);
        assertThat(again.getRevision()).isGreaterThan(reference);
    }

    private void list(long company) {
        catalog.publish(CatalogTopic.LISTINGS, company + "/5/s", Events.listing(company, 5, "s", "b"));
    }

    /** The revision of the only record that was written of the product. */
    private long product() {
        List<ResolvedVariant> written = products.readValuesToList();
        assertThat(written).hasSize(1);
        return written.get(0).getRevision();
    }

    private ProductReference reference(String key) {
        return Objects.requireNonNull(entry(key).getReference());
    }

    /** The only entry that was written. */
    private CompanyVariant entry(String key) {
        List<TestRecord<String, CompanyVariant>> written = catalog.readCompanyVariants();
        assertThat(written).extracting(TestRecord::key).containsExactly(key);
        return written.get(0).value();
    }
}
