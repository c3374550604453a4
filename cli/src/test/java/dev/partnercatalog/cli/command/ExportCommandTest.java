package dev.partnercatalog.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.recorded.TopicsInMemory;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.resolution.PartnerView;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.configuration.ConfigurationTables;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExportCommandTest {

    private final TopicsInMemory topics = new TopicsInMemory();

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
        assertThat(run("--company=7", "--location=70", "--partner-id=p").out().lines())
                .containsExactly(new String(record, StandardCharsets.UTF_8));
    }

    @Test
    void without_a_partner_no_flag_hides_and_no_unit_changes_anything() throws IOException {
        JsonNode record = run("--company=7", "--location=70").json();
        assertThat(record.path("labels").get(0).asText()).isEqualTo("Pickup");
        assertThat(record.path("cannabisUnitOfMeasure").asText()).isEqualTo("%");
    }

    @Test
    void what_a_scope_does_not_list_is_left_out() {
        CommandRun nothing = run("--company=7");
        assertThat(nothing.out()).isEmpty();
        assertThat(nothing.err()).contains("catalog: nothing was written: no variant is listed there");
        topics.listing(7, 7, "WIDE");
        assertThat(run("--company=7").out().lines()).hasSize(1);
        assertThat(run("--company=7", "--location=71").out().lines()).hasSize(1);
    }

    @Test
    void listings_without_a_record_are_told_if_there_is_nothing_else() {
        topics.listing(8, 8, "SKU", "unknown");
        CommandRun run = run("--company=8");
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("none of the variants listed there has a record: 1 barcode");
    }

    @Test
    void what_can_not_be_read_is_left_out_and_named_on_standard_error() {
        topics.spoilListing(new ListingKey(7, 70, "BROKEN"));
        CommandRun run = run("--company=7", "--location=70");
        assertThat(run.out()).hasLineCount(1);
        assertThat(run.err())
                .contains(
                        "left out 1 record that can't be read",
                        "sku-barcodes",
                        "key 7/70/BROKEN: ",
                        "a deletion of its key removes it");
        topics.spoilEntry(new ScopedVariant(new Scope.Location(7, 70), TopicsInMemory.BARCODE));
        CommandRun again = run("--company=7", "--location=70");
        assertThat(again.out()).isEmpty();
        assertThat(again.err()).contains("left out 2 records that can't be read", "company-variants");
        assertThat(again.status()).isZero();
    }

    @Test
    void a_partner_that_may_not_look_there_is_told_why() {
        CommandRun company = run("--company=8", "--partner-id=p");
        assertThat(company.out()).isEmpty();
        assertThat(company.fault()).hasMessageContaining("partner p gets nothing there: 403");
        CommandRun location = run("--company=7", "--location=71", "--partner-id=p");
        assertThat(location.out()).isEmpty();
        assertThat(location.fault()).hasMessageContaining("LOCATION_NOT_ALLOWED");
    }

    @Test
    void an_id_out_of_form_is_wrong_usage() {
        CommandRun run = run("--company=0");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("--company");
    }

    @Test
    void once_its_output_is_closed_it_writes_and_says_nothing_more() {
        topics.resolveInBpd(13);
        ResolvedVariant product =
                Objects.requireNonNull(topics.catalog().entry(TopicsInMemory.BARCODE, new Scope.Company(1)));
        topics.write(
                CatalogTopic.RESOLVED_VARIANTS,
                "4002",
                ResolvedVariant.newBuilder(product).setBarcode("4002").build());
        topics.listing(7, 70, "OTHER", "4002");
        topics.spoilListing(new ListingKey(7, 70, "BROKEN"));
        CommandRun read = run("--company=7", "--location=70");
        assertThat(read.out()).hasLineCount(2);
        assertThat(read.err()).contains("left out 1 record");
        ClosedOutput closed = new ClosedOutput();
        StringWriter err = new StringWriter();
        CommandRun.of(new ExportCommand(options -> topics.catalog()), closed, err, "--company=7", "--location=70");
        assertThat(closed.attempts).hasSize(1);
        assertThat(err).hasToString("");
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(new ExportCommand(options -> topics.catalog()), arguments);
    }

    /** An output of which the reader is gone. */
    private static final class ClosedOutput extends Writer {

        private final List<String> attempts = new ArrayList<>();

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            String attempt = new String(text, offset, length);
            if (!attempt.isBlank()) {
                attempts.add(attempt);
            }
            throw new IOException("Broken pipe");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
