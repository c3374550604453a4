package dev.partnercatalog.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Pastes docs/getting-started.md, what partners begin with, and docs/publishing.md into a shell, block by block, and
 * waits until each shows what the document says.
 */
@Tag("processes")
@ResourceLock("products that the documents and the real data have in common")
@ExtendWith(CatalogExtension.class)
class GettingStartedTest {

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern BLOCK = Pattern.compile("(?s)```sh\\n(.*?)```\\n(?:\\n```text\\n(.*?)```\\n)?");
    private static final Pattern PYTHON = Pattern.compile("(?s)```python\\n(.*?)```");

    private record Step(String commands, List<String> shown) {}

    @TempDir
    Path folder;

    @Test
    @Timeout(600)
    void every_command_works_and_shows_what_the_document_says(CatalogAddresses catalog) throws Exception {
        for (String program : List.of("/bin/bash", "curl", "jq", "python3")) {
            assumeTrue(StandaloneProcess.isThere(program), "its commands are for " + program);
        }
        List<Step> steps = steps("docs/getting-started.md");
        assertThat(steps).hasSizeGreaterThan(12);
        assertThat(steps.get(0).commands()).startsWith("API=http://127.0.0.1:8080 AUTH=http://127.0.0.1:8081");
        prepareFolder();
        try (Shell shell = new Shell(folder, catalog)) {
            follow(shell, steps.subList(1, steps.size()));
            follow(shell, partnersSteps());
            follow(shell, upstreamsSteps(catalog));
        }
    }

    /**
     * What partners begin with, at this document's location and with an endpoint on this machine. The copy and its proof are
     * one step: a change may come between.
     */
    private List<Step> partnersSteps() throws IOException {
        List<Step> steps = new ArrayList<>(steps("docs/partners/start.md"));
        assertThat(steps).hasSize(12);
        assertThat(steps.get(3).commands()).isEqualTo("COMPANY=100 LOCATION=101\n");
        assertThat(steps.get(5).shown()).contains("right");
        assertThat(steps.get(8).commands()).isEqualTo("HOOK=https://hooks.example.com/catalog\n");
        for (String saved : List.of("signatures verify", "keeping-a-copy proof")) {
            String[] names = saved.split(" ", -1);
            Matcher code = PYTHON.matcher(Files.readString(REPOSITORY.resolve("docs/partners/" + names[0] + ".md")));
            assertThat(code.find()).isTrue();
            Files.writeString(folder.resolve(names[1] + ".py"), code.group(1));
        }
        steps.set(3, new Step("COMPANY=7 LOCATION=70\n", List.of()));
        steps.set(8, new Step("HOOK=http://127.0.0.1:$PORT/catalog\n", List.of()));
        Step proof = steps.remove(5);
        steps.set(
                4,
                new Step(
                        steps.get(4).commands() + proof.commands() + "cat copy.ndjson\n",
                        Stream.of(steps.get(4).shown(), proof.shown(), List.of("Harbor Fog, second harvest"))
                                .flatMap(List::stream)
                                .toList()));
        return steps.subList(1, steps.size());
    }

    /** What upstream teams paste, with the files that the document shows, and a schema that they have already. */
    private List<Step> upstreamsSteps(CatalogAddresses catalog) throws IOException {
        String text = Files.readString(REPOSITORY.resolve("docs/publishing.md"));
        for (String form : List.of("json", "csv")) {
            Matcher block = Pattern.compile("(?s)```" + form + "\\n(.*?)```").matcher(text);
            assertThat(block.find()).isTrue();
            Files.writeString(folder.resolve("listings." + form.replace("json", "ndjson")), block.group(1));
        }
        Files.writeString(folder.resolve("bpd-variants.csv"), "barcode,name\n2000000028941,Hat\n");
        Files.writeString(folder.resolve("export.json"), "[{\"barcode\": \"2000000028941\", \"name\": \"Hat\"}]");
        List<String> blocks = steps("docs/publishing.md").stream()
                .map(step -> step.commands()
                        .replace("http://127.0.0.1:8082", catalog.registry().toString())
                        .replace("http://127.0.0.1:8080", catalog.api().toString()))
                .toList();
        assertThat(blocks).hasSize(3);
        return List.of(
                new Step(blocks.get(1) + "cp bpd-variants.avsc mine.avsc\n", List.of()),
                new Step(blocks.get(0), List.of("null")),
                new Step(
                        blocks.get(2) + "./catalog publish listings listings.csv\n", List.of("1 tombstone, 0 faults")));
    }

    private static void follow(Shell shell, List<Step> steps) throws IOException {
        for (Step step : steps) {
            if (step.shown().isEmpty()) {
                shell.run(step.commands());
            } else {
                // What was published a moment ago may take another one: a reader would try again.
                await().untilAsserted(() -> assertThat(shell.run(step.commands()))
                        .as(step.commands())
                        .contains(step.shown()));
            }
        }
    }

    private static List<Step> steps(String document) throws IOException {
        List<Step> steps = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(REPOSITORY.resolve(document)));
        while (block.find()) {
            String shown = Objects.requireNonNullElse(block.group(2), "");
            // What differs each time is left out.
            steps.add(new Step(
                    block.group(1),
                    shown.lines()
                            .flatMap(line -> Stream.of(line.split("…", -1)))
                            .toList()));
        }
        return steps;
    }

    /** The folder in which the commands are run, with a ./catalog that doesn't build. */
    private void prepareFolder() throws IOException {
        StandaloneProcess.launcher(folder.resolve("catalog"));
        Files.createSymbolicLink(
                folder.resolve("demo"),
                REPOSITORY.resolve("standalone/src/main/resources/dev/partnercatalog/standalone/demo"));
        Files.createSymbolicLink(folder.resolve("docs"), REPOSITORY.resolve("docs"));
    }

    /** A bash with the shared catalog's addresses instead of the document's. */
    private static final class Shell implements AutoCloseable {

        private static final String END = "--- end, status ";

        private final Process process;
        private final Writer in;
        private final BufferedReader out;

        Shell(Path folder, CatalogAddresses catalog) throws IOException {
            URI api = catalog.api();
            ProcessBuilder builder =
                    new ProcessBuilder("/bin/bash").directory(folder.toFile()).redirectErrorStream(true);
            builder.environment().put("API", api.toString());
            builder.environment().put("AUTH", catalog.auth().toString());
            builder.environment().put("RECEIVER", "127.0.0.1:" + FixedPort.free());
            builder.environment().put("PORT", Integer.toString(FixedPort.free()));
            builder.environment().put("CATALOG_SECRETS", catalog.secrets().toString());
            builder.environment().put("CATALOG_KAFKA", catalog.kafka().bootstrapServers());
            builder.environment().put("CATALOG_REGISTRY", catalog.registry().toString());
            process = builder.start();
            in = process.outputWriter(UTF_8);
            out = process.inputReader(UTF_8);
        }

        /** Returns what the commands print; all of them except those in the background must succeed. */
        String run(String commands) throws IOException {
            in.write(commands + "\nprintf '\\n" + END + "%s\\n' $?\n");
            in.flush();
            StringBuilder printed = new StringBuilder();
            String line = out.readLine();
            while (line != null && !line.startsWith(END)) {
                printed.append(line).append('\n');
                line = out.readLine();
            }
            assertThat(line).as("%s: %s", commands, printed).isEqualTo(END + "0");
            return printed.toString();
        }

        @Override
        public void close() throws IOException {
            in.write("kill $(jobs -p)\nexit\n");
            in.close();
            process.onExit().orTimeout(1, TimeUnit.MINUTES).join();
        }
    }
}
