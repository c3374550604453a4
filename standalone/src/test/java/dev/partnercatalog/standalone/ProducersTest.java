package dev.partnercatalog.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the programs that docs/publishing.md gives upstream teams, in each language that is
 * installed. Meanwhile another team's version of the schema is the newest: it would lose what the programs publish.
 */
@ExtendWith(CatalogExtension.class)
class ProducersTest {

    private static final Path DOCS = Path.of("..", "docs").toAbsolutePath().normalize();
    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    @Test
    void the_librarys_readme_quotes_the_lines_of_the_program() throws IOException {
        Matcher block = Pattern.compile("(?s)```java\n(.*?)```")
                .matcher(Files.readString(
                        DOCS.resolveSibling("libraries/producer").resolve("README.md")));
        assertThat(block.find()).isTrue();
        assertThat(program("Producer.java").replaceAll("(?m)^ +", ""))
                .contains(block.group(1).replaceAll("(?m)^ +", ""));
    }

    @Test
    void java(CatalogAddresses catalog) throws Exception {
        publishes(
                catalog,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                DOCS.resolve("producers/Producer.java").toString());
    }

    @Test
    void python(CatalogAddresses catalog) throws Exception {
        // Debian's packages are only known to Debian's interpreter, which needn't be the first one.
        String interpreter = List.of("python3", "/usr/bin/python3").stream()
                .filter(python -> succeeds(python, "-c", "import avro.io, confluent_kafka"))
                .findFirst()
                .orElse("");
        assumeTrue(!interpreter.isEmpty(), "Python 3 with avro and confluent-kafka is not installed");
        publishes(catalog, interpreter, besideItsSchema(catalog, "producer.py"));
    }

    @Test
    void javascript(CatalogAddresses catalog) throws Exception {
        assumeTrue(
                succeeds("node", "-e", "require('kafkajs'); require('avsc')"),
                "Node.js with kafkajs and avsc, which $NODE_PATH may lead to, is not installed");
        publishes(catalog, "node", besideItsSchema(catalog, "producer.js"));
    }

    /** Copies a program and downloads the schema to it, as the document says. */
    private String besideItsSchema(CatalogAddresses catalog, String program) throws Exception {
        HttpRequest schema = HttpRequest.newBuilder(catalog.api().resolve("/schemas/bpd-variants.avsc"))
                .build();
        Path file = folder.resolve("bpd-variants.avsc");
        assertThat(HttpClient.newHttpClient()
                        .send(schema, HttpResponse.BodyHandlers.ofFile(file))
                        .statusCode())
                .isEqualTo(200);
        return Files.copy(DOCS.resolve("producers").resolve(program), folder.resolve(program))
                .toString();
    }

    /** Another team registers a version of its own, which has none of the fields that the programs set. */
    private static void registerNarrowerVersion(CatalogAddresses catalog) {
        Schema narrower = new Schema.Parser().parse("""
                {"type": "record", "name": "BpdVariant", "namespace": "dev.partnercatalog.events", "fields": [
                  {"name": "barcode", "type": "string"}]}""");
        catalog.schemas()
                .contentId(
                        CatalogTopic.BPD_VARIANTS.name(catalog.kafka().topics().prefix()), narrower);
    }

    private void publishes(CatalogAddresses catalog, String... program) throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, CompanyEvents.partner("producers", "", 7_500));
        PartnerClient partner = catalog.client("producers");
        registerNarrowerVersion(catalog);
        String barcode = "by-" + Path.of(program[0]).getFileName();
        List<String> command = new ArrayList<>(List.of(program));
        command.addAll(List.of(
                catalog.kafka().bootstrapServers(),
                catalog.registry().toString(),
                CatalogTopic.BPD_VARIANTS.name(catalog.kafka().topics().prefix()),
                barcode,
                "Crème ☃"));

        assertThat(run(command)).as(Files.readString(log(), UTF_8)).isZero();

        await().untilAsserted(() -> assertThat(partner.batchGet(7_500, 7_501, List.of(barcode), List.of())
                        .body())
                .contains("\"name\":\"Crème ☃\""));
    }

    private boolean succeeds(String... command) {
        try {
            return run(List.of(command)) == 0;
        } catch (IOException e) {
            return false; // there is no such program
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private int run(List<String> command) throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log().toFile());
        // So that arguments are UTF-8 for Java too.
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process = builder.start();
        assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS))
                .as("%s ends", command.get(0))
                .isTrue();
        return process.exitValue();
    }

    private Path log() {
        return folder.resolve("program.log");
    }

    private static String program(String file) throws IOException {
        return Files.readString(DOCS.resolve("producers").resolve(file));
    }
}
