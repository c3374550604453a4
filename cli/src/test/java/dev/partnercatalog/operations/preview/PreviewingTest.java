package dev.partnercatalog.operations.preview;

import static dev.partnercatalog.operations.preview.PreviewedCatalog.LIMITS;
import static dev.partnercatalog.operations.preview.PreviewedCatalog.WIDE;
import static dev.partnercatalog.operations.preview.PreviewedCatalog.partner;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.operations.preview.Preview.Counts;
import dev.partnercatalog.operations.preview.Preview.Example;
import dev.partnercatalog.operations.preview.PreviewedCatalog.Lines;
import dev.partnercatalog.operations.report.JsonReport;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.ListingKey;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a preview says about the records that proposed events would change. */
class PreviewingTest {

    @AutoClose
    private final PreviewedCatalog catalog = PreviewedCatalog.withEverything();

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "bpd-variants | {'barcode': '4001', 'brand': 'New'} | 1 changed | assets brand cannabisUnitOfMeasure"
                        + " catalogSource stateCodes terpeneUnitOfMeasure thc totalTerpene unitOfMeasure unitSize"
                        + " variantType",
                "company-overrides | {'companyId': 7, 'barcode': '4001', 'name': 'New', 'thc': {'avg': '20.1'},"
                        + " 'effects': []} | 1 changed | name",
                "company-overrides | {'$delete': {'companyId': 7, 'barcode': '4001'}} | 1 changed | catalogSource"
                        + " effects name thc",
                "company-overrides | {'companyId': 8, 'barcode': '4001', 'name': 'New'} | | ",
                "company-attributes | {'companyId': 7, 'barcode': '4001', 'badges': ['Vegan']} | 1 changed | badges",
                "location-attributes | {'companyId': 7, 'locationId': 70, 'barcode': '4001', 'labels': ['Pickup'],"
                        + " 'description': 'New'} | 1 changed | description",
                "location-attributes | {'companyId': 7, 'locationId': 71, 'barcode': '4001', 'description': 'New'} |"
                        + " | ",
                "bpd-variants | {'$delete': {'barcode': '4001'}} | 1 removed | ",
                "bpd-variants | {'barcode': '4002', 'name': 'Listed nowhere'} | | ",
                "listings | {'companyId': 7, 'locationId': 70, 'sku': 'BD-35', 'barcode': '4001'} | | ",
                "listings | {'companyId': 7, 'locationId': 70, 'sku': 'another', 'barcode': '4001'} | | ",
                "listings | {'companyId': 7, 'locationId': 70, 'sku': 'BD-35', 'barcode': '4002'} | 1 removed | ",
                "listings | {'$delete': {'companyId': 7, 'locationId': 70, 'sku': 'BD-35'}} | 1 removed | ",
                "listings | {'companyId': 7, 'locationId': 7, 'sku': 'all', 'barcode': '4001'} | 1 added | ",
                "listings | {'companyId': 7, 'locationId': 71, 'sku': 's', 'barcode': '4001'} | | ",
                "company-configs | {'partnerId': 'p', 'companyId': 7, 'cannabisUnitOfMeasure': '%', 'assetPriority':"
                        + " [{'assetType': 'Product'}]} | 1 changed | cannabisUnitOfMeasure catalogSource thc",
                "company-configs | {'partnerId': 'q', 'companyId': 7, 'cannabisUnitOfMeasure': '%'} | | ",
                "location-configs | {'partnerId': 'p', 'companyId': 7, 'locationId': 70, 'allowedFields': {'badges':"
                        + " false, 'displayNameOverrides': false, 'labels': true}} | 1 changed | badges catalogSource",
                "companies | {'companyId': 7, 'name': 'n', 'provider': 'cova', 'providerId': 'x'} | | ",
            })
    void an_event_changes_the_records_that_it_would_change_once_published(
            String topic, String event, String kinds, String fields) throws IOException {
        Preview preview = catalog.preview(topic, event.replace('\'', '"'));
        assertThat(preview.faults()).isEmpty();
        assertThat(preview.stopped()).isEmpty();
        assertThat(kinds(preview)).isEqualTo(kinds == null ? "" : kinds);
        assertThat(String.join(" ", preview.fields().keySet())).isEqualTo(fields == null ? "" : fields);
        assertThat(preview.events()).isEqualTo(1);
    }

    @ParameterizedTest(name = "enabled {0}, cannabinoidOverrides {1}: {3}")
    @CsvSource({
        "true, true, '', ''",
        "true, false, '', 1 changed",
        "false, true, '', 1 removed",
        "true, true, ', {\"id\": \"71\", \"name\": \"l\", \"providerId\": \"z\"}', ''"
    })
    void a_partners_own_configuration_changes_what_it_sees(
            boolean enabled, boolean overrides, String locations, String kinds) throws IOException {
        Preview preview = catalog.preview("partners", partner(enabled, overrides, locations));
        assertThat(kinds(preview)).isEqualTo(kinds);
        assertThat(catalog.preview("partners", "{\"$delete\": {\"partnerId\": \"p\"}}")
                        .records()
                        .removed())
                .isEqualTo(1);
    }

    @Test
    void an_example_has_the_fields_before_and_after() throws IOException {
        Preview preview = catalog.preview(
                "company-overrides",
                "{\"companyId\": 7, \"barcode\": \"4001\", \"name\": \"New\", \"thc\": {\"avg\": \"20.1\"}}");
        assertThat(preview.summary())
                .isEqualTo("1 event would change 1 record of 1 partner: 1 changed, 0 added, 0 removed."
                        + " Nothing was published.");
        Example example = preview.examples().get(0);
        assertThat(example.partnerId()).isEqualTo("p");
        assertThat(example.scope()).isEqualTo(Scope.of(7, 70));
        assertThat(example.differences().stream().map(Object::toString))
                .anyMatch(difference -> difference.contains("Blue Dream 3.5 g") && difference.contains("New"))
                .anyMatch(difference -> difference.contains("effects") && difference.contains("after=null"));
        ObjectNode json = JsonReport.of(preview.report());
        assertThat(json.at("/records/changed").asInt()).isEqualTo(1);
        assertThat(json.at("/examples/0/fields/name/after").asText()).isEqualTo("New");
        assertThat(json.at("/examples/0/fields/effects").has("after")).isFalse();
    }

    @Test
    void events_of_several_topics_are_taken_together_and_the_last_of_a_key_counts() throws IOException {
        Lines products = new Lines("bpd-variants", """
            {"barcode": "4002", "name": "One"}
            {"barcode": "4002", "name": "Two"}\
            """);
        Lines listings = new Lines("listings", """
            {"companyId": 7, "locationId": 7, "sku": "s", "barcode": "4002"}
            {"companyId": 7, "locationId": 70, "sku": "BD-35", "barcode": "4002"}\
            """);
        Preview preview = catalog.preview(LIMITS, products, listings);
        assertThat(preview.records()).isEqualTo(new Counts(0, 2, 1));
        assertThat(preview.examples().stream()
                        .map(example ->
                                example.barcode() + " at " + example.scope().locationId() + " "
                                        + example.kind().words()))
                .containsExactlyInAnyOrder("4001 at 70 removed", "4002 at 7 added", "4002 at 70 added");
        assertThat(preview.unlisted()).isZero();
    }

    @Test
    void what_does_not_fit_or_would_be_refused_is_named_and_the_rest_is_previewed() throws IOException {
        Lines overrides = new Lines("company-overrides", """
            {"companyId": 7, "barcode": "4001", "nam": "New"}
            {"companyId": 7, "barcode": "4001", "name": "%s"}
            {"companyId": 7, "barcode": "4001", "name": "New"}\
            """.formatted("x".repeat(1_400_000)));
        Preview preview = catalog.preview(WIDE, overrides);
        assertThat(preview.records().changed()).isEqualTo(1);
        assertThat(preview.faulty()).isEqualTo(2);
        assertThat(preview.faults().get(0)).hasToString("company-overrides:1: nam: CompanyOverride has no such field");
        assertThat(preview.faults().get(1).toString())
                .startsWith("company-overrides:2: the event is 14")
                .contains("at most");
        assertThat(catalog.preview("bpd-variants", "{\"barcode\": \"4003\", \"name\": \"New\"}")
                        .unlisted())
                .isEqualTo(1);
    }

    @Test
    void a_preview_registers_no_schema() throws IOException {
        try (PreviewedCatalog others = PreviewedCatalog.withPartnerOnly()) {
            Set<String> before = others.topics().subjects();
            Preview preview = others.preview(
                    "company-configs", "{\"partnerId\": \"p\", \"companyId\": 7, \"cannabisUnitOfMeasure\": \"%\"}");
            assertThat(preview.faults()).isEmpty();
            assertThat(others.preview("bpd-variants", "{\"barcode\": \"4001\", \"name\": \"n\"}")
                            .faults())
                    .isEmpty();
            assertThat(others.topics().subjects()).isEqualTo(before);
        }
    }

    @Test
    void a_record_that_can_not_be_read_is_named() throws IOException {
        catalog.topics().spoilListing(new ListingKey(7, 70, "BD-35"));
        Preview preview =
                catalog.preview("company-overrides", "{\"companyId\": 7, \"barcode\": \"4001\", \"name\": \"New\"}");
        assertThat(preview.records().all()).isZero();
        assertThat(preview.unreadable()).hasSize(1);
    }

    private static String kinds(Preview preview) {
        return preview.examples().stream()
                .collect(Collectors.groupingBy(Example::kind, Collectors.counting()))
                .entrySet()
                .stream()
                .map(kind -> kind.getValue() + " " + kind.getKey().name().toLowerCase(Locale.ROOT))
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
