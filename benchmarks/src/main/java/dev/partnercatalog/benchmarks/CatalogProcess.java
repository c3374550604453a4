package dev.partnercatalog.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
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

/**
 * An application of the catalog in a separate process, as deployed, and what its addresses show.
 *
 * @param internalPort of metrics and readiness
 * @param port of the query API
 * @param authPort of its tokens
 */
record CatalogProcess(String application, JavaProcess process, int internalPort, int port, int authPort)
        implements AutoCloseable {

    static final String STREAMS_APP = "streams-app";
    static final String QUERY_API = "query-api";
    static final String WEBHOOK_SINK = "webhook-sink";

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    /** Reporting all metrics costs the application some milliseconds. */
    private static final long INTERVAL_MS = 500;

    private static final long READY_INTERVAL_MS = 50;

    /** Starts it, with a folder under its name for its log and its stores, which it may have already; doesn't wait. */
    static CatalogProcess start(Run run, String application) throws IOException {
        Path own = Files.createDirectories(run.folder().resolve(application));
        int internalPort = freePort();
        int port = freePort();
        int authPort = freePort();
        List<String> arguments = new ArrayList<>(List.of(
                application,
                "--kafka=" + run.kafka().bootstrapServers(),
                "--registry=" + run.registry(),
                "--topic-prefix=" + run.kafka().topics().prefix(),
                "--state-dir=" + own.resolve("state"),
                "--internal-port=" + internalPort));
        arguments.addAll(
                switch (application) {
                    case STREAMS_APP ->
                        List.of("--partitions=" + run.kafka().topics().partitions());
                    case QUERY_API ->
                        List.of(
                                "--secrets=" + run.secrets(),
                                "--http-port=" + port,
                                "--auth-port=" + authPort,
                                "--requests-per-second=0");
                    default -> List.of("--secrets=" + run.secrets(), "--allow-private-webhooks");
                });
        JavaProcess process = JavaProcess.catalog(own.resolve("log"), run.pace().machineOptions(), arguments);
        return new CatalogProcess(application, process, internalPort, port, authPort);
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    /** Waits until it does its whole share. */
    void awaitReady() throws Exception {
        await("ready", READY_INTERVAL_MS, () -> get("/internal/ready").statusCode() == 200);
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
        await(what, INTERVAL_MS, condition);
    }

    private void await(String what, long intervalMs, Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!holds(condition)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IOException(application + " is not " + what + "; see its log");
            }
            TimeUnit.MILLISECONDS.sleep(intervalMs);
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
        return send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + internalPort + path)));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    String metrics() throws IOException, InterruptedException {
        return get("/metrics").body();
    }

    double metric(String name) throws IOException, InterruptedException {
        return sum(metrics(), name);
    }

    /**
     * The sum of a metric over its series; NaN if it has none.
     *
     * @param name of the metric, or how a series of it begins, with a label
     */
    static double sum(String metrics, String name) {
        return metrics.lines()
                .filter(line ->
                        line.startsWith(name) && (name.contains("{") || "{ ".indexOf(line.charAt(name.length())) >= 0))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .reduce(Double::sum)
                .orElse(Double.NaN);
    }

    /** A token of the query API for a client. */
    String token(String clientId) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + authPort + "/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "grant_type=client_credentials&scope=partner%2Fread&client_id=" + clientId + "&client_secret="
                                + GeneratedCatalog.SECRET));
        return new ObjectMapper()
                .readTree(send(request).body())
                .path("access_token")
                .asText();
    }

    /** Stops it as an operator does, and waits. */
    @Override
    public void close() {
        process.close();
    }
}
