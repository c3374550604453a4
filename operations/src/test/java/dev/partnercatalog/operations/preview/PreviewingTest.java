package dev.partnercatalog.operations.preview;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.eventfile.FileFormat;
import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.recorded.TopicsInMemory;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreviewingTest {

    private static final PreviewLimits LIMITS =
            new PreviewLimits(100, 1 << 20, 100, 1 << 20, 100, Duration.ofSeconds(60), 5);

    private static final String PARTNER = """
            {"partnerId": "p", "partnerName": "P", "enabled": %s, "webhook": {"enabled": false, "url": ""},\
             "allowedCompanies": [{"id": "7", "name": "Green Shops", "provider": "cova", "providerId": "x",\
             "allowedFields": {"badges": true, "cannabinoidOverrides": %s, "displayNameOverrides": true, "labels": false},\
             "locations": [{"id": "70", "name": "Main Street", "providerId": "y"}%s]}]}""";

    private final TopicsInMemory topics = new TopicsInMemory();

    /** Location 70 of company 7 lists the barcode 4001, which partner p may see there. */
    @BeforeEach
    void publish() {
        new ExampleCatalog(topics).publishEverything(true);
    }

    @AfterEach
    void close() {
        topics.close();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "bpd-variants | {'barcode': '4001', 'brand': 'New'} | 1 changed | assets brand cannabisUnitOfMeasure catalogSource terpeneUnitOfMeasure thc totalTerpene unitOfMeasure unitSize variantType",
                "company-overrides | {'companyId': 7, 'barcode': '4001', 'name': 'New', 'thc': {'avg': '20.1'}, 'effects': []} | 1 changed | name",
                "company-overrides | {'$delete': {'companyId': 7, 'barcode': '4001'}} | 1 changed | catalogSource effects name thc",
                "company-overrides | {'companyId': 8, 'barcode': '4001', 'name': 'New'} | | ",
                "company-attributes | {'companyId': 7, 'barcode': '4001', 'badges': ['Vegan']} | 1 changed | badges",
                "location-attributes | {'companyId': 7, 'locationId': 70, 'barcode': '4001', 'labels': ['Pickup'], 'description': 'New'} | 1 changed | description",
                "location-attributes | {'companyId': 7, 'locationId': 71, 'barcode': '4001', 'description': 'New'} | | ",
                "bpd-variants | {'$delete': {'barcode': '4001'}} | 1 removed | ",
                "bpd-variants | {'barcode': '4002', 'name': 'Listed nowhere'} | | ",
                "listings | {'companyId': 7, 'locationId': 70, 'sku': 'BD-35', 'barcode': '4001'} | | ",
                "listings | {'companyId': 7, 'locationId': 70, 'sku': 'another', 'barcode': '4001'} | | ",
                "listings | {'companyId': 7, 'locationId': 70, 'sku': 'BD-35', 'barcode': '4002'} | 1 removed | ",
                "listings | {'$delete': {'companyId': 7, 'locationId': 70, 'sku': 'BD-35'}} | 1 removed | ",
                "listings | {'companyId': 7, 'locationId': 7, 'sku': 'all', 'barcode': '4001'} | 1 added | ",
                "listings | {'companyId': 7, 'locationId': 71, 'sku': 's', 'barcode': '4001'} | | ",
                "company-configs | {'partnerId': 'p', 'companyId': 7, 'cannabisUnitOfMeasure': '%', 'assetPriority': [{'assetType': 'Product'}]} | 1 changed | cannabisUnitOfMeasure catalogSource thc",
                "company-configs | {'partnerId': 'q', 'companyId': 7, 'cannabisUnitOfMeasure': '%'} | | ",
                "location-configs | {'partnerId': 'p', 'companyId': 7, 'locationId': 70, 'allowedFields': {'badges': false, 'displayNameOverrides': false, 'labels': true}} | 1 changed | badges catalogSource",
                "companies | {'companyId': 7, 'name': 'n', 'provider': 'cova', 'providerId': 'x'} | | ",
            })
    void an_event_changes_the_records_that_it_would_change_once_published(
            String topic, String event, String kinds, String fields) throws IOException {
        Preview preview = preview(topic, event.replace('\'', '"'));
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
        Preview preview = preview("partners", PARTNER.formatted(enabled, overrides, locations));
        assertThat(kinds(preview)).isEqualTo(kinds);
        assertThat(preview("partners", "{\"$delete\": {\"partnerId\": \"p\"}}")
                        .records()
                        .removed())
                .isEqualTo(1);
    }

    @Test
    void an_example_has_the_fields_before_and_after() throws IOException {
        Preview preview = preview(
                "company-overrides",
                "{\"companyId\": 7, \"barcode\": \"4001\", \"name\": \"New\", \"thc\": {\"avg\": \"20.1\"}}");
        assertThat(preview.summary())
                .isEqualTo("1 event would change 1 record of 1 partner: 1 changed, 0 added, 0 removed."
                        + " Nothing was published.");
        Example example = preview.examples().get(0);
        assertThat(example.partnerId()).isEqualTo("p");
        assertThat(example.scope()).isEqualTo(new Scope(7, 70));
        assertThat(example.differences().stream().map(Object::toString))
                .anyMatch(difference -> difference.contains("Blue Dream 3.5 g") && difference.contains("New"))
                .anyMatch(difference -> difference.contains("effects") && difference.contains("after=null"));
        ObjectNode json = preview.json();
        assertThat(json.at("/records/changed").asInt()).isEqualTo(1);
        assertThat(json.at("/examples/0/fields/name/after").asText()).isEqualTo("New");
        assertThat(json.at("/examples/0/fields/effects").has("after")).isFalse();
    }

    @Test
    void events_of_several_topics_are_taken_together_and_the_last_of_a_key_counts() throws IOException {
        ProposedEvents events = new ProposedEvents(TopicsInMemory.kafka(), topics.registry(), LIMITS);
        read(
                events,
                "bpd-variants",
                "{\"barcode\": \"4002\", \"name\": \"One\"}\n{\"barcode\": \"4002\", \"name\": \"Two\"}");
        read(
                events,
                "listings",
                "{\"companyId\": 7, \"locationId\": 7, \"sku\": \"s\", \"barcode\": \"4002\"}\n"
                        + "{\"companyId\": 7, \"locationId\": 70, \"sku\": \"BD-35\", \"barcode\": \"4002\"}");
        Preview preview = preview(events, LIMITS);
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
        PreviewLimits wide = new PreviewLimits(100, 64 << 20, 100, 64 << 20, 100, Duration.ofSeconds(60), 5);
        ProposedEvents events = new ProposedEvents(TopicsInMemory.kafka(), topics.registry(), wide);
        read(events, "company-overrides", """
                {"companyId": 7, "barcode": "4001", "nam": "New"}
                {"companyId": 7, "barcode": "4001", "name": "%s"}
                {"companyId": 7, "barcode": "4001", "name": "New"}""".formatted("x".repeat(1_400_000)));
        Preview preview = preview(events, wide);
        assertThat(preview.records().changed()).isEqualTo(1);
        assertThat(preview.faulty()).isEqualTo(2);
        assertThat(preview.faults().get(0)).hasToString("company-overrides:1: nam: CompanyOverride has no such field");
        assertThat(preview.faults().get(1).toString())
                .startsWith("company-overrides:2: the event is 14")
                .contains("at most");
        assertThat(preview("bpd-variants", "{\"barcode\": \"4003\", \"name\": \"New\"}")
                        .unlisted())
                .isEqualTo(1);
    }

    @Test
    void a_change_that_the_resolver_would_refuse_for_its_size_changes_nothing() throws IOException {
        StringBuilder events = new StringBuilder();
        for (int company = 100; company < 140; company++) {
            events.append("{\"companyId\": %d, \"barcode\": \"4001\", \"name\": \"%s\"}\n"
                    .formatted(company, "x".repeat(1_000_000)));
        }
        PreviewLimits wide = new PreviewLimits(100, 64 << 20, 100, 64 << 20, 100, Duration.ofSeconds(60), 5);
        ProposedEvents read = new ProposedEvents(TopicsInMemory.kafka(), topics.registry(), wide);
        read(read, "company-overrides", events.toString());
        Preview preview = preview(read, wide);
        assertThat(preview.faulty()).isBetween(5L, 10L);
        assertThat(preview.faults())
                .allMatch(fault -> fault.problem().contains("is rejected: the entries of barcode \"4001\""));
    }

    @Test
    void a_first_listing_that_the_resolver_would_refuse_adds_no_record() throws IOException {
        try (TopicsInMemory others = new TopicsInMemory()) {
            new ExampleCatalog(others).publishPartner(true);
            others.bpd(ExampleCatalog.bpd());
            String listing = "{\"companyId\": 7, \"locationId\": 70, \"sku\": \"BD-35\", \"barcode\": \"4001\"}";
            assertThat(preview(others, "listings", listing).records()).isEqualTo(new Counts(0, 1, 0));
            others.total(16_383, 0);
            Preview refused = preview(others, "listings", listing);
            assertThat(refused.records().all()).isZero();
            assertThat(refused.faults())
                    .singleElement()
                    .asString()
                    .contains("the first listing of company 7 is rejected");
        }
    }

    @Test
    void a_preview_registers_no_schema() throws IOException {
        try (TopicsInMemory others = new TopicsInMemory()) {
            new ExampleCatalog(others).publishPartner(true);
            Set<String> before = others.subjects();
            Preview preview = preview(
                    others,
                    "company-configs",
                    "{\"partnerId\": \"p\", \"companyId\": 7, \"cannabisUnitOfMeasure\": \"%\"}");
            assertThat(preview.faults()).isEmpty();
            assertThat(preview(others, "bpd-variants", "{\"barcode\": \"4001\", \"name\": \"n\"}")
                            .faults())
                    .isEmpty();
            assertThat(others.subjects()).isEqualTo(before);
        }
    }

    @Test
    void what_is_not_listed_is_told_only_where_all_listings_were_looked_at() throws IOException {
        String other = "{\"companyId\": 7, \"barcode\": \"4003\", \"name\": \"New\"}";
        Preview preview = preview("company-overrides", other);
        assertThat(preview.unlistedInWords())
                .contains(
                        "1 of the barcodes is listed by none of the companies that the events are about, so no webhook"
                                + " sends it.");
        assertThat(preview.json().path("unlistedBarcodes").asInt()).isEqualTo(1);
        PreviewLimits none = new PreviewLimits(9, 1 << 20, 0, 1 << 20, 100, Duration.ofSeconds(60), 5);
        ProposedEvents events = new ProposedEvents(TopicsInMemory.kafka(), topics.registry(), none);
        read(events, "company-overrides", "{\"companyId\": 7, \"barcode\": \"4001\", \"name\": \"New\"}");
        Preview cut = preview(events, none);
        assertThat(cut.stopped()).isNotEmpty();
        assertThat(cut.unlistedInWords()).isEmpty();
        assertThat(cut.json().has("unlistedBarcodes")).isFalse();
    }

    @Test
    void each_bound_is_kept_and_told() throws IOException {
        topics.listing(7, 7, "all");
        String change = "{\"companyId\": 7, \"barcode\": \"4001\", \"name\": \"New\"}";
        assertThat(previewWithin(
                        new PreviewLimits(1, 1 << 20, 100, 1 << 20, 100, Duration.ofSeconds(60), 5),
                        change + "\n" + change))
                .singleElement()
                .asString()
                .startsWith("The preview read only the first 1 event.");
        assertThat(previewWithin(
                        new PreviewLimits(9, 1, 100, 1 << 20, 100, Duration.ofSeconds(60), 5), change + "\n" + change))
                .singleElement()
                .asString()
                .startsWith("The preview read only the first 1 event.");
        assertThat(previewWithin(new PreviewLimits(9, 1 << 20, 1, 1 << 20, 100, Duration.ofSeconds(60), 5), change))
                .singleElement()
                .asString()
                .startsWith("The preview read only 1 listing.");
        assertThat(previewWithin(new PreviewLimits(9, 1 << 20, 100, 1 << 20, 1, Duration.ofSeconds(60), 5), change))
                .singleElement()
                .asString()
                .startsWith("The preview compared only 1 record;");
        assertThat(previewWithin(new PreviewLimits(9, 1 << 20, 100, 0, 100, Duration.ofSeconds(60), 5), change))
                .singleElement()
                .asString()
                .startsWith("The preview left out 1 variant:");
        assertThatThrownBy(() -> previewWithin(
                        new PreviewLimits(9, 1 << 20, 100, 1 << 20, 100, Duration.ofSeconds(-1), 5), change))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("can't be read within");
    }

    @Test
    void examples_differ_from_each_other_as_far_as_they_can() throws IOException {
        for (int location = 70; location < 90; location++) {
            topics.listing(7, location, "s" + location);
        }
        List<String> locations = new ArrayList<>();
        for (int location = 71; location < 90; location++) {
            locations.add(", {\"id\": \"%d\", \"name\": \"l\", \"providerId\": \"z\"}".formatted(location));
        }
        ProposedEvents events = new ProposedEvents(TopicsInMemory.kafka(), topics.registry(), LIMITS);
        read(events, "partners", PARTNER.formatted(true, true, String.join("", locations)));
        read(events, "company-overrides", "{\"companyId\": 7, \"barcode\": \"4001\", \"name\": \"New\"}");
        PreviewLimits two = new PreviewLimits(100, 1 << 20, 100, 1 << 20, 100, Duration.ofSeconds(60), 2);
        Preview preview = preview(events, two);
        assertThat(preview.records()).isEqualTo(new Counts(1, 19, 0));
        assertThat(preview.examples())
                .extracting(Example::kind)
                .containsExactly(Example.Kind.CHANGED, Example.Kind.ADDED);
    }

    @Test
    void a_record_that_can_not_be_read_is_named() throws IOException {
        topics.spoilListing(new ListingKey(7, 70, "BD-35"));
        Preview preview = preview("company-overrides", "{\"companyId\": 7, \"barcode\": \"4001\", \"name\": \"New\"}");
        assertThat(preview.records().all()).isZero();
        assertThat(preview.unreadable()).hasSize(1);
    }

    private List<String> previewWithin(PreviewLimits limits, String lines) throws IOException {
        ProposedEvents events = new ProposedEvents(TopicsInMemory.kafka(), topics.registry(), limits);
        read(events, "company-overrides", lines);
        return preview(events, limits).stopped();
    }

    private Preview preview(String topic, String lines) throws IOException {
        ProposedEvents events = new ProposedEvents(TopicsInMemory.kafka(), topics.registry(), LIMITS);
        read(events, topic, lines);
        return preview(events, LIMITS);
    }

    private static Preview preview(TopicsInMemory others, String topic, String lines) throws IOException {
        ProposedEvents events = new ProposedEvents(TopicsInMemory.kafka(), others.registry(), LIMITS);
        read(events, topic, lines);
        try (RecordedCatalog catalog = others.catalog()) {
            return Previewing.of(events, catalog, LIMITS);
        }
    }

    private Preview preview(ProposedEvents events, PreviewLimits limits) {
        try (RecordedCatalog catalog = topics.catalog()) {
            return Previewing.of(events, catalog, limits);
        }
    }

    private static void read(ProposedEvents events, String topic, String lines) throws IOException {
        CatalogTopic of = CatalogTopic.ofBaseName(topic).orElseThrow();
        events.read(
                of,
                topic,
                FileFormat.NDJSON.read(of, new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8))));
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
