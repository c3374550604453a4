package dev.partnercatalog.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ValidateCommandTest {

    @TempDir
    private Path folder = Path.of("");

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void files_named_after_their_topics_are_counted_one_by_one() throws IOException {
        String listings = file("listings.ndjson", EventPublisherTest.listing("s") + EventPublisherTest.listing("t"));
        String variants = file("bpd-variants.csv", "barcode,thc.avg\nb,20\n");
        assertThat(run(listings, variants)).isZero();
        assertThat(out.toString())
                .isEqualToNormalizingNewlines(listings + ": 2 records, 0 tombstones, 0 faults\n" + variants
                        + ": 1 record, 0 tombstones, 0 faults\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_fault_is_named_by_file_line_and_field_with_status_1() throws IOException {
        String listings = file("listings.ndjson", EventPublisherTest.listing("a/b"));
        assertThat(run(listings)).isEqualTo(1);
        assertThat(err.toString()).startsWith(listings + ":1: sku: ").hasLineCount(1);
    }

    @Test
    void a_file_of_another_name_needs_the_topic() throws IOException {
        String export = file("export.ndjson", EventPublisherTest.listing("s"));
        assertThat(run(export)).isEqualTo(1);
        assertThat(err.toString()).contains("export.ndjson is not named after a topic: specify one with --topic");
        assertThat(run("--topic=listings", export)).isZero();
    }

    @Test
    void the_format_can_be_said_where_the_name_does_not() throws IOException {
        String table = file("listings.txt", "companyId,locationId,sku,barcode\n1,2,s,b\n");
        assertThat(run("--format=csv", table)).isZero();
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private int run(String... arguments) {
        return new CommandLine(new ValidateCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
