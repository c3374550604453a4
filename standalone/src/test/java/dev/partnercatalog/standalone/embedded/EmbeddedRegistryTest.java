package dev.partnercatalog.standalone.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("processes")
class EmbeddedRegistryTest {
    private static final Path HOME = Path.of(System.getProperty("catalog.registry.home"));
    private static final String GROUPS = "/apis/registry/v3/groups";

    @TempDir
    Path directory;

    @Test
    void what_was_registered_survives_a_restart() throws Exception {
        try (EmbeddedRegistry registry = EmbeddedRegistry.start(HOME, directory, 0)) {
            assertThat(post(registry.url().resolve(GROUPS), "{\"groupId\":\"kept\"}"))
                    .isEqualTo(200);
        }
        try (EmbeddedRegistry registry = EmbeddedRegistry.start(HOME, directory, 0)) {
            assertThat(get(registry.url().resolve(GROUPS + "/kept"))).isEqualTo(200);
        }
    }

    @Test
    void a_port_that_stays_taken_is_named() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> EmbeddedRegistry.start(HOME, directory, taken.getLocalPort()))
                    .isInstanceOf(OperatorFault.class)
                    .hasMessageContaining("port " + taken.getLocalPort() + " for the schema registry is not free");
        }
    }

    @Test
    void a_server_that_cannot_run_is_told_with_what_to_do_and_costs_no_database(@TempDir Path broken) throws Exception {
        Files.write(broken.resolve("broken-runner.jar"), new byte[0]);
        Path database = Files.write(directory.resolve("registry.mv.db"), new byte[] {4, 5, 6});
        assertThatThrownBy(() -> EmbeddedRegistry.start(broken, directory, 0))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContainingAll("before it served", directory.toString(), "restore that folder, or remove it");
        assertThat(database).hasBinaryContent(new byte[] {4, 5, 6});
    }

    @Test
    void a_killed_parent_takes_it_along_and_the_next_parent_gets_its_port_and_folder() throws Exception {
        URI url;
        Process parent = startParent(0);
        try {
            url = URI.create(readLine(parent));
            assertThat(post(url.resolve(GROUPS), "{\"groupId\":\"kept\"}")).isEqualTo(200);
        } finally {
            parent.destroyForcibly();
        }
        // At once, while the orphan has yet to notice: the start waits for what the orphan releases.
        try (EmbeddedRegistry next = EmbeddedRegistry.start(HOME, directory, url.getPort())) {
            assertThat(next.url()).isEqualTo(url);
            assertThat(get(url.resolve(GROUPS + "/kept"))).isEqualTo(200);
        }
    }

    @Test
    void a_killed_parent_leaves_no_process_and_no_port_behind() throws Exception {
        URI url;
        ProcessHandle registry;
        Process parent = startParent(0);
        try {
            url = URI.create(readLine(parent));
            registry = parent.children().findFirst().orElseThrow();
        } finally {
            parent.destroyForcibly();
        }
        registry.onExit().get(3, TimeUnit.SECONDS);
        assertThat(LoopbackPort.isFree(url.getPort())).isTrue();
    }

    private Process startParent(int port) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RegistryParent.class.getName(),
                        HOME.toString(),
                        directory.toString(),
                        Integer.toString(port))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static String readLine(Process process) throws IOException {
        return process.inputReader().readLine();
    }

    private static int post(URI uri, String json) throws Exception {
        return status(HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private static int get(URI uri) throws Exception {
        return status(HttpRequest.newBuilder(uri));
    }

    private static int status(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }
}
