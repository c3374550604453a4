package dev.partnercatalog.cli.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.backup.BackupFile.Entry;
import dev.partnercatalog.cli.backup.BackupFile.Kind;
import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.records.ResyncScope;
import dev.partnercatalog.records.SavedPartner;
import dev.partnercatalog.records.ScopedResync;
import dev.partnercatalog.records.SigningKey;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupFileTest {

    private static final List<Entry> ENTRIES = List.of(
            new Entry(Kind.SIGNING_KEY, "k", new SigningKey("k", Instant.ofEpochMilli(5), ByteBuffer.wrap(new byte[] {
                -1, 0, 1
            }))),
            new Entry(
                    Kind.CLIENT,
                    "c",
                    new Client("c", "p", ByteBuffer.wrap(new byte[32]), true, Instant.ofEpochMilli(7))),
            new Entry(
                    Kind.PARTNER,
                    "p",
                    SavedPartner.newBuilder()
                            .setPartner(new Partner("p", "Ünï", true, new WebhookSetting(false, ""), List.of()))
                            .setRevision(3)
                            .setWebhookControl(WebhookControl.newBuilder()
                                    .setSecretGeneration(2)
                                    .setSuspended(true)
                                    .setScopedResyncs(List.of(new ScopedResync(1L, new ResyncScope(7L, null, null))))
                                    .build())
                            .build()));

    @TempDir
    private Path folder = Path.of("");

    private Path file = Path.of("");
    private @Nullable MasterKey key;

    @BeforeEach
    void write() {
        file = folder.resolve("backup.ndjson");
        key = MasterKey.loadOrCreate(folder.resolve("master.key"));
        BackupFile.write(file, ENTRIES, key());
    }

    @Test
    void what_was_saved_is_read_again() throws IOException {
        assertThat(BackupFile.read(file, key())).isEqualTo(ENTRIES);
        assertThat(Files.readAllLines(file)).hasSize(5);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThatThrownBy(() -> BackupFile.write(file, ENTRIES, key()))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("never overwrites");
    }

    @Test
    void a_file_that_was_cut_or_changed_or_belongs_to_another_master_key_is_refused() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        change(2, line -> line.replace("\"partnerId\":\"p\"", "\"partnerId\":\"q\""));
        assertRefused("cut or changed");
        Files.write(file, whole);
        change(1, line -> "{");
        assertRefused("cut or changed");
        Files.write(file, Arrays.copyOf(whole, whole.length / 2));
        assertRefused("cut or changed");
        Files.write(file, new byte[] {-1});
        assertRefused("cut or changed");
        Files.write(file, new byte[0]);
        assertRefused("cut or changed");
        Files.write(file, whole);
        key = MasterKey.loadOrCreate(folder.resolve("other.key"));
        assertRefused("other.key", "--secrets");
    }

    private MasterKey key() {
        return Objects.requireNonNull(key);
    }

    private void change(int line, UnaryOperator<String> change) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        lines.set(line, change.apply(lines.get(line)));
        Files.write(file, lines);
    }

    private void assertRefused(String... words) {
        assertThatThrownBy(() -> BackupFile.read(file, key()))
                .isInstanceOf(OperatorFault.class)
                .message()
                .contains(words);
    }
}
