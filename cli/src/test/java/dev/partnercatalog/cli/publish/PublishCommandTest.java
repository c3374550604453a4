package dev.partnercatalog.cli.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.cli.CommandRun;
import dev.partnercatalog.cli.options.FormatConverter;
import dev.partnercatalog.cli.output.LoggedChanges;
import dev.partnercatalog.cli.topic.TopicsInMemory;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Isolated("it replaces the standard input, which all classes share")
class PublishCommandTest {

    @TempDir
    private Path folder = Path.of("");

    @AutoClose
    private final TopicsInMemory topics = new TopicsInMemory();

    @Test
    void a_file_without_faults_ends_with_status_0_and_one_line_of_counts() throws IOException {
        UnsureProducer producer = UnsureProducer.obliging();
        CommandRun run = run(producer, "listings", file(EventPublisherTest.listing("s")));
        assertThat(run.status()).isZero();
        assertThat(run.out()).matches("published 1 record, 0 tombstones, 0 faults in .* records/s\\)\\R");
        assertThat(run.err()).isEmpty();
        assertThat(producer.closed()).isTrue();
    }

    @Test
    void a_fault_is_named_by_line_and_field_on_standard_error_with_status_1() throws IOException {
        CommandRun run = run(
                UnsureProducer.obliging(),
                "listings",
                file(EventPublisherTest.listing("s") + EventPublisherTest.listing("a/b")));
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err()).startsWith("line 2: sku: ").hasLineCount(1);
        assertThat(run.out()).startsWith("published 1 record, 0 tombstones, 1 fault in ");
    }

    @Test
    void a_file_is_logged_in_one_line_with_its_counts_however_long_it_is() throws IOException {
        String file = file(listings(10_000) + "{}\n");
        try (LoggedChanges changes = new LoggedChanges()) {
            run(UnsureProducer.obliging(), "listings", file);
            assertThat(changes.lines())
                    .singleElement()
                    .asString()
                    .startsWith("publish: listings: published 10000 records, 0 tombstones, 1 fault in");
        }
    }

    @Test
    void brokers_that_stop_taking_records_end_with_status_1_and_one_line() throws IOException {
        CommandRun run =
                run(new UnsureProducer(record -> new TimeoutException("too late")), "listings", file(listings(50)));
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err())
                .hasLineCount(1)
                .contains("stopped accepting records: 50 records not published, the first at line 1 (too late)");
    }

    @Test
    void a_dash_reads_standard_input() {
        UnsureProducer producer = UnsureProducer.obliging();
        InputStream lines =
                new ByteArrayInputStream(EventPublisherTest.listing("s").getBytes(StandardCharsets.UTF_8));
        assertThat(runWithInput(lines, producer).status()).isZero();
        assertThat(producer.sent()).containsExactly("catalog.listings 1/2/s");
    }

    @Test
    void what_was_published_before_the_file_broke_off_is_counted() {
        InputStream broken = EventPublisherTest.breakingOffAfter(EventPublisherTest.listing("s"));
        CommandRun run = runWithInput(broken, UnsureProducer.obliging());
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).startsWith("published 1 record, 0 tombstones, 0 faults");
        assertThat(run.fault()).hasMessageContaining("the disk is gone");
    }

    private CommandRun runWithInput(InputStream input, UnsureProducer producer) {
        InputStream before = System.in;
        System.setIn(input);
        try {
            return run(producer, "listings", "-");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void a_pipe_is_read_as_a_file_is() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Process writer = new ProcessBuilder(
                        "sh", "-c", "printf '%s' \"$1\" > \"$0\"", pipe.toString(), EventPublisherTest.listing("s"))
                .start();
        UnsureProducer producer = UnsureProducer.obliging();
        assertThat(run(producer, "listings", pipe.toString()).status()).isZero();
        assertThat(producer.sent()).containsExactly("catalog.listings 1/2/s");
        assertThat(writer.waitFor()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"catalog.listings", "resolved-variants", "listing"})
    void a_topic_that_is_none_is_wrong_usage_with_help(String topic) {
        CommandRun run = run(UnsureProducer.obliging(), topic, "-");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err())
                .contains("'" + topic + "' is invalid: expected an input topic without the prefix: bpd-variants, ");
    }

    @Test
    void every_input_topic_is_taken_and_named_in_the_help() {
        String usage = new CommandLine(new PublishCommand()).getUsageMessage().replaceAll("\\s+", " ");
        for (CatalogTopic topic : CatalogTopic.values()) {
            if (topic.isInput()) {
                assertThat(new FormatConverter.InputTopic().convert(topic.baseName()))
                        .isEqualTo(topic);
                assertThat(usage).contains(topic.baseName());
            }
        }
    }

    private static String listings(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> EventPublisherTest.listing("s" + number))
                .collect(Collectors.joining());
    }

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("events.ndjson"), text).toString();
    }

    private CommandRun run(UnsureProducer producer, String... arguments) {
        return topics.run(new PublishCommand(), () -> producer, arguments);
    }
}
