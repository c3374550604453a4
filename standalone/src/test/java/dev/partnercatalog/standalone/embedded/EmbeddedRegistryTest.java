package dev.partnercatalog.standalone.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("processes")
class EmbeddedRegistryTest {
    @Test
    void a_server_that_cannot_run_is_told_with_what_to_do_and_costs_no_database(
            @TempDir Path broken, @TempDir Path directory) throws Exception {
        Files.write(broken.resolve("broken-runner.jar"), new byte[0]);
        Path database = Files.write(directory.resolve("registry.mv.db"), new byte[] {4, 5, 6});
        assertThatThrownBy(() -> EmbeddedRegistry.start(broken, directory, 0))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("before it served", directory.toString(), "restore that folder, or remove it");
        assertThat(database).hasBinaryContent(new byte[] {4, 5, 6});
    }
}
