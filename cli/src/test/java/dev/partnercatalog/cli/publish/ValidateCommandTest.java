package dev.partnercatalog.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void files_named_after_their_topics_are_counted_one_by_one() throws IOException {
        String listings = file("listings.ndjson", EventPublisherTest.listing("s") + EventPublisherTest.listing("t"));
        String variants = file("bpd-variants.csv", "barcode,thc.avg\nb,20\n");
        CommandRun run = run(listings, variants);
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .isEqualToNormalizingNewlines(listings + ": 2 records, 0 tombstones, 0 faults\n" + variants
                        + ": 1 record, 0 tombstones, 0 faults\n");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void a_fault_is_named_by_file_line_and_field_with_status_1() throws IOException {
        String listings = file("listings.ndjson", EventPublisherTest.listing("a/b"));
        CommandRun run = run(listings);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).startsWith(listings + ":1: sku: ").hasLineCount(1);
    }

    @Test
    void a_file_of_another_name_needs_the_topic() throws IOException {
        String export = file("export.ndjson", EventPublisherTest.listing("s"));
        CommandRun run = run(export);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains("export.ndjson is not named after a topic: specify one with --topic");
        assertThat(run("--topic=listings", export).status()).isZero();
    }

    @Test
    void the_format_can_be_said_where_the_name_does_not() throws IOException {
        String table = file("listings.txt", "companyId,locationId,sku,barcode\n1,2,s,b\n");
        assertThat(run("--format=csv", table).status()).isZero();
    }

    @Test
    void D18_a_webhooks_URL_must_have_the_form_that_every_other_way_in_requires() throws IOException {
        String partner = "{\"partnerId\":\"p\",\"partnerName\":\"P\",\"enabled\":true,\"allowedCompanies\":[],"
                + "\"webhook\":{\"enabled\":true,\"url\":\"https://%s/\"}}\n";
        CommandRun run = run(file("partners.ndjson", partner.formatted("127.1") + partner.formatted("bücher.example")));
        assertThat(run.err())
                .contains(":1: webhook.url has an IP address that is not in plain dotted form")
                .hasLineCount(1);
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static CommandRun run(String... arguments) {
        return CommandRun.of(new ValidateCommand(), arguments);
    }
}
