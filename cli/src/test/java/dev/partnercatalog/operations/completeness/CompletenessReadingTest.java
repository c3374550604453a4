package dev.partnercatalog.operations.completeness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.recorded.TopicsInMemory;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Company 7 lists the barcode 4001 at location 70, and partner p may see both; its unit for cannabinoids is mg/g. */
class CompletenessReadingTest {

    private static final CompletenessLimits LIMITS = new CompletenessLimits(100, Duration.ofSeconds(60), 3, 10);

    private final TopicsInMemory topics = new TopicsInMemory();
    private final ExampleCatalog example = new ExampleCatalog(topics);

    @AfterEach
    void close() {
        topics.close();
    }

    @Test
    void a_whole_variant_lacks_nothing_however_often_it_is_listed() {
        example.publishEverything(true);
        topics.listing(7, 7, "all");
        topics.listing(7, 70, "another");
        CompletenessReport report = report(null, null, LIMITS);
        assertThat(told(report.companies().get(7L))).isEqualTo("1 listed");
        assertThat(told(report.partners().get("p"))).isEqualTo("1 listed");
        assertThat(report.conversions()).isEmpty();
        assertThat(report.stopped()).isEmpty();
    }

    @Test
    void the_brokers_are_asked_once_for_the_partitions_of_each_topic() {
        example.publishEverything(true);
        int before = topics.partitionsAsked();
        assertThat(report(null, "p", LIMITS).stopped()).isEmpty();
        assertThat(topics.partitionsAsked() - before).isEqualTo(4);
    }

    @Test
    void a_report_with_more_values_at_fault_than_are_named_is_whole() {
        example.publishEverything(true);
        topics.layer(
                "7/#override",
                CompanyOverride.class,
                CompanyOverride.newBuilder(ExampleCatalog.override())
                        .setThc(new Range("1,260mg", "", ""))
                        .build());
        topics.resolve(new Scope.Company(7), 20);
        CompletenessReport report = report(null, "p", new CompletenessLimits(100, Duration.ofSeconds(60), 3, 0));
        assertThat(report.stopped()).isEmpty();
        assertThat(report.conversions()).isEmpty();
        assertThat(json(report).path("failedConversions").asInt()).isEqualTo(1);
    }

    @Test
    void what_no_conversion_takes_is_named_with_its_field_and_value() {
        example.publishEverything(true);
        topics.layer(
                "7/#override",
                CompanyOverride.class,
                CompanyOverride.newBuilder(ExampleCatalog.override())
                        .setThc(new Range("1,260mg", "", ""))
                        .build());
        topics.resolve(new Scope.Company(7), 20);
        CompletenessReport report = report(null, "p", LIMITS);
        assertThat(told(report.companies().get(7L))).isEqualTo("1 listed");
        assertThat(told(report.partners().get("p"))).isEqualTo("1 listed, 1 conversion [7/4001]");
        FailedConversion conversion = report.conversions().get(0);
        assertThat(conversion.barcode() + " " + conversion.fault().field() + " "
                        + conversion.fault().value() + " " + conversion.fault().reason())
                .isEqualTo("4001 thc.avg 1,260mg NO_NUMBER");
        assertThat(json(report).at("/conversions/0/value").asText()).isEqualTo("1,260mg");
        assertThat(json(report).at("/partners/p/lacking/conversion").asInt()).isEqualTo(1);
        assertThat(json(report).at("/companies/7/lacking/conversion").asInt()).isZero();
    }

    @Test
    void a_variant_lacks_what_it_lacks_at_any_location_of_the_partner() {
        example.publishEverything(true);
        topics.write(
                CatalogTopic.SCOPE_CONFIGS,
                "p/7/70",
                new ScopeConfig("p", 7L, 70L, List.of(), Map.of("Flower", List.of("LabReport")), null, null, null));
        assertThat(told(report(7L, null, LIMITS).partners().get("p"))).isEqualTo("1 listed, 1 image [7/4001]");
        assertThat(told(report(7L, null, LIMITS).companies().get(7L))).isEqualTo("1 listed");
    }

    @Test
    void a_variant_that_bpd_lacks_and_one_with_nothing_in_it_are_counted() {
        example.publishPartner(true);
        topics.listing(7, 70, "BD-35");
        assertThat(told(report(null, null, LIMITS).companies().get(7L))).isEqualTo("1 listed, 1 entry [4001]");
        assertThat(told(report(null, null, LIMITS).partners().get("p"))).isEqualTo("1 listed, 1 entry [7/4001]");
        topics.bpd(BpdVariant.newBuilder().setBarcode("4001").build());
        topics.resolve(new Scope.Company(7), 20);
        assertThat(told(report(null, null, LIMITS).companies().get(7L)))
                .isEqualTo("1 listed, 1 image [4001], 1 unit [4001], 1 potency [4001]");
    }

