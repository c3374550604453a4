package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.runtime.store.SmallDisk;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.embedded.EmbeddedRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a standalone goes on, or ends, if it is told to stop while it starts, or a part of it ends. */
@Tag("processes")
@Order(1)
class StandaloneEndsTest {
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final int INTERRUPTED = 130;
    private static final long SIGINT_BIT = 1L << 1;
    private static final int DISK_MIB = 512;
    private static final String PRODUCT = "{\"barcode\": \"ends-1\", \"name\": \"Harbor Fog\"}";

    @TempDir
    Path folder;

    @TempDir
    Path temporary;

    @Test
    void a_full_disk_ends_it_with_a_line_and_once_there_is_room_it_starts_again() throws Exception {
        Path data = folder.resolve("disk");
        try (SmallDisk disk = SmallDisk.mount(data, DISK_MIB)) {
            Path log = folder.resolve("log");
            try (StandaloneProcess process = start(log)) {
                disk.fill();
                assertThat(process.awaitEnd(SOON)).isTrue();
                List<String> lines = Files.readAllLines(log);
                assertThat(process.exitStatus())
                        .as("the status after %s", lines)
                        .isEqualTo(1);
                assertThat(lines).hasSizeLessThan(100);
                assertThat(lines.stream()
                                .filter(line ->
                                        line.startsWith("catalog: the disk of the data folder " + data + " is full")))
                        .as("the line in %s", lines)
                        .hasSize(1);
            }
            // Stores that were closed may have made room.
            disk.fill();
            assertThat(endOfStart(log)).singleElement().asString().contains("is full");

            disk.makeRoom();
            try (StandaloneProcess process = start(log)) {
                process.addresses().publish(CatalogTopic.BPD_VARIANTS, PRODUCT);
                // All its processes have left the disk then.
                assertThat(process.terminate(SOON)).isTrue();
            }
        }
    }

    /** As Ctrl-C does in a terminal: the signal reaches its children too. */
    @Test
    void
            interrupted_at_any_moment_of_its_start_it_says_so_in_one_line_and_the_next_start_works_and_outlives_its_registry()
                    throws Exception {
        assumeTrue(hearsCtrlC(), "this test needs a process that doesn't ignore SIGINT");
        Path log = folder.resolve("log");
        for (int round = 0; round < 4; round++) {
            int millis = 200 + round / 2 * 1_000;
            Process process = begin(log);
            try {
                if (round % 2 == 1) {
                    await().until(() -> Files.readString(log).contains("Apicurio Registry is serving"));
                }
                if (process.waitFor(millis, TimeUnit.MILLISECONDS)) {
                    throw new AssertionError("ended by itself: " + Files.readString(log));
                }
                // The children first: once it has heard the signal itself, it ends them.
                for (ProcessHandle child : process.descendants().toList()) {
                    Signal.INTERRUPT.sendIfAlive(child);
                }
                Signal.INTERRUPT.send(process);
                assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS))
                        .as("after %d ms", millis)
                        .isTrue();
                assertThat(process.exitValue()).as("after %d ms", millis).isEqualTo(INTERRUPTED);
                // Before the program itself runs, nobody can say anything.
                assertThat(Files.readAllLines(log).stream()
                                .filter(line -> !line.contains(" INFO "))
                                .toList())
                        .as("after %d ms", millis)
                        .isIn(List.of(), List.of("catalog: stopped while starting"));
            } finally {
                process.destroyForcibly();
            }
        }
        outlivesItsRegistryUntilThatEndsAgainAtOnce(log);
    }

    private void outlivesItsRegistryUntilThatEndsAgainAtOnce(Path log) throws Exception {
        try (StandaloneProcess process = start(log)) {
            int port = process.port("registry");
            ProcessHandle registry = onlyChild(process);
            registry.destroyForcibly();
            await().until(() -> Files.readString(log).contains("is serving on http://127.0.0.1:" + port + " again"));

            process.addresses().publish(CatalogTopic.BPD_VARIANTS, PRODUCT);
            assertThat(process.isAlive()).isTrue();

            onlyChild(process).destroyForcibly();
            assertThat(process.awaitEnd(SOON)).isTrue();
            assertThat(process.exitStatus()).isEqualTo(1);
            assertThat(Files.readAllLines(log))
                    .filteredOn(line -> line.startsWith("catalog: "))
                    .containsExactly("catalog: the registry's process has ended with status 137, less than a minute"
                            + " after it was started again");
        }
    }

    @Test
    void a_registry_that_cannot_run_is_told_with_what_to_do_and_costs_no_database() throws Exception {
        Files.write(temporary.resolve("broken-runner.jar"), new byte[0]);
        Path database = Files.write(folder.resolve("registry.mv.db"), new byte[] {4, 5, 6});
        assertThatThrownBy(() -> EmbeddedRegistry.start(temporary, folder, 0))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("before it served", folder.toString(), "restore that folder, or remove it");
        assertThat(database).hasBinaryContent(new byte[] {4, 5, 6});
    }

    @Test
    void it_starts_whatever_else_the_virtual_machine_of_its_registry_prints() throws Exception {
        Path log = folder.resolve("log");
        Process process = begin(log, List.of("-Dcatalog.registry.option=-Xlog:gc"));
        try {
            assertThat(process.inputReader().readLine()).contains("\"registry\"");
            assertThat(Files.readString(log)).contains("The registry printed: ");
        } finally {
            process.destroyForcibly();
        }
    }

    /** A shell without job control makes what it starts in the background ignore the signal, with all its children. */
    private static boolean hearsCtrlC() throws IOException {
        Path status = Path.of("/proc/self/status");
        return !Files.exists(status)
                || Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .noneMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & SIGINT_BIT) != 0);
    }

    private StandaloneProcess start(Path log) throws IOException {
        return StandaloneProcess.start(
                temporary,
                ProcessBuilder.Redirect.to(log.toFile()),
                StandaloneProcess.withFreePorts("--data-dir=" + data()));
    }

    private Process begin(Path log) throws IOException {
        return begin(log, List.of());
    }

    private Process begin(Path log, List<String> javaOptions) throws IOException {
        List<String> arguments = StandaloneProcess.withFreePorts("standalone", "--data-dir=" + data());
        return StandaloneProcess.program(temporary, javaOptions, arguments)
                .redirectError(log.toFile())
                .start();
    }

    private List<String> endOfStart(Path log) throws Exception {
        Process process = begin(log);
        try {
            assertThat(process.waitFor(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(1);
        } finally {
            process.destroyForcibly();
        }
        return Files.readAllLines(log);
    }

    private Path data() {
        return folder.resolve("disk");
    }

    private static ProcessHandle onlyChild(StandaloneProcess process) {
        List<ProcessHandle> children = process.children();
        assertThat(children).hasSize(1);
        return children.get(0);
    }
}
