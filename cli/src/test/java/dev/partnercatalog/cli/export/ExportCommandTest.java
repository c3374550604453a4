package dev.partnercatalog.cli.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.recorded.TopicsInMemory;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.key.VariantKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ExportCommandTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final TopicsInMemory topics = new TopicsInMemory();
    private final StringWriter err = new StringWriter();
    private @Nullable Exception fault;
    private int status;

    @BeforeEach
    void publish() {
        new ExampleCatalog(topics).publishEverything(true);
    }

    @AfterEach
    void close() {
        topics.close();
    }

    @Test
    void a_partners_export_is_what_the_partner_gets_byte_for_byte() {
        ConfigurationTables tables = topics.catalog().configurations("p", ExampleCatalog.LOCATION);
        ResolvedVariant entry =
                Objects.requireNonNull(topics.catalog().entry(TopicsInMemory.BARCODE, ExampleCatalog.LOCATION));
        byte[] record = PartnerView.json(
                TopicsInMemory.BARCODE,
                VariantRecords.entry(entry),
                tables.resolve(Objects.requireNonNull(tables.partner("p")), ExampleCatalog.COMPANY, 70),
                ExampleCatalog.LOCATION);
        assertThat(run("--company=7", "--location=70", "--partner-id=p").lines())
                .containsExactly(new String(record, StandardCharsets.UTF_8));
    }

    @Test
    void without_a_partner_no_flag_hides_and_no_unit_changes_anything() throws IOException {
        JsonNode record = JSON.readTree(run("--company=7", "--location=70"));
        assertThat(record.path("labels").get(0).asText()).isEqualTo("Pickup");
        assertThat(record.path("cannabisUnitOfMeasure").asText()).isEqualTo("%");
    }

    @Test
    void what_a_scope_does_not_list_is_left_out() {
        assertThat(run("--company=7")).isEmpty();
        topics.listing(7, 7, "WIDE");
        assertThat(run("--company=7").lines()).hasSize(1);
        assertThat(run("--company=7", "--location=71").lines()).hasSize(1);
    }

    @Test
    void what_can_not_be_read_is_left_out_and_named_on_standard_error() {
        topics.spoilListing(new ListingKey(7, 70, "BROKEN"));
        assertThat(run("--company=7", "--location=70")).hasLineCount(1);
        assertThat(err.toString())
                .contains(
                        "left out 1 record that can't be read",
                        "sku-barcodes",
                        "key 7/70/BROKEN: ",
                        "./catalog topic remove");
        topics.spoilEntry(VariantKey.ofLocation(TopicsInMemory.BARCODE, 7, 70));
        assertThat(run("--company=7", "--location=70")).isEmpty();
        assertThat(err.toString()).contains("left out 2 records that can't be read", "company-variants");
        assertThat(status).isZero();
    }

    @Test
    void a_partner_that_may_not_look_there_is_told_why() {
        assertThat(run("--company=8", "--partner-id=p")).isEmpty();
        assertThat(fault).hasMessageContaining("partner p gets nothing there: 403");
        assertThat(run("--company=7", "--location=71", "--partner-id=p")).isEmpty();
        assertThat(fault).hasMessageContaining("LOCATION_NOT_ALLOWED");
    }

    @Test
    void an_id_out_of_form_is_wrong_usage() {
        run("--company=0");
        assertThat(status).isEqualTo(2);
        assertThat(err.toString()).contains("--company");
    }

    private String run(String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        StringWriter out = new StringWriter();
        status = new CommandLine(new ExportCommand(options -> topics.catalog()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .setExecutionExceptionHandler((thrown, command, parsed) -> {
                    fault = thrown;
                    return 1;
                })
                .execute(all.toArray(String[]::new));
        return out.toString();
    }
}
