package dev.partnercatalog.runtime.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSecretFileTest {

    @TempDir
    private Path folder;

    @Test
    void a_secret_is_created_once_and_only_for_its_owner() throws IOException {
        Path file = folder.resolve("deep/alert.secret");
        String made = WebhookSecretFile.loadOrCreate(file);
        assertThat(made).startsWith("whsec_");
        assertThat(Base64.getDecoder().decode(made.substring(6))).hasSize(32);
        assertThat(WebhookSecretFile.loadOrCreate(file)).isEqualTo(made);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void the_operators_own_secret_is_used() throws IOException {
        Path file = Files.writeString(folder.resolve("s"), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n\n");
        assertThat(WebhookSecretFile.loadOrCreate(file)).isEqualTo("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
                "whsec_",
                "whsec_c2hvcnQ=",
                "whsec_not base64",
                "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
            })
    void anything_else_is_refused_and_not_repeated(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("s"), content);
        assertThatThrownBy(() -> WebhookSecretFile.loadOrCreate(file))
                .isInstanceOf(SecretException.class)
                .hasMessageContaining(file + " doesn't contain a webhook secret")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("MfKQ"));
    }

    @Test
    void a_long_file_is_not_read_completely() throws IOException {
        Path file = Files.writeString(folder.resolve("s"), "whsec_" + "A".repeat(10_000_000));
        assertThatThrownBy(() -> WebhookSecretFile.loadOrCreate(file)).isInstanceOf(SecretException.class);
    }

    @Test
    void a_folder_that_cannot_be_written_to_is_named() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "").resolve("alert.secret");
        assertThatThrownBy(() -> WebhookSecretFile.loadOrCreate(file))
                .isInstanceOf(SecretException.class)
                .hasMessageContaining("alert.secret");
    }
}
