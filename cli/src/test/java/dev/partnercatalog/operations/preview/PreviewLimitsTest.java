package dev.partnercatalog.operations.preview;

import static dev.partnercatalog.operations.preview.PreviewedCatalog.LIMITS;
import static dev.partnercatalog.operations.preview.PreviewedCatalog.WIDE;
import static dev.partnercatalog.operations.preview.PreviewedCatalog.partner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.preview.Preview.Counts;
import dev.partnercatalog.operations.preview.Preview.Example;
import dev.partnercatalog.operations.preview.PreviewedCatalog.Lines;
import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.report.JsonReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a preview leaves out, and what it says about that. */
class PreviewLimitsTest {

    private static final Lines CHANGE =
            new Lines("company-overrides", "{\"companyId\": 7, \"barcode\": \"4001\", \"name\": \"New\"}");

    @AutoClose
    private final PreviewedCatalog catalog = PreviewedCatalog.withEverything();

    @ParameterizedTest(name = "{6}")
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | 1048576 | 100 | 1048576 | 100 | 2 | The preview read only the first 1 event.",
                "9 | 1       | 100 | 1048576 | 100 | 2 | The preview read only the first 1 event.",
                "9 | 1048576 | 1   | 1048576 | 100 | 1 | The preview read only 1 listing.",
                "9 | 1048576 | 100 | 1048576 | 1   | 1 | The preview compared only 1 record;",
                "9 | 1048576 | 100 | 0       | 100 | 1 | The preview left out 1 variant:",
            })
    void each_bound_is_kept_and_told(
            int events, long eventBytes, int listings, long layerBytes, long comparisons, int proposed, String told)
            throws IOException {
        catalog.topics().listing(7, 7, "all");
        PreviewLimits limits =
                new PreviewLimits(events, eventBytes, listings, layerBytes, comparisons, Duration.ofSeconds(60), 5);
        Lines changes = new Lines(CHANGE.topic(), (CHANGE.text() + "\n").repeat(proposed));
        assertThat(catalog.preview(limits, changes).stopped())
                .singleElement()
                .asString()
                .startsWith(told);
    }

    @Test
    void topics_that_can_not_be_read_in_time_are_a_fault() {
        catalog.topics().listing(7, 7, "all");
        PreviewLimits limits = LIMITS.with(9, Duration.ofSeconds(-1), 5);
        assertThatThrownBy(() -> catalog.preview(limits, CHANGE))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("can't be read within");
    }

    @Test
    void a_change_that_the_resolver_would_refuse_for_its_size_changes_nothing() throws IOException {
        StringBuilder events = new StringBuilder();
        for (int company = 100; company < 140; company++) {
            events.append("{\"companyId\": %d, \"barcode\": \"4001\", \"name\": \"%s\"}\n"
                    .formatted(company, "x".repeat(1_000_000)));
        }
        Preview preview = catalog.preview(WIDE, new Lines("company-overrides", events.toString()));
        assertThat(preview.faulty()).isBetween(5L, 10L);
        assertThat(preview.faults())
                .allMatch(fault -> fault.problem().contains("is rejected: the entries of barcode \"4001\""));
    }

    @Test
    void a_first_listing_that_the_resolver_would_refuse_adds_no_record() throws IOException {
        try (PreviewedCatalog others = PreviewedCatalog.withPartnerOnly()) {
            others.topics().bpd(ExampleCatalog.bpd());
            String listing = "{\"companyId\": 7, \"locationId\": 70, \"sku\": \"BD-35\", \"barcode\": \"4001\"}";
            assertThat(others.preview("listings", listing).records()).isEqualTo(new Counts(0, 1, 0));
            others.topics().total(0, 262_128, 0);
            Preview refused = others.preview("listings", listing);
            assertThat(refused.records().all()).isZero();
            assertThat(refused.faults())
                    .singleElement()
                    .asString()
                    .contains("the first listing of company 7 is rejected");
        }
    }

    @Test
    void what_is_not_listed_is_told_only_where_all_listings_were_looked_at() throws IOException {
        String other = "{\"companyId\": 7, \"barcode\": \"4003\", \"name\": \"New\"}";
        Preview preview = catalog.preview("company-overrides", other);
        assertThat(preview.unlistedInWords())
                .contains(
                        "1 of the barcodes is listed by none of the companies that the events are about, so no webhook"
                                + " sends it.");
        assertThat(JsonReport.of(preview.report()).path("unlistedBarcodes").asInt())
                .isEqualTo(1);
        PreviewLimits none = new PreviewLimits(9, 1 << 20, 0, 1 << 20, 100, Duration.ofSeconds(60), 5);
        Preview cut = catalog.preview(none, CHANGE);
        assertThat(cut.stopped()).isNotEmpty();
        assertThat(cut.unlistedInWords()).isEmpty();
        assertThat(JsonReport.of(cut.report()).has("unlistedBarcodes")).isFalse();
    }

    @Test
    void examples_differ_from_each_other_as_far_as_they_can() throws IOException {
        for (int location = 70; location < 90; location++) {
            catalog.topics().listing(7, location, "s" + location);
        }
        List<String> locations = new ArrayList<>();
        for (int location = 71; location < 90; location++) {
            locations.add(", {\"id\": \"%d\", \"name\": \"l\", \"providerId\": \"z\"}".formatted(location));
        }
        PreviewLimits two = LIMITS.with(100, Duration.ofSeconds(60), 2);
        Lines partner = new Lines("partners", partner(true, true, String.join("", locations)));
        Preview preview = catalog.preview(two, partner, CHANGE);
        assertThat(preview.records()).isEqualTo(new Counts(1, 19, 0));
        assertThat(preview.examples())
                .extracting(Example::kind)
                .containsExactly(Example.Kind.CHANGED, Example.Kind.ADDED);
    }
}
