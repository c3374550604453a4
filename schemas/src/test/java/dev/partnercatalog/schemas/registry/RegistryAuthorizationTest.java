package dev.partnercatalog.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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

    private HttpServer server;
    private volatile String accepted = "Bearer first";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                boolean known = accepted.equals(exchange.getRequestHeaders().getFirst("Authorization"));
                byte[] body = answer(exchange.getRequestURI().getPath()).getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(known ? 200 : 401, body.length);
                exchange.getResponseBody().write(body);
            }
        });
        server.start();
    }

    private static String answer(String path) {
        return path.endsWith("/versions") ? "{\"versions\": [{\"contentId\": 1, \"version\": \"1\"}]}" : "\"string\"";
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void the_content_of_the_file_is_sent_and_read_again_once_renewed() throws IOException {
        Path file = Files.writeString(folder.resolve("authorization"), "Bearer first\n");
        SchemaRegistry registry = registry(file);
        assertThat(registry.schema("t", 1)).isEqualTo(Schema.create(Schema.Type.STRING));
        accepted = "Bearer second";
        Files.writeString(file, "\uFEFFBearer second\n");
        assertThat(registry.schema("t", 2)).isEqualTo(Schema.create(Schema.Type.STRING));
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
        URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        return new SchemaRegistry(new RegistrySettings(url, file), Duration.ofSeconds(5));
    }
}
