package dev.partnercatalog.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandFault;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Asset;
import dev.partnercatalog.events.AssetPriority;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.events.CompanyOverride;
import dev.partnercatalog.events.DisplayAttributes;
import dev.partnercatalog.events.LocationAllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.Range;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.PartnerConfig;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ExplainCommandTest {

    private static final Scope LOCATION = new Scope(7, 70);
    private static final AllowedCompany COMPANY = new AllowedCompany(
            "7",
            "Green Shops",
            "cova",
            "x",
            new AllowedFields(true, true, true, false),
            List.of(new AllowedLocation("70", "Main Street", "y")));

    private final TopicsInMemory topics = new TopicsInMemory();
    private final StringWriter err = new StringWriter();
    private @Nullable Exception fault;

    @AfterEach
    void close() {
        topics.close();
    }

    /** D1 to D9: each thing that can come of a layer's value, of a unit, and of an asset. */
    @Test
    void D1_D2_D6_D7_D9_a_location_is_explained_layer_by_layer() throws IOException {
        publishEverything(true);
        assertThat(run("--location", "70", "--sku", "BD-35")).isEqualTo(golden("location.txt"));
    }

    @Test
    void D1_at_company_scope_the_locations_layer_has_no_part() throws IOException {
        publishEverything(true);
        assertThat(run("--barcode", TopicsInMemory.BARCODE)).isEqualTo(golden("company.txt"));
    }

    @Test
    void the_last_line_is_the_partners_record_byte_for_byte() {
        publishEverything(true);
        for (Scope scope : List.of(LOCATION, Scope.ofCompany(7))) {
            ConfigurationTables tables = topics.catalog().configurations("p", scope);
            ResolvedVariant entry = Objects.requireNonNull(topics.catalog().entry(TopicsInMemory.BARCODE, scope));
            byte[] answer = PartnerView.json(
                    TopicsInMemory.BARCODE,
                    VariantRecords.entry(entry),
                    tables.resolve(Objects.requireNonNull(tables.partner("p")), COMPANY, scope.locationId()),
                    scope);
            List<String> lines = run("--location", Long.toString(scope.locationId()), "--barcode", "4001")
                    .lines()
                    .toList();
            assertThat(lines.get(lines.size() - 1).getBytes(StandardCharsets.UTF_8))
                    .isEqualTo(answer);
        }
    }

    @Test
    void D1_layers_that_wait_for_bpd_are_shown_without_a_record() {
        publishPartner(true);
        topics.layer("7/#override", CompanyOverride.class, override());
        assertThat(run("--barcode", "4001"))
                .contains("BPD lacks the barcode, so it resolves to nothing", "won \"Blue Dream 3.5 g\"")
                .endsWith("No record: BPD lacks the barcode." + System.lineSeparator());
    }

    @Test
    void D16_what_the_api_refuses_is_told_and_the_layers_are_shown_with_every_flag_off() {
        publishEverything(true);
        String refused = "The partner gets nothing here, the API answers 403 ";
        assertThat(explain("q", "7", "--barcode", "4001"))
                .contains(refused + "COMPANY_NOT_ALLOWED. There is no partner \"q\".", "with every flag off")
                .contains("won \"Blue Dream 3.5 g\"", "flag off [\"Organic\"]", "flag off {\"avg\":\"20.1\"")
                .doesNotContain("Configuration", "Record");
        assertThat(explain("p", "8", "--barcode", "4001"))
                .contains(refused + "COMPANY_NOT_ALLOWED. The company \"8\" is not among")
                .doesNotContain("Configuration", "Record");
        assertThat(run("--location", "71", "--barcode", "4001"))
                .contains(refused + "LOCATION_NOT_ALLOWED. The location \"71\" is not among", "Configuration")
                .doesNotContain("Record");
    }

    @Test
    void D16_a_disabled_partner_is_told_with_what_would_hold() {
        publishEverything(false);
        assertThat(run("--barcode", "4001"))
                .contains("403 PARTNER_DISABLED", "Configuration, lowest first", "No record: the API answers 403")
                .doesNotContain("\"catalogSource\"");
    }

    @Test
    void D13_an_sku_maps_by_the_locations_listing_else_company_wide() {
        publishEverything(true);
        topics.listing(7, 7, "ALL");
        assertThat(run("--location", "70", "--sku", "ALL"))
                .contains("SKU ALL: at the location not listed, company-wide 4001")
                .contains("Listed by the scope itself as: BD-35");
        assertThat(run("--sku", "ALL")).contains("SKU ALL: company-wide 4001");
        assertThat(run("--sku", "BD-35")).isEmpty();
        assertThat(fault).isInstanceOf(CommandFault.class).hasMessageContaining("SKU BD-35 is not listed at company 7");
    }

    @Test
    void a_barcode_that_nobody_knows_is_a_fault() {
        publishEverything(true);
        assertThat(run("--barcode", "4002")).isEmpty();
        assertThat(fault).isInstanceOf(CommandFault.class).hasMessageContaining("barcode 4002 is unknown");
    }

    @Test
    void an_entry_that_lags_behind_its_layers_is_told() {
        publishEverything(true);
        topics.bpd(BpdVariant.newBuilder(bpd()).setBrand("Changed since").build());
        assertThat(run("--location", "70", "--barcode", "4001")).contains("The entry and the layers differ");
    }

    @Test
    void what_upstream_sends_cannot_command_the_terminal() {
        publishPartner(true);
        topics.bpd(
                BpdVariant.newBuilder(bpd()).setBrand("\u001b[2J\u009b2J\u202e").build());
        assertThat(run("--barcode", "4001").lines().filter(line -> line.startsWith("  brand ")))
                .singleElement()
                .asString()
                .contains("won \"\\u001B[2J\ufffd2J\ufffd\"");
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
        assertThat(execute(new StringWriter(), arguments.split(" "))).isEqualTo(2);
        assertThat(err.toString()).isNotEmpty();
    }

    private void publishEverything(boolean enabled) {
        publishPartner(enabled);
        topics.write(
                CatalogTopic.SCOPE_CONFIGS,
                "p/7",
                new ScopeConfig(
                        "p",
                        7L,
                        null,
                        List.of(new AssetPriority("Product", 1)),
                        Map.of("Flower", List.of("LabReport"), "Edible", List.of()),
                        "mg/g",
                        "%",
                        null));
        topics.write(
                CatalogTopic.SCOPE_CONFIGS,
                "p/7/70",
                new ScopeConfig(
                        "p",
                        7L,
                        70L,
                        null,
                        Map.of("Flower", List.of("Product")),
                        null,
                        null,
                        new LocationAllowedFields(true, false, true)));
        topics.bpd(bpd());
        topics.layer("7/#override", CompanyOverride.class, override());
        topics.layer(
                "7/#attributes",
                DisplayAttributes.class,
                DisplayAttributes.newBuilder()
                        .setCompanyId(7)
                        .setBarcode("4001")
                        .setDisplayName("Blue Dream “Eighth”, the company's favourite")
                        .setBadges(List.of("Organic"))
                        .build());
        topics.layer(
                "7/70/#attributes",
                DisplayAttributes.class,
                DisplayAttributes.newBuilder()
                        .setCompanyId(7)
                        .setLocationId(70L)
                        .setBarcode("4001")
                        .setDisplayName("")
                        .setDescription("On the top shelf.")
                        .setLabels(List.of("Pickup"))
                        .build());
        topics.listing(7, 70, "BD-35");
        topics.resolve(LOCATION, 12);
        topics.resolve(Scope.ofCompany(7), 11);
    }

    private void publishPartner(boolean enabled) {
        topics.write(
                CatalogTopic.PARTNER_CONFIGS,
                "p",
                new PartnerConfig(1L, new Partner("p", "P", enabled, new WebhookSetting(false, ""), List.of(COMPANY))));
    }

    private static BpdVariant bpd() {
        return BpdVariant.newBuilder()
                .setBarcode("4001")
                .setName("BLUE DREAM 3.5G")
                .setBrand("Northside")
                .setDescription("A classic hybrid.")
                .setVariantType("Flower")
                .setUnitSize(3.5)
                .setUnitOfMeasure("g")
                .setThc(new Range("18.5", "", ""))
                .setCannabisUnitOfMeasure("%")
                .setTotalTerpene(new Range("2.1", "", ""))
                .setTerpeneUnitOfMeasure("%")
                .setAssets(Map.of(
                        "Product", List.of(new Asset("p1", "https://cdn.example/1", null), new Asset("p2", "u", "alt")),
                        "Lifestyle", List.of(new Asset("l1", "https://cdn.example/3", null))))
                .setStateCodes(List.of("CA", "NV"))
                .build();
    }

    private static CompanyOverride override() {
        return CompanyOverride.newBuilder()
                .setCompanyId(7)
                .setBarcode("4001")
                .setName("Blue Dream 3.5 g")
                .setThc(new Range("20.1", "", ""))
                .setEffects(List.of())
                .build();
    }

    private String run(String... arguments) {
        return explain("p", "7", arguments);
    }

    private String explain(String partnerId, String companyId, String... arguments) {
        StringWriter out = new StringWriter();
        List<String> all = new ArrayList<>(List.of("--partner-id", partnerId, "--company", companyId));
        all.addAll(Arrays.asList(arguments));
        execute(out, all.toArray(new String[0]));
        return out.toString();
    }

    private int execute(StringWriter out, String... arguments) {
        fault = null;
        return new CommandLine(new ExplainCommand(options -> topics.catalog()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((exception, command, parsed) -> {
                    fault = exception;
                    return 1;
                })
                .execute(arguments);
    }

    private static String golden(String name) throws IOException {
        try (InputStream text = Objects.requireNonNull(ExplainCommandTest.class.getResourceAsStream(name))) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).replace("\n", System.lineSeparator());
        }
    }
}