    @Test
    void a_listed_barcode_that_is_written_in_another_way_in_bpd_is_named_and_not_matched() {
        example.publishEverything(true);
        topics.resolveInBpd(21);
        topics.listing(7, 70, "zeros", "0004001");
        topics.listing(7, 70, "other", "5005");
        CompletenessReport report = report(7L, null, LIMITS);
        assertThat(told(report.companies().get(7L))).isEqualTo("3 listed, 2 entry [0004001, 5005]");
        assertThat(report.near()).containsExactly(Map.entry("0004001", List.of("4001")));
        assertThat(json(report).at("/nearBarcodes/0004001/0").asText()).isEqualTo("4001");
    }

    @Test
    void only_what_is_asked_for_and_may_be_seen_is_counted() {
        example.publishEverything(true);
        topics.listing(8, 80, "s");
        topics.listing(7, 71, "hidden");
        assertThat(report(null, null, LIMITS).companies()).containsOnlyKeys(7L, 8L);
        assertThat(report(8L, null, LIMITS).companies()).containsOnlyKeys(8L);
        assertThat(report(null, "p", LIMITS).companies()).containsOnlyKeys(7L);
        assertThat(told(report(8L, null, LIMITS).partners().get("p"))).isEqualTo("0 listed");
        assertThatThrownBy(() -> report(null, "nobody", LIMITS))
                .isInstanceOf(OperatorFault.class)
                .hasMessageStartingWith("there is no partner nobody");
        assertThatThrownBy(() -> report(8L, "p", LIMITS))
                .isInstanceOf(OperatorFault.class)
                .hasMessage("company 8 is not among those of partner p");
        example.publishEverything(false);
        assertThat(told(report(7L, null, LIMITS).partners().get("p"))).isEqualTo("0 listed");
    }

    @Test
    void each_bound_is_kept_and_told() {
        example.publishEverything(true);
        topics.listing(7, 7, "all");
        assertThat(report(7L, null, new CompletenessLimits(1, Duration.ofSeconds(60), 3, 10))
                        .stopped())
                .singleElement()
                .asString()
                .contains("The report read only 1 listing of");
        assertThat(report(7L, null, new CompletenessLimits(9, Duration.ofSeconds(-1), 3, 10))
                        .stopped())
                .singleElement()
                .asString()
                .contains("are left out");
    }

    @Test
    void an_entry_that_can_not_be_read_counts_as_none_and_is_named() {
        example.publishEverything(true);
        topics.spoilEntry(new ScopedVariant(new Scope.Company(7), "4001"));
        CompletenessReport report = report(7L, null, LIMITS);
        assertThat(told(report.companies().get(7L))).isEqualTo("1 listed, 1 entry [4001]");
        assertThat(report.unreadable()).hasSize(1);
    }

    private static JsonNode json(CompletenessReport report) {
        return JsonReport.of(report.report(null, CompletenessPart.ALL));
    }

    @Test
    void the_worst_come_first_and_a_part_has_only_those_with_one_problem() {
        example.publishEverything(true);
        topics.listing(8, 80, "s", "5005");
        CompletenessReport report = report(null, null, LIMITS);
        assertThat(json(report).path("companies").fieldNames()).toIterable().containsExactly("8", "7");
        assertThat(JsonReport.of(report.report(null, new CompletenessPart(null, 1, 1)))
                        .path("companies")
                        .fieldNames())
                .toIterable()
                .containsExactly("7");
        assertThat(JsonReport.of(report.report(null, CompletenessPart.named("entry", 0, 9)))
                        .path("companies")
                        .fieldNames())
                .toIterable()
                .containsExactly("8");
    }

    private CompletenessReport report(@Nullable Long company, @Nullable String partner, CompletenessLimits limits) {
        try (RecordedCatalog catalog = topics.catalog()) {
            return CompletenessReading.of(catalog, company, partner, limits);
        }
    }

    private static String told(@Nullable CompletenessCounts counted) {
        return counted == null
                ? "nothing"
                : counted.listed() + " listed"
                        + counted.lacking().entrySet().stream()
                                .map(lack -> ", " + lack.getValue() + " "
                                        + lack.getKey().jsonName() + " " + counted.examples(lack.getKey()))
                                .collect(Collectors.joining());
    }
}
