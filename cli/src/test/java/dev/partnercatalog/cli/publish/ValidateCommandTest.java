package dev.partnercatalog.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.topic.TopicsInMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code validate} and {@code publish} say of lines that don't fit, or hardly do what their author meant. */
class ValidateCommandTest {

    @TempDir
    private Path folder = Path.of("");

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    @Test
    void warnings_are_listed_and_counted_and_their_lines_published() throws IOException {
        String config = "{\"partnerId\":\"p\",\"companyId\":7,\"assetPriority\":[{\"assetType\":\"Product\"}]}\n";
        UnsureProducer producer = UnsureProducer.obliging();
        CommandRun run = run(producer, "company-configs", file("events.ndjson", config));
        assertThat(run.status()).isZero();
        assertThat(run.err()).hasLineCount(1).startsWith("line 1: warning: assetPriority: has no effect");
        assertThat(run.out()).startsWith("published 1 record, 0 tombstones, 0 faults, 1 warning in ");
        assertThat(producer.sent()).containsExactly("catalog.company-configs p/7");
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "company-configs  | 'assetPriority': [{'assetType': 'Product'}] | true",
                "company-configs  | 'assetPriority': [{'assetType': 'Product'}], 'variantTypePreferences': {'Flower': []} | false",
                "company-configs  | 'cannabisUnitOfMeasure': '%' | false",
                "location-configs | 'locationId': 70, 'assetPriority': [{'assetType': 'Product'}], 'variantTypePreferences': {} | true",
                "location-configs | 'locationId': 70, 'assetPriority': [{'assetType': 'Product'}] | false",
                "location-configs | 'locationId': 70, 'variantTypePreferences': {} | false",
            })
    void D8_an_order_of_assets_that_applies_to_no_variant_type_has_a_warning(
            String topic, String fields, boolean warned) throws IOException {
        String line = ("{'partnerId': 'p', 'companyId': 7, " + fields + "}").replace('\'', '"');
        CommandRun run = validate("--topic", topic, file("events.ndjson", line));
        assertThat(run.status()).isZero();
        assertThat(run.err()).contains(warned ? ":1: warning: assetPriority: has no effect" : "");
        assertThat(run.err().isEmpty()).isNotEqualTo(warned);
    }

    @Test
    void files_named_after_their_topics_are_counted_one_by_one() throws IOException {
        String listings = file("listings.ndjson", EventPublisherTest.listing("s") + EventPublisherTest.listing("t"));
        String variants = file("bpd-variants.csv", "barcode,thc.avg\nb,20\n");
        CommandRun run = validate(listings, variants);
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .isEqualToNormalizingNewlines(listings + ": 2 records, 0 tombstones, 0 faults\n" + variants
                        + ": 1 record, 0 tombstones, 0 faults\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void a_fault_is_named_by_file_line_and_field_with_status_1() throws IOException {
        String listings = file("listings.ndjson", EventPublisherTest.listing("a/b"));
        CommandRun run = validate(listings);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).startsWith(listings + ":1: sku: ").hasLineCount(1);
    }

    @Test
    void a_file_of_another_name_needs_the_topic() throws IOException {
        String export = file("export.ndjson", EventPublisherTest.listing("s"));
        CommandRun run = validate(export);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("export.ndjson is not named after a topic: specify one with --topic");
        assertThat(validate("--topic=listings", export).status()).isZero();
    }

    @Test
    void the_format_can_be_said_where_the_name_does_not() throws IOException {
        String table = file("listings.txt", "companyId,locationId,sku,barcode\n1,2,s,b\n");
        assertThat(validate("--format=csv", table).status()).isZero();
    }

    @Test
    void D18_a_webhooks_URL_must_have_the_form_that_every_other_way_in_requires() throws IOException {
        String partner = "{\"partnerId\":\"p\",\"partnerName\":\"P\",\"enabled\":true,\"allowedCompanies\":[],"
                + "\"webhook\":{\"enabled\":true,\"url\":\"https://%s/\"}}\n";
        CommandRun run =
                validate(file("partners.ndjson", partner.formatted("127.1") + partner.formatted("bücher.example")));
        assertThat(run.err())
                .contains(":1: webhook.url has an IP address that is not in plain dotted form")
                .hasLineCount(1);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static CommandRun validate(String... arguments) {
        return CommandRun.of(new ValidateCommand(), arguments);
    }

    private CommandRun run(UnsureProducer producer, String... arguments) {
        return topics.run(new PublishCommand(), () -> producer, arguments);
    }
}
