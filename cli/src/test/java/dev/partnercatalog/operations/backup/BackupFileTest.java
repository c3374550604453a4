package dev.partnercatalog.operations.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a backup may look like, and what is rejected. */
class BackupFileTest {

    private static final byte[] CLIENT = new SingleObjectSerde<>(Client.class)
            .encode(new Client(
                    "till", "kiosk", ByteBuffer.wrap(new byte[32]), true, Instant.ofEpochMilli(1_700_000_000_000L)));

    private static final int GZIP_TRAILER = 8;

    @TempDir
    private Path folder = Path.of("");

    private Path file() {
        return folder.resolve("one.backup");
    }

    private MasterKey key() {
        return MasterKey.loadOrCreate(folder.resolve("master.key"));
    }

    private void write(long clients) {
        try (BackupWriter writer = new BackupWriter(file(), key())) {
            for (BackupPart part : BackupPart.values()) {
                writer.begin(part);
                if (part == BackupPart.CLIENTS) {
                    writer.record(3, "till".getBytes(StandardCharsets.UTF_8), CLIENT);
                    writer.record(3, "gone".getBytes(StandardCharsets.UTF_8), null);
                }
                writer.end();
            }
            writer.finish(manifest(clients));
        }
    }

    private static BackupManifest manifest(long clients) {
        return new BackupManifest(
                "1.0",
                "2026-01-01T00:00:00Z",
                "catalog.",
                24,
                Stream.of(BackupPart.values())
                        .map(part -> new BackupManifest.Part(
                                part.title(), "topic", List.of(17L), part == BackupPart.CLIENTS ? clients : 0, 0))
                        .toList());
    }

    @Test
    void what_was_written_is_read_and_only_its_owner_may() throws IOException {
        write(2);
        BackupManifest read = Backup.verify(file(), key());
        assertThat(read).isEqualTo(manifest(2));
        assertThat(Backup.verify(file(), null)).isEqualTo(read);
        assertThat(Files.getPosixFilePermissions(file())).isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @Test
    void another_master_key_is_refused() {
        write(2);
        MasterKey other = MasterKey.loadOrCreate(folder.resolve("other.key"));
        assertThatThrownBy(() -> Backup.verify(file(), other))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("wasn't made under the master key in " + other.file(), "--secrets");
    }

    @Test
    void a_file_that_is_there_is_not_replaced_and_one_that_breaks_off_leaves_nothing() throws IOException {
        write(2);
        byte[] before = Files.readAllBytes(file());
        assertThatThrownBy(() -> write(2)).isInstanceOf(OperatorFault.class).hasMessageContaining("already exists");
        assertThat(file()).hasBinaryContent(before);
        try (BackupWriter writer = new BackupWriter(folder.resolve("other.backup"), key())) {
            writer.begin(BackupPart.HELD);
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(Path::getFileName).map(Path::toString))
                    .containsExactlyInAnyOrder("one.backup", "master.key");
        }
    }

    @Test
    void one_that_a_signal_breaks_off_leaves_nothing() throws Exception {
        Process program = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndlessBackup.class.getName(),
                        file().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            assertThat(program.inputReader().readLine()).isEqualTo(EndlessBackup.BEGUN);
            assertThat(folder).isDirectoryContaining("glob:**.backup*.tmp");

            program.destroy();

            assertThat(program.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(program.exitValue()).isEqualTo(143);
            assertThat(folder).isDirectoryNotContaining("glob:**backup*");
        } finally {
            program.destroyForcibly();
        }
    }

    @Test
    void a_file_that_is_cut_anywhere_is_refused() throws IOException {
        write(2);
        byte[] whole = Files.readAllBytes(file());
        for (int length = 0; length < whole.length; length++) {
            refuse(Arrays.copyOf(whole, length), "");
        }
    }

    @Test
    void a_file_in_which_any_byte_was_changed_is_refused_or_says_the_same() throws IOException {
        write(2);
        byte[] whole = Files.readAllBytes(file());
        for (int at = 0; at < whole.length; at++) {
            byte[] changed = whole.clone();
            changed[at] ^= 0x10;
            Files.write(file(), changed);
            try {
                assertThat(Backup.verify(file(), key())).isEqualTo(manifest(2));
                // The gzip header contains a time and an operating system, and its last block may end within a byte:
                // these bits mean nothing.
                assertThat(at == whole.length - GZIP_TRAILER - 1 || (at >= 3 && at <= 9))
                        .as("%s of %s", at, whole.length)
                        .isTrue();
            } catch (OperatorFault e) {
                assertThat(e).hasMessageContaining(file().toString());
            }
        }
    }

    @Test
    void a_manifest_that_counts_wrongly_is_refused() {
        write(1_000_000_000_000L);
        assertThatThrownBy(() -> Backup.verify(file(), key()))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("states 1000000000000 records of clients, but there are 2");
    }

    @Test
    void lengths_are_bounded_before_they_are_paid_for() throws IOException {
        refuse(
                made(out -> {
                    out.writeUTF("held");
                    out.writeByte(1);
                    out.writeInt(0);
                    out.writeInt(Integer.MAX_VALUE);
                }),
                "a key can't have 2147483647 bytes");
        refuse(
                made(out -> {
                    out.writeUTF("held");
                    out.writeByte(1);
                    out.writeInt(0);
                    out.writeInt(1);
                    out.writeByte('c');
                    out.writeInt(TopicSettings.MAX_RECORD_BYTES + 1);
                }),
                "a record's value can't have");
        refuse(
                made(out -> {
                    out.writeUTF("held");
                    out.writeByte(1);
                    out.writeInt(-5);
                }),
                "is in partition -5");
        refuse(
                made(out -> {
                    for (BackupPart part : BackupPart.values()) {
                        out.writeUTF(part.title());
                        out.writeByte(0);
                    }
                    out.writeInt(Integer.MAX_VALUE);
                }),
                "its manifest can't have");
    }

    @Test
    void names_of_parts_lead_nowhere() throws IOException {
        refuse(made(out -> out.writeUTF("../../etc/passwd")), "part held isn't where it should be");
        refuse(made(out -> out.writeUTF("clients")), "part held isn't where it should be");
    }

    @Test
    void a_record_that_no_version_wrote_is_refused_with_its_part() throws IOException {
        refuse(
                made(out -> {
                    out.writeUTF("held");
                    out.writeByte(1);
                    out.writeInt(0);
                    out.writeInt(2);
                    out.write(new byte[] {'h', 'x'});
                    out.writeInt(1);
                    out.writeByte(9);
                }),
                "a record of held can't be read");
    }

    @Test
    void another_format_and_other_files_are_refused() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(bytes))) {
            out.write(BackupWriter.MAGIC);
            out.writeInt(2);
        }
        refuse(bytes.toByteArray(), "it is in format 2, but this program reads format 1");
        refuse("{\"json\": true}".getBytes(StandardCharsets.UTF_8), "is not a backup");
        assertThatThrownBy(() -> Backup.verify(folder.resolve("nothing"), key()))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("can't be read from");
    }

    private interface Content {
        void write(DataOutputStream out) throws IOException;
    }

    private static byte[] made(Content content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(bytes))) {
            out.write(BackupWriter.MAGIC);
            out.writeInt(BackupWriter.FORMAT);
            content.write(out);
        }
        return bytes.toByteArray();
    }

    private void refuse(byte[] content, String reason) throws IOException {
        Files.write(file(), content);
        assertThatThrownBy(() -> Backup.verify(file(), key()))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining(file().toString())
                .hasMessageContaining(reason);
    }
}
