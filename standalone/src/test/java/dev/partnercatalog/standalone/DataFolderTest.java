package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir
    Path folder;

    @Test
    void it_is_one_standalones_at_a_time_and_keeps_its_mode_and_what_is_in_it() throws Exception {
        try (DataFolder data = DataFolder.open(folder)) {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
            assertThatThrownBy(() -> DataFolder.open(folder))
                    .isInstanceOf(OperatorFault.class)
                    .hasMessageContaining("in use by another standalone, process "
                            + ProcessHandle.current().pid());
            assertThat(Files.getPosixFilePermissions(folder)).isEqualTo(PosixFilePermissions.fromString("rwxr-x---"));
            assertThat(Files.createDirectories(data.kafka())).startsWithRaw(folder);
        }
        DataFolder.open(folder).close();
        assertThat(folder.resolve("kafka")).exists();
    }

    @Test
    void it_is_its_owners_alone_whether_it_was_there_before_or_not() throws Exception {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxr-x"));
        for (Path data : List.of(open, folder.resolve("new"))) {
            DataFolder.open(data).close();
            assertThat(Files.getPosixFilePermissions(data)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
        try (DataFolder temporary = DataFolder.temporary()) {
            assertThat(Files.getPosixFilePermissions(temporary.kafka().getParent()))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void a_folder_that_holds_something_else_is_refused_and_stays_as_it_was() throws Exception {
        Path home = Files.createDirectory(folder.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxrwxr-x"));
        Files.createFile(home.resolve("letter.txt"));

        assertThatThrownBy(() -> DataFolder.open(home))
                .isInstanceOf(OperatorFault.class)
                .hasMessage("the data folder " + home + " is not a standalone's, and holds letter.txt:"
                        + " choose an empty folder, or one that doesn't exist yet");

        assertThat(Files.getPosixFilePermissions(home)).isEqualTo(PosixFilePermissions.fromString("rwxrwxr-x"));
        try (Stream<Path> entries = Files.list(home)) {
            assertThat(entries).hasSize(1);
        }
    }

    @Test
    void a_new_file_system_is_as_good_as_an_empty_folder_and_later_anything_may_be_put_beside_its_data()
            throws Exception {
        Files.createDirectory(folder.resolve("lost+found"));
        DataFolder.open(folder).close();
        Files.createFile(folder.resolve("backup-of-may"));
        DataFolder.open(folder).close();
    }

    @Test
    void a_comma_in_its_path_and_a_file_in_its_place_are_refused() throws Exception {
        Path data = folder.resolve("shop, one");
        assertThatThrownBy(() -> DataFolder.open(data))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("the data folder " + data + " can't be used")
                .hasMessageContaining("comma");
        assertThat(data).doesNotExist();
        Path file = Files.createFile(folder.resolve("file"));
        assertThatThrownBy(() -> DataFolder.open(file))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("the data folder " + file + " can't be used");
    }

    @Test
    void a_temporary_one_goes_with_all_that_is_in_it() throws Exception {
        DataFolder data = DataFolder.temporary();
        Files.createDirectories(data.state("application"));
        Files.writeString(data.state("application").resolve("file"), "state");
        Path temporary = data.kafka().getParent();

        data.close();

        assertThat(temporary).doesNotExist();
    }

    @Test
    void a_temporary_one_whose_process_was_killed_goes_with_the_next_and_one_in_use_stays() throws Exception {
        Path abandoned = Files.createTempDirectory("partner-catalog-");
        Files.writeString(abandoned.resolve("lock"), "1234567890");
        Path justBeingMade = Files.createTempDirectory("partner-catalog-");
        try (DataFolder next = DataFolder.temporary()) {
            assertThat(abandoned).doesNotExist();
            assertThat(justBeingMade).exists();
            assertThat(next.kafka().getParent()).exists();
            try (DataFolder other = DataFolder.temporary()) {
                assertThat(next.kafka().getParent())
                        .exists()
                        .isNotEqualTo(other.kafka().getParent());
            }
        } finally {
            Files.deleteIfExists(justBeingMade);
        }
    }
}
