package dev.partnercatalog.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.recorded.ExampleCatalog;
import dev.partnercatalog.operations.recorded.RecordedCatalog;
import dev.partnercatalog.operations.recorded.TopicsInMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code publish} says about lines that fit, but are probably not what their author meant. */
class PublishWarningsTest {

    @TempDir
    private Path folder = Path.of("");

    private Supplier<RecordedCatalog> catalog = () -> {
        throw new OperatorFault("not authorized");
    };

    @Test
    void warnings_are_listed_and_counted_and_strictly_they_are_faults() throws IOException {
        Path file = folder.resolve("listings.csv");
        Files.writeString(file, "sku,companyId,locationId,barcode\ns,1,2,1.23457E+12\nt,1,2,b\ns,1,2,b\n");
        UnsureProducer producer = UnsureProducer.obliging();
        CommandRun run = run(producer, "listings", file.toString());
        assertThat(run.status()).isZero();
        assertThat(run.err())
                .hasLineCount(2)
                .contains("line 2: warning: barcode: \"1.23457E+12\" looks like")
                .contains("line 4: warning: has the same key as line 2");
        assertThat(run.out()).startsWith("published 3 records, 0 tombstones, 0 faults, 2 warnings in ");
        assertThat(producer.sent()).hasSize(3);

        UnsureProducer strictly = UnsureProducer.obliging();
        CommandRun strict = run(strictly, "listings", "--strict", file.toString());
        assertThat(strict.status()).isEqualTo(1);
        assertThat(strict.out()).startsWith("published 1 record, 0 tombstones, 2 faults in ");
        assertThat(strictly.sent()).containsExactly("test.listings 1/2/t=t");
    }

    @Test
    void a_column_of_warnings_is_not_listed_to_its_end() throws IOException {
        String rows = IntStream.range(0, 500)
                .mapToObj(number -> "s" + number + ",1,2,1.23457E+12\n")
                .collect(Collectors.joining());
        Path file = folder.resolve("listings.csv");
        Files.writeString(file, "sku,companyId,locationId,barcode\n" + rows);
        CommandRun run = run(UnsureProducer.obliging(), "listings", file.toString());
        assertThat(run.err()).hasLineCount(101).endsWith("further warnings are only counted" + System.lineSeparator());
        assertThat(run.out()).contains("500 warnings");
    }

    @Test
    void a_partner_that_undoes_its_own_changes_is_a_warning_unless_they_can_not_be_read() throws IOException {
        String partner = "{\"partnerId\":\"p\",\"partnerName\":\"P\",\"enabled\":true,\"webhook\":{\"enabled\":false,"
                + "\"url\":\"\"},\"allowedCompanies\":[]}";
        CommandRun unknown = run(UnsureProducer.obliging(), "partners", "--dry-run", file(partner));
        assertThat(unknown.status()).isZero();
        assertThat(unknown.err())
                .hasLineCount(1)
                .contains("isn't known whether this undoes")
                .contains("not authorized");
        try (TopicsInMemory topics = new TopicsInMemory()) {
            new ExampleCatalog(topics).publishEditedPartner("https://own.example/");
            catalog = topics::catalog;
            CommandRun run = run(UnsureProducer.obliging(), "partners", "--dry-run", file(partner));
            assertThat(run.status()).isZero();
            assertThat(run.err())
                    .hasLineCount(1)
                    .contains("line 1: warning: undoes what the partner has changed itself");
            assertThat(run(UnsureProducer.obliging(), "partners", "--dry-run", "--strict", file(partner))
                            .status())
                    .isEqualTo(1);
        }
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("events.ndjson"), text).toString();
    }

    private CommandRun run(UnsureProducer producer, String... arguments) {
        return CommandRun.of(
                new PublishCommand(
                        (options, topic) -> EventPublisherTest.publisher(producer),
                        (options, topic) -> {},
                        options -> catalog.get()),
                arguments);
    }
}
