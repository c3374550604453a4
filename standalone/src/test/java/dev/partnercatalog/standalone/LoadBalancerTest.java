package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.runtime.http.ErrorBody;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.RequestBody;
import dev.partnercatalog.runtime.http.Routes;
import dev.partnercatalog.runtime.http.ServerUnderAttack;
import dev.partnercatalog.runtime.internal.InternalServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What the load balancer of Compose and of the Helm chart does if it finds no instance of the query API, and while an
 * address floods it. {@code deploy/docker/check} puts it in front of real instances.
 */
class LoadBalancerTest {

    private static final Path PROGRAM = Path.of("/usr/sbin/haproxy");
    private static final Path FOLDER = Path.of("..", "deploy", "helm", "partner-catalog", "files", "load-balancer");
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final int instance = FixedPort.free();
    private final int probes = FixedPort.free();
    private int api;
    private int tokens;
    private @Nullable Process process;

    @BeforeEach
    void start() throws IOException {
        Assumptions.assumeTrue(Files.isExecutable(PROGRAM), "haproxy is not installed");
        api = FixedPort.free();
        tokens = FixedPort.free();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : files.toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        }
        Path configuration = folder.resolve("haproxy.cfg");
        Files.writeString(
                configuration,
                Files.readString(configuration)
                        .replace("bind :8080", "bind 127.0.0.1:" + api)
                        .replace("bind :8081", "bind 127.0.0.1:" + tokens)
                        .replace("timeout http-request 10s", "timeout http-request 1s")
                        .replace("port 8090", "port " + probes)
                        .replaceAll("server-template instance 16 .*", "server one 127.0.0.1:" + instance));
        Path log = folder.resolve("haproxy.log");
        Process started = new ProcessBuilder(PROGRAM.toString(), "-db", "-f", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        process = started;
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            assertThat(started.isAlive()).as(Files.readString(log)).isTrue();
            new Socket(InetAddress.getLoopbackAddress(), tokens).close();
            return true;
        });
    }

    @AfterEach
    void stop() throws InterruptedException {
        if (process != null) {
            process.destroy();
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void without_an_instance_it_answers_as_the_api_does_when_it_is_unavailable() throws Exception {
        HttpResponse<String> response = get(api, "/v1/7/location/70");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.body()).isEqualTo(body(HttpProblem.unavailable("No instance of the service answered.")));
    }

    @Test
    void without_an_instance_it_answers_token_requests_as_rfc_6749_has_it() throws Exception {
        HttpResponse<String> response = get(tokens, "/oauth2/token");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
        assertThat(response.body())
                .isEqualTo("{\"error\":\"temporarily_unavailable\","
                        + "\"error_description\":\"No instance of the service answered.\"}");
    }

    @Test
    void a_body_that_comes_too_slowly_is_refused_as_the_api_does_it() throws IOException {
        String expected = body(HttpProblem.invalid("body", "the request arrived too slowly"));
        assertThat(raw("POST /v1/7/variants/batch-get HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"))
                .startsWith("HTTP/1.1 400 ")
                .endsWith("\r\n\r\n" + expected);
    }

    @ParameterizedTest
    @EnumSource
    void requests_are_answered_while_another_address_opens_connections_endlessly(ServerUnderAttack.Beginning beginning)
            throws Exception {
        // It takes an instance for one that answers until the first check has failed.
        awaitStatus(503);
        Routes routes = new Routes()
                .get("/small", context -> context.result("{}"))
                .post("/echo", context -> context.result(RequestBody.bytes(context, 1_000)));
        try (HttpServer server = HttpServer.bind("127.0.0.1", instance)
                        .serve(HttpLimits.DEFAULT, Map.of(), new ErrorBody(), routes);
                HttpServer internal = InternalServer.start("127.0.0.1", probes, () -> true, () -> false, () -> "")) {
            awaitStatus(200);
            new ServerUnderAttack(URI.create("http://127.0.0.1:" + api), "/echo", "/small")
                    .assertAnswersDuringFloodOf(beginning);
            assertThat(get(internal.address().getPort(), InternalServer.READY_PATH)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(server).isNotNull();
        }
    }

    private void awaitStatus(int status) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(get(api, "/small").statusCode()).isEqualTo(status));
    }

    private HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .timeout(PATIENCE)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api)) {
            socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String body(HttpProblem problem) {
        return new String(new ErrorBody().body(problem, null), StandardCharsets.UTF_8);
    }
}
