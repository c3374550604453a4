package dev.partnercatalog.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.runtime.store.StateFolderException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstanceIdTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    Path folder;

    @Test
    void a_folder_keeps_its_id_and_another_folder_has_a_different_one() {
        InstanceId first = InstanceId.of(folder.resolve("a/b"));
        assertThat(first.value()).matches("[0-9a-f]{8}");
        assertThat(InstanceId.of(folder.resolve("a/b"))).isEqualTo(first);
        assertThat(InstanceId.of(folder.resolve("c"))).isNotEqualTo(first);
    }

    @Test
    void a_partial_file_left_by_a_killed_instance_is_written_again() throws IOException {
        Files.writeString(folder.resolve("instance-id.new"), "12");
        assertThat(InstanceId.of(folder).value()).hasSize(8);
    }

    @Test
    void a_file_with_other_content_is_named() throws IOException {
        Files.writeString(folder.resolve("instance-id"), "../../etc");
        assertThatThrownBy(() -> InstanceId.of(folder))
                .isInstanceOf(StateFolderException.class)
                .hasMessageContaining("instance-id");
    }
}
