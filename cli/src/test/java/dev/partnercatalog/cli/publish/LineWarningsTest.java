package dev.partnercatalog.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.explain.ExampleCatalog;
import dev.partnercatalog.cli.topic.TopicsInMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code publish} says about lines that fit, but hardly do what their author meant. */
class LineWarningsTest {

    @TempDir
    private Path folder = Path.of("");

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    @Test
    void warnings_are_listed_and_counted_and_strictly_they_are_faults() throws IOException {
        String file = file(EventPublisherTest.listing("s")
                + EventPublisherTest.listing("t")
                + EventPublisherTest.listing("s")
                + "{\"$delete\":{\"companyId\":1,\"locationId\":2,\"sku\":\"s\"}}");
        UnsureProducer producer = UnsureProducer.obliging();
        CommandRun run = run(producer, "listings", file);
        assertThat(run.status()).isZero();
        assertThat(run.err())
                .hasLineCount(2)
                .startsWith("line 3: warning: has the same key as line 1, \"1/2/s\": the last line of a key counts")
                .contains("line 4: warning: has the same key as line 3, ");
        assertThat(run.out()).startsWith("published 3 records, 1 tombstone, 0 faults, 2 warnings in ");
        assertThat(producer.sent()).hasSize(4);

        UnsureProducer strictly = UnsureProducer.obliging();
        CommandRun strict = run(strictly, "listings", "--strict", file);
        assertThat(strict.status()).isEqualTo(1);
        assertThat(strict.out()).startsWith("published 2 records, 0 tombstones, 2 faults in ");
        assertThat(strictly.sent()).containsExactly("catalog.listings 1/2/s", "catalog.listings 1/2/t");
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
        CommandRun run = CommandRun.of(new ValidateCommand(), "--topic", topic, file(line));
        assertThat(run.status()).isZero();
        assertThat(run.err()).contains(warned ? ":1: warning: assetPriority: has no effect" : "");
        assertThat(run.err().isEmpty()).isNotEqualTo(warned);
    }

    @Test
    void D18_a_partner_that_undoes_its_own_changes_is_a_warning_unless_they_can_not_be_read() throws IOException {
        String partner = "{\"partnerId\":\"p\",\"partnerName\":\"P\",\"enabled\":true,\"webhook\":{\"enabled\":false,"
                + "\"url\":\"\"},\"allowedCompanies\":[]}";
        new ExampleCatalog(topics).publishEditedPartner("https://own.example/");
        CommandRun run = run(UnsureProducer.obliging(), "partners", file(partner));
        assertThat(run.status()).isZero();
        assertThat(run.err())
                .hasLineCount(1)
                .contains("line 1: warning: undoes what the partner has changed itself");
        assertThat(run(UnsureProducer.obliging(), "partners", "--strict", file(partner))
                        .status())
                .isEqualTo(1);
        topics.failOnce(new KafkaException("not authorized"));
        CommandRun unknown = run(UnsureProducer.obliging(), "partners", file(partner));
        assertThat(unknown.status()).isZero();
        assertThat(unknown.err())
                .hasLineCount(1)
                .contains("isn't known whether this undoes")
                .contains("not authorized");
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("events.ndjson"), text).toString();
    }

    private CommandRun run(UnsureProducer producer, String... arguments) {
        return topics.run(PublishCommand::new, () -> producer, arguments);
    }
}
