package dev.partnercatalog.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistryAuthorizationTest {

    @TempDir
    Path folder;

    private final RegistryDouble server = new RegistryDouble();

    @BeforeEach
    void start() {
        server.require("Bearer first");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void the_content_of_the_file_is_sent_and_read_again_once_renewed() throws IOException {
        Path file = Files.writeString(folder.resolve("authorization"), "Bearer first\n");
        int first = server.register("t-value", "\"string\"");
        int second = server.register("t-value", "\"int\"");
        SchemaRegistry registry = registry(file);
        assertThat(registry.schema("t", first)).isEqualTo(Schema.create(Schema.Type.STRING));
        server.require("Bearer second");
        Files.writeString(file, "\uFEFFBearer second\n");
        assertThat(registry.schema("t", second)).isEqualTo(Schema.create(Schema.Type.INT));
    }

    @Test
    void wrong_credentials_are_reported_at_once_and_without_the_secret() throws IOException {
        Path file = Files.writeString(folder.resolve("authorization"), "Bearer s3cret");
        assertThatExceptionOfType(RegistryUnavailableException.class)
                .isThrownBy(() -> registry(file).schema("t", 1))
                .withMessageContaining("401")
                .withMessageNotContaining("s3cret");
    }

    @Test
    void a_file_that_is_not_a_header_is_reported_by_its_name_only() throws IOException {
        Path file = Files.writeString(folder.resolve("authorization"), "two\nlines");
        assertThatExceptionOfType(RegistryUnavailableException.class)
                .isThrownBy(() -> registry(file).schema("t", 1))
                .withMessageContaining(file.toString())
                .withMessageNotContaining("two");
        assertThatExceptionOfType(RegistryUnavailableException.class)
                .isThrownBy(() -> registry(folder.resolve("missing")).schema("t", 1))
                .withMessageContaining("missing");
    }

    @Test
    void credentials_in_the_address_are_refused_since_addresses_are_logged() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RegistrySettings.at(URI.create("https://user:pass@registry.example")))
                .withMessageNotContaining("pass");
    }

    private SchemaRegistry registry(Path file) {
        return new SchemaRegistry(new RegistrySettings(server.url(), file), Duration.ofSeconds(5));
    }
}
