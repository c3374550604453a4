package dev.partnercatalog.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pastes the tour's commands into a shell exactly as they are printed. */
@Tag("processes")
class DemoTest {
    @TempDir
    Path folder;

    @Test
    @Timeout(600)
    void the_commands_of_the_tour_work_as_they_are() throws Exception {
        assumeTrue(
                StandaloneProcess.isThere("bash")
                        && StandaloneProcess.isThere("curl")
                        && (StandaloneProcess.isThere("jq") || StandaloneProcess.isThere("python3")),
                "the tour's commands are for bash and curl, and one of these formats the response");
        Path home = Files.createDirectory(folder.resolve("home"));
        Path log = folder.resolve("log");
        ProcessBuilder program = StandaloneProcess.program(
                        folder,
                        List.of(
                                "-Dcatalog.command=" + StandaloneProcess.launcher(folder.resolve("it's the catalog")),
                                "-Duser.home=" + home),
                        List.of("demo"))
                .redirectError(log.toFile());
        program.environment().put("XDG_STATE_HOME", home.toString());
        Process demo = program.start();
        try (BufferedReader output = demo.inputReader()) {
            List<String> tour = readUntil(output, line -> line.startsWith("Press Ctrl-C"));
            List<String> commands = tour.stream()
                    .filter(line -> line.matches("(TOKEN=|curl |echo ).*"))
                    .toList();
            assertThat(commands).hasSize(4);
            assertThat(tour)
                    .anyMatch(line -> line.matches(" +The guides for partners.*: http://127\\.0\\.0\\.1:[0-9]+/docs"))
                    .anyMatch(line -> line.matches(" +The partner's desk.*: http://127\\.0\\.0\\.1:[0-9]+/desk"))
                    .anyMatch(line -> line.matches(" +The operators' console.*: http://127\\.0\\.0\\.1:[0-9]+"));
            assertThat(Files.readAllLines(log)).noneMatch(line -> line.contains("Exception"));

            String answer = bash(commands.get(0) + "\n" + commands.get(1));
            assertThat(answer)
                    .contains("\"name\": \"Lighthouse Lemon 3.5 g\"", "\"avg\": \"192\"")
                    .contains("\"name\": \"Sunset Gummies (counter only)\"", "\"OT-005\": \"2001234000055\"");

            assertThat(bash(commands.get(2))).contains("published 1 record");
            awaitRecords(output, ": Lighthouse Lemon, new harvest, THC 205 mg/g");

            assertThat(bash(commands.get(3))).contains("1 tombstone,");
            awaitRecords(output, ": Lighthouse Lemon 3.5 g, THC 192 mg/g");

            demo.destroy();
            assertThat(demo.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(folder).isDirectoryNotContaining("glob:**partner-catalog-*");
            assertThat(home).isEmptyDirectory();
        } finally {
            demo.destroyForcibly();
        }
    }

    /**
     * Reads on until both locations that list the product have it like this, in one message or two. Records of the
     * catalog that were resolved in two steps may come before.
     */
    private static void awaitRecords(BufferedReader output, String ending) throws IOException {
        Set<String> missing = new HashSet<>(Set.of("location 101, ", "location 102, "));
        while (!missing.isEmpty()) {
            List<String> lines = readUntil(output, line -> line.startsWith("    company"));
            assertThat(lines).noneMatch(line -> line.contains("refused"));
            String record = lines.get(lines.size() - 1);
            missing.removeIf(location -> record.contains(location) && record.endsWith(ending));
        }
    }

    private static List<String> readUntil(BufferedReader output, Predicate<String> last) throws IOException {
        List<String> lines = new ArrayList<>();
        String line;
        do {
            line = output.readLine();
            if (line == null) {
                throw new AssertionError("the demo ended early, after " + lines);
            }
            lines.add(line);
        } while (!last.test(line));
        return lines;
    }

    private static String bash(String commands) throws Exception {
        Process shell = new ProcessBuilder("bash", "-c", commands)
                .redirectError(ProcessBuilder.Redirect.appendTo(new File("target/demo-tour.log")))
                .start();
        return new String(shell.getInputStream().readAllBytes(), UTF_8);
    }
}
