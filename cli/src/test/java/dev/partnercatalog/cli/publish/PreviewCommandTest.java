package dev.partnercatalog.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.recorded.TopicsInMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PreviewCommandTest {

    @TempDir
    private Path folder = Path.of("");

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
    void what_would_change_is_told_by_partner_and_field_with_an_example() throws IOException {
        String file = file(
                "company-overrides.ndjson",
                "{\"companyId\": 7, \"barcode\": \"4001\", \"name\": \"New\", \"thc\": {\"avg\": \"20.1\"}, \"effects\": []}");
        CommandRun run = run(file);
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .isEqualTo(String.join(
                        System.lineSeparator(),
                        "1 event would change 1 record of 1 partner: 1 changed, 0 added, 0 removed. Nothing was published.",
                        "",
                        "Records that would differ, by partner",
                        "  partner  changed  added  removed",
                        "  p        1        0      0",
                        "",
                        "Changed records, by field",
                        "  field  records",
                        "  name   1",
                        "",
                        "Partner p, company 7, location 70, barcode 4001: changed",
                        "  field  before              after",
                        "  name   \"Blue Dream 3.5 g\"  \"New\"",
                        ""));
        assertThat(run.err()).isEmpty();
    }

    @Test
    void an_event_that_does_not_fit_is_named_and_ends_with_status_1() throws IOException {
        String file = file("a.csv", "companyId,barcode,nam\n7,4001,New\n");
        CommandRun run = run("--topic", "company-overrides", file);
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).contains(file + ":1: nam: CompanyOverride has no such field");
        assertThat(run.out()).startsWith("0 events would change 0 records of 0 partners");
    }

    @Test
    void several_files_are_previewed_together_and_programs_get_json() throws IOException {
        String products = file("bpd-variants.ndjson", "{\"barcode\": \"4002\", \"name\": \"New\"}");
        String listings = file(
                "listings.ndjson",
                "{\"companyId\": 7, \"locationId\": 70, \"sku\": \"n\", \"barcode\": \"4002\"}\n".repeat(3));
        CommandRun run = run("--json", "--events", "2", products, listings);
        assertThat(run.status()).isZero();
        JsonNode json = new ObjectMapper().readTree(run.out());
        assertThat(json.at("/records/added").asInt()).isEqualTo(1);
        assertThat(json.at("/partners/p/added").asInt()).isEqualTo(1);
        assertThat(json.at("/examples/0/kind").asText()).isEqualTo("added");
        assertThat(json.at("/stopped/0").asText()).isEqualTo("The preview read only the first 2 events.");
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private CommandRun run(String... arguments) {
        return CommandRun.of(new PreviewCommand(options -> topics.catalog(), options -> topics.registry()), arguments);
    }
}
