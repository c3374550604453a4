package dev.partnercatalog.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.TopicsInMemory;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExplainCommandTest {

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    private final ExampleCatalog example = new ExampleCatalog(topics);

    /** D1 to D9: everything that can happen to a layer's value and a unit. */
    @Test
    void D1_D2_D6_D7_D9_a_location_is_explained_layer_by_layer() throws IOException {
        example.publishEverything(true);
        assertThat(run("--location", "70", "--sku", "BD-35").out()).isEqualTo(golden("explained-location.txt"));
    }

    @Test
    void D1_at_company_scope_the_locations_layer_has_no_part() {
        example.publishEverything(true);
        assertThat(run("--barcode", ExampleCatalog.BARCODE).out())
                .startsWith("Barcode 4001 at company 7 for partner p")
                .containsPattern("entry: +4001/7, revision 11")
                .containsPattern(
                        "name +replaced \"BLUE DREAM 3.5G\" +replaced \"Blue Dream 3.5 g\" +won \"Blue Dream “")
                .doesNotContain("location attributes", "On the top shelf.", "Pickup");
    }

    @Test
    void an_entry_that_can_not_be_read_resolves_to_nothing_and_is_named() {
        example.publishEverything(true);
        example.spoilEntry(ExampleCatalog.LOCATION);
        CommandRun run = run("--location", "70", "--barcode", ExampleCatalog.BARCODE);
        assertThat(run.out()).contains("the resolver's entry can't be read, so the barcode resolves to nothing");
        assertThat(run.err()).contains("company-variants", "key 4001/7/70: ", "a deletion of its key removes it");
    }

    @Test
    void the_last_line_is_the_partners_record_byte_for_byte() {
        example.publishEverything(true);
        for (Scope scope : List.of(ExampleCatalog.LOCATION, new Scope.Company(7))) {
            ResolvedVariant entry = Objects.requireNonNull(example.catalog().entry(ExampleCatalog.BARCODE, scope));
            byte[] answer = PartnerView.json(
                    ExampleCatalog.BARCODE,
                    VariantRecords.entry(entry),
                    example.catalog()
                            .configurations("p", scope)
                            .scopes()
                            .resolve(ExampleCatalog.COMPANY, scope.locationId()),
                    scope);
            List<String> lines = run("--location", Long.toString(scope.locationId()), "--barcode", "4001")
                    .out()
                    .lines()
                    .toList();
            assertThat(lines.get(lines.size() - 1).getBytes(StandardCharsets.UTF_8))
                    .isEqualTo(answer);
        }
    }

    @Test
    void D1_layers_that_wait_for_bpd_are_shown_without_a_record() {
        example.publishPartner(true);
        example.layer("7/#override", CompanyOverride.class, ExampleCatalog.override());
        assertThat(run("--barcode", "4001").out())
                .contains("BPD lacks the barcode, so it resolves to nothing", "won \"Blue Dream 3.5 g\"")
                .endsWith("No record: BPD lacks the barcode, so it resolves to nothing; the layers wait for it"
                        + System.lineSeparator());
    }

    @Test
    void D16_what_the_api_refuses_is_told_and_the_layers_are_shown_with_every_flag_off() {
        example.publishEverything(true);
        String refused = "The partner gets nothing here: the API returns 403 ";
        assertThat(explain("p", "8", "--barcode", "4001").out())
                .contains(refused + "COMPANY_NOT_ALLOWED. The company \"8\" is not among your companies.")
                .contains("with every flag off, the default", "company override", "won \"BLUE DREAM 3.5G\"")
                .doesNotContain("Configuration", "Record");
        assertThat(run("--location", "71", "--barcode", "4001").out())
                .contains(refused + "LOCATION_NOT_ALLOWED. The location \"71\" is not among", "Configuration")
                .doesNotContain("Record");
    }

    @Test
    void D16_a_disabled_partner_is_told_with_what_would_hold() {
        example.publishEverything(false);
        assertThat(run("--barcode", "4001").out())
                .contains("403 PARTNER_DISABLED", "Configuration, lowest layer first", "No record: the API returns 403")
                .doesNotContain("\"catalogSource\"");
    }

    @Test
    void D13_an_sku_maps_by_the_locations_listing_else_company_wide() {
        example.publishEverything(true);
        example.listing(7, 7, "ALL");
        assertThat(run("--location", "70", "--sku", "ALL").out())
                .containsPattern("listings of the SKU: +at the location not listed, company-wide 4001")
                .containsPattern("listed by this scope as: +BD-35");
        assertThat(run("--sku", "ALL").out()).containsPattern("listings of the SKU: +company-wide 4001");
        CommandRun unlisted = run("--sku", "BD-35");
        assertThat(unlisted.out()).isEmpty();
        assertThat(unlisted.fault())
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("SKU BD-35 is not listed at company 7");
    }

    @Test
    void a_barcode_that_nobody_knows_is_a_fault() {
        example.publishEverything(true);
        CommandRun run = run("--barcode", "4002");
        assertThat(run.out()).isEmpty();
        assertThat(run.fault()).isInstanceOf(OperatorFault.class).hasMessageContaining("barcode 4002 is unknown");
    }

    @Test
    void an_entry_that_lags_behind_its_layers_is_told() {
        example.publishEverything(true);
        example.bpd(BpdVariant.newBuilder(ExampleCatalog.bpd())
                .setBrand("Changed since")
                .build());
        assertThat(run("--location", "70", "--barcode", "4001").out()).contains("the entry and the layers differ");
    }

    @Test
    void what_upstream_sends_cannot_command_the_terminal() {
        example.publishPartner(true);
        example.bpd(BpdVariant.newBuilder(ExampleCatalog.bpd())
                .setBrand("\u001b[2J\u009b2J\u202e")
                .build());
        assertThat(run("--barcode", "4001").out().lines().filter(line -> line.startsWith("  brand ")))
                .singleElement()
                .asString()
                .contains("won \"\\u001B[2J\\u009b2J\\u202e\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--partner-id p --company 7",
                "--partner-id p --company 7 --barcode 1 --sku 1",
                "--partner-id p --company 7 --barcode a/b",
                "--partner-id p --company 0 --barcode 1",
                "--partner-id p --company 7 --location -1 --barcode 1",
                "--partner-id p/q --company 7 --barcode 1",
                "--company 7 --barcode 1"
            })
    void what_is_out_of_form_is_wrong_usage(String arguments) {
        CommandRun run = execute(arguments.split(" "));
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).isNotEmpty();
    }

    @Test
    void a_partner_that_does_not_exist_is_told_with_status_1() {
        example.publishEverything(true);
        CommandRun unknown = explain("q", "7", "--barcode", "4001");
        assertThat(unknown.status()).isEqualTo(1);
        assertThat(unknown.out()).isEmpty();
        assertThat(unknown.err()).contains("there is no partner \"q\": check the id");
        assertThat(run("--barcode", "4001").status()).isZero();
    }

    @Test
    void programs_get_one_object_with_the_record_in_it() throws JsonProcessingException {
        example.publishEverything(true);
        JsonNode json = run("--location", "70", "--sku", "BD-35", "--json").json();
        assertThat(json.at("/barcode").asText()).isEqualTo("4001");
        assertThat(json.at("/skus/0").asText()).isEqualTo("BD-35");
        assertThat(json.at("/layers/1/field").asText()).isEqualTo("badges");
        assertThat(json.at("/layers/1/company-attributes").toString())
                .isEqualTo("{\"outcome\":\"won\",\"value\":[\"Organic\"]}");
        assertThat(json.at("/layers/1/bpd").isNull()).isTrue();
        assertThat(json.at("/configuration/2").toString())
                .isEqualTo("{\"field\":\"displayNameOverrides\",\"default\":{\"outcome\":\"replaced\",\"value\":false},"
                        + "\"company\":{\"outcome\":\"replaced\",\"value\":true},"
                        + "\"location\":{\"outcome\":\"won\",\"value\":false}}");
        assertThat(json.at("/record/name").asText()).isEqualTo("Blue Dream 3.5 g");
    }

    @Test
    void a_company_that_refers_to_a_product_has_its_entry_unless_the_reference_can_not_be_read() {
        Scope company = new Scope.Company(7);
        example.bpd(ExampleCatalog.bpd());
        example.resolve(company, 3);
        for (Scope scope : Set.of(company, ExampleCatalog.LOCATION)) {
            ResolvedVariant entry = Objects.requireNonNull(example.catalog().entry(ExampleCatalog.BARCODE, scope));
            assertThat(entry.getName()).isEqualTo(ExampleCatalog.bpd().getName());
            assertThat(entry.getCompanyId()).isNull();
        }
        example.spoilEntry(company);
        assertThat(example.catalog().entry(ExampleCatalog.BARCODE, company)).isNull();
    }

    private CommandRun run(String... arguments) {
        return explain("p", "7", arguments);
    }

    private CommandRun explain(String partnerId, String companyId, String... arguments) {
        List<String> all = new ArrayList<>(List.of("--partner-id", partnerId, "--company", companyId));
        all.addAll(Arrays.asList(arguments));
        return execute(all.toArray(new String[0]));
    }

    private CommandRun execute(String... arguments) {
        return topics.run(new ExplainCommand(), arguments);
    }

    private static String golden(String name) throws IOException {
        try (InputStream text = Objects.requireNonNull(ExplainCommandTest.class.getResourceAsStream(name))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).replace("\n", System.lineSeparator());
        }
    }
}
