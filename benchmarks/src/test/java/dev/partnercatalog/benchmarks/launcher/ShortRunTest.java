package dev.partnercatalog.benchmarks.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShortRunTest {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_run_is_timed_with_the_processes_that_it_starts_and_its_status_is_its_own() throws Exception {
        ShortRun run = run("(i=0; while ((i < 100000)); do ((i++)); done); echo \"$WORD\" >&2; exit 3");
        assertThat(run.status()).isEqualTo(3);
        assertThat(run.processorSeconds()).isPositive();
        assertThat(run.seconds()).isGreaterThanOrEqualTo(run.processorSeconds() / 2);
        assertThat(folder.resolve("log")).hasContent("said");
    }

    @Test
    void a_failed_run_is_not_taken_for_a_measurement() throws Exception {
        ShortRun failed = run("exit 1");
        assertThatThrownBy(() -> failed.expectDone(folder.resolve("log").toFile()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("status 1");
        assertThat(Files.exists(folder.resolve("log"))).isTrue();
    }

    private ShortRun run(String script) throws Exception {
        return ShortRun.of(folder.resolve("log").toFile(), Map.of("WORD", "said"), List.of("bash", "-c", script));
    }
}
