package dev.partnercatalog.runtime.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Isolated, because where libraries are unpacked is a matter of the whole process. */
@Isolated
class NativeLibrariesTest {

    private static final int DISK_MIB = 64;

    @TempDir
    Path folder;

    private final Map<Object, Object> before = new TreeMap<>();

    @BeforeEach
    void keepProperties() {
        before.putAll(System.getProperties());
        System.clearProperty("catalog.native.libraries");
    }

    @AfterEach
    void restoreProperties() {
        Properties restored = new Properties();
        restored.putAll(before);
        System.setProperties(restored);
    }

    @Test
    void what_a_killed_process_left_is_deleted_at_the_start() throws Exception {
        Path unpacked = Files.createDirectory(folder.resolve("native"));
        Path left = Files.writeString(unpacked.resolve("left.so"), "old");
        NativeLibraries.load(folder);
        assertThat(left).doesNotExist();
        assertThat(System.getProperty("org.xerial.snappy.tempdir")).isEqualTo(unpacked.toString());
    }

    @Test
    void in_a_shared_folder_only_what_no_process_can_be_loading_is_deleted() throws Exception {
        Path shared = Files.createDirectory(folder.resolve("native"));
        Path old = Files.writeString(shared.resolve("old.so"), "old");
        Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofMinutes(2))));
        Path fresh = Files.writeString(shared.resolve("fresh.so"), "fresh");
        NativeLibraries.share(folder);
        assertThat(old).doesNotExist();
        assertThat(fresh).exists();
    }

    @Test
    void a_full_disk_is_named() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), DISK_MIB)) {
            disk.fill();
            assertThatThrownBy(() -> NativeLibraries.load(disk.folder()))
                    .isInstanceOf(StateFolderException.class)
                    .hasMessageContaining(disk.folder() + "/native for native libraries is full (0 KiB left");
        }
    }

    @Test
    void a_file_system_that_forbids_programs_is_named() throws Exception {
        try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), DISK_MIB)) {
            disk.forbidPrograms();
            assertThatThrownBy(() -> NativeLibraries.load(disk.folder()))
                    .isInstanceOf(StateFolderException.class)
                    .hasMessageContaining("its file system is mounted with noexec");
        }
    }
}
