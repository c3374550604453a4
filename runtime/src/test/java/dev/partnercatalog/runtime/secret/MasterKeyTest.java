package dev.partnercatalog.runtime.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MasterKeyTest {

    @TempDir
    private Path folder;

    @Test
    void a_created_key_is_the_same_when_read_again() throws IOException {
        Path file = folder.resolve("deep/er/master.key");
        MasterKey made = MasterKey.loadOrCreate(file);
        assertThat(MasterKey.load(file).derive("x")).isEqualTo(made.derive("x"));
        assertThat(MasterKey.loadOrCreate(file).derive("x")).isEqualTo(made.derive("x"));
        Path edited = Files.writeString(folder.resolve("edited"), "\uFEFF" + Files.readString(file) + "\n");
        assertThat(MasterKey.load(edited).derive("x")).isEqualTo(made.derive("x"));
    }

    @Test
    void only_its_owner_may_read_the_file() throws IOException {
        Path file = folder.resolve("master.key");
        MasterKey.loadOrCreate(file);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
    }

    @Test
    void several_processes_that_create_it_at_once_end_up_with_one_key() throws Exception {
        Path file = folder.resolve("master.key");
        ExecutorService pool = Executors.newFixedThreadPool(8);
        try {
            Callable<byte[]> start = () -> MasterKey.loadOrCreate(file).derive("x");
            for (Future<byte[]> derived : pool.invokeAll(Collections.nCopies(16, start))) {
                assertThat(derived.get()).isEqualTo(MasterKey.load(file).derive("x"));
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void a_file_without_a_key_is_named() throws IOException {
        Path missing = folder.resolve("none");
        assertThatThrownBy(() -> MasterKey.load(missing))
                .isInstanceOf(SecretException.class)
                .hasMessageContaining("none");
        for (String content : List.of("", "not base64!", "c2hvcnQ=")) {
            Path file = Files.writeString(folder.resolve("bad"), content);
            assertThatThrownBy(() -> MasterKey.load(file)).isInstanceOf(SecretException.class);
        }
    }

    @Test
    void text_is_decrypted_only_under_the_same_key_purpose_and_context() {
        MasterKey key = MasterKey.loadOrCreate(folder.resolve("one"));
        MasterKey other = MasterKey.loadOrCreate(folder.resolve("other"));
        byte[] clear = "secret".getBytes(StandardCharsets.UTF_8);
        byte[] encrypted = key.encrypt("a", "it", clear);
        assertThat(key.decrypt("a", "it", encrypted)).isEqualTo(clear);
        assertThat(key.encrypt("a", "it", clear)).isNotEqualTo(encrypted);
        assertThatThrownBy(() -> key.decrypt("b", "it", encrypted)).isInstanceOf(SecretException.class);
        assertThatThrownBy(() -> key.decrypt("a", "another", encrypted)).isInstanceOf(SecretException.class);
        assertThatThrownBy(() -> other.decrypt("a", "it", encrypted)).isInstanceOf(SecretException.class);
        assertThatThrownBy(() -> key.decrypt("a", "it", new byte[3])).isInstanceOf(SecretException.class);
        encrypted[encrypted.length - 1] ^= 1;
        assertThatThrownBy(() -> key.decrypt("a", "it", encrypted)).isInstanceOf(SecretException.class);
    }

    @Test
    void D27_a_webhook_secret_depends_on_the_partner_and_the_key_and_is_never_stored() {
        MasterKey key = MasterKey.loadOrCreate(folder.resolve("one"));
        assertThat(key.webhookSecret("p", 0))
                .startsWith("whsec_")
                .hasSize("whsec_".length() + 44)
                .isEqualTo(MasterKey.load(folder.resolve("one")).webhookSecret("p", 0))
                .isNotEqualTo(key.webhookSecret("q", 0))
                .isNotEqualTo(MasterKey.loadOrCreate(folder.resolve("other")).webhookSecret("p", 0));
        assertThat(key).hasToString("MasterKey[hidden]");
    }
}
