package dev.partnercatalog.benchmarks.setup;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An instance of the query API in a process of its own, as deployed. */
public final class ApiInstance implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration START = Duration.ofMinutes(5);
    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final JavaProcess process;
    private final int port;
    private final URI auth;
    private final URI internal;

    private ApiInstance(JavaProcess process, int port, URI auth, URI internal) {
        this.process = process;
        this.port = port;
        this.auth = auth;
        this.internal = internal;
    }

    /**
     * Starts an instance and waits until it serves and its memory is filled.
     *
     * @param options of the virtual machine
     * @param more arguments of the command
     */
    public static ApiInstance start(
            Environment environment, int partitions, Path folder, List<String> options, String... more)
            throws Exception {
        int port = freePort();
        URI auth = URI.create("http://127.0.0.1:" + freePort());
        URI internal = URI.create("http://127.0.0.1:" + freePort());
        List<String> arguments = new ArrayList<>(List.of(
                "query-api",
                "--kafka=" + environment.bootstrapServers(),
                "--registry=" + environment.registry(),
                "--partitions=" + partitions,
                "--secrets=" + environment.secrets(),
                "--state-dir=" + folder.resolve("state"),
                "--http-port=" + port,
                "--auth-port=" + auth.getPort(),
                "--internal-port=" + internal.getPort(),
                "--requests-per-second=0"));
        arguments.addAll(List.of(more));
        JavaProcess process = JavaProcess.start(
                folder.resolve("query-api.log"),
                options,
                "dev.partnercatalog.cli.Catalog",
                arguments.toArray(String[]::new));
        ApiInstance instance = new ApiInstance(process, port, auth, internal);
        try {
            instance.await("/internal/ready", "");
            instance.await("/metrics", "catalog_memory_tier_filling_partitions 0");
            return instance;
        } catch (Exception e) {
            process.close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    private void await(String path, String content) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + START.toNanos();
        while (!answers(path, content)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IOException("the query API did not get ready; see its log");
            }
            TimeUnit.MILLISECONDS.sleep(INTERVAL.toMillis());
        }
    }

    private boolean answers(String path, String content) throws InterruptedException {
        try {
            HttpResponse<String> response = HTTP.send(
                    HttpRequest.newBuilder(internal.resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
            return response.statusCode() == 200 && response.body().contains(content);
        } catch (IOException e) {
            return false; // It doesn't listen yet.
        }
    }

    public String token() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(auth.resolve("/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "grant_type=client_credentials&scope=partner%2Fread&client_id=" + CatalogTopics.CLIENT_ID
                                + "&client_secret=" + CatalogTopics.SECRET))
                .build();
        String body = HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
        return new ObjectMapper().readTree(body).path("access_token").asText();
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.close();
    }
}
