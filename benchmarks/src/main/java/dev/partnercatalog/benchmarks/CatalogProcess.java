package dev.partnercatalog.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.runtime.KafkaSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** An application of the catalog in a separate process, as deployed, and what its addresses show. */
final class CatalogProcess implements AutoCloseable {

    static final String STREAMS_APP = "streams-app";
    static final String QUERY_API = "query-api";
    static final String WEBHOOK_SINK = "webhook-sink";

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    /** Reporting all metrics costs the application some milliseconds. */
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private static final Duration READY_INTERVAL = Duration.ofMillis(50);

    private final String application;
    private final JavaProcess process;
    private final URI internal;
    private final int port;
    private final URI auth;

    private CatalogProcess(String application, JavaProcess process, URI internal, int port, URI auth) {
        this.application = application;
        this.process = process;
        this.internal = internal;
        this.port = port;
        this.auth = auth;
    }

    /**
     * Starts it, with a folder under its name for its log and its stores, which it may have already; doesn't wait.
     *
     * @param more arguments of the command
     */
    static CatalogProcess start(BenchmarkEnvironment.Part part, String application, String... more) throws IOException {
        Path own = Files.createDirectories(part.folder().resolve(application));
        KafkaSettings kafka = part.kafka();
        URI internal = freeAddress();
        URI api = freeAddress();
        URI auth = freeAddress();
        List<String> arguments = new ArrayList<>(List.of(
                application,
                "--kafka=" + kafka.bootstrapServers(),
                "--registry=" + part.registry(),
                "--topic-prefix=" + kafka.topics().prefix(),
                "--state-dir=" + own.resolve("state"),
                "--internal-port=" + internal.getPort()));
        arguments.addAll(
                switch (application) {
                    case STREAMS_APP -> List.of("--partitions=" + kafka.topics().partitions());
                    case QUERY_API ->
                        List.of(
                                "--secrets=" + part.secrets(),
                                "--http-port=" + api.getPort(),
                                "--auth-port=" + auth.getPort(),
                                "--requests-per-second=0");
                    default -> List.of("--secrets=" + part.secrets(), "--allow-private-webhooks");
                });
        arguments.addAll(List.of(more));
        JavaProcess process = JavaProcess.catalog(own.resolve("log"), part.machineOptions(), arguments);
        return new CatalogProcess(application, process, internal, api.getPort(), auth);
    }

    private static URI freeAddress() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return URI.create("http://127.0.0.1:" + probe.getLocalPort());
        }
    }

    /** Waits until it does its whole share. */
    void awaitReady() throws Exception {
        await("ready", READY_INTERVAL, () -> get("/internal/ready").statusCode() == 200);
    }

    /** Waits until it is ready, has read everything written to the topics and, if it has a memory, has filled that. */
    void awaitCaughtUp() throws Exception {
        awaitReady();
        await("up to date", () -> {
            String metrics = metrics();
            return sum(metrics, "catalog_streams_running") == 1
                    && sum(metrics, "catalog_streams_lag_records") == 0
                    && (!application.equals(QUERY_API) || sum(metrics, "catalog_memory_tier_filling_tables") == 0);
        });
    }

    /**
     * Waits for a condition, with patience; fails if the process ends first.
     *
     * @param condition throws {@link IOException} while the application doesn't listen yet
     */
    void await(String what, Callable<Boolean> condition) throws Exception {
        await(what, INTERVAL, condition);
    }

    private void await(String what, Duration interval, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!holds(condition)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IOException(application + " is not " + what + "; see its log");
            }
            TimeUnit.MILLISECONDS.sleep(interval.toMillis());
        }
    }

    private static boolean holds(Callable<Boolean> condition) throws Exception {
        try {
            return condition.call();
        } catch (IOException e) {
            return false;
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(internal.resolve(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    String metrics() throws IOException, InterruptedException {
        return get("/metrics").body();
    }

    double metric(String name) throws IOException, InterruptedException {
        return sum(metrics(), name);
    }

    /** The sum of a metric over its series; NaN if it has none. For a series such as {@code name{a="b"}}, its value. */
    static double sum(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .reduce(Double::sum)
                .orElse(Double.NaN);
    }

    /** The port of the query API. */
    int port() {
        return port;
    }

    /** A token of the query API for a client. */
    String token(String clientId) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(auth.resolve("/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "grant_type=client_credentials&scope=partner%2Fread&client_id=" + clientId + "&client_secret="
                                + GeneratedCatalog.SECRET))
                .build();
        HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        return new ObjectMapper().readTree(answer.body()).path("access_token").asText();
    }

    JavaProcess process() {
        return process;
    }

    /** Stops it as an operator does, and waits. */
    @Override
    public void close() {
        process.close();
    }
}
