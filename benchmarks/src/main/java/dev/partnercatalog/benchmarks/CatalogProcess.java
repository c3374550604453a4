package dev.partnercatalog.benchmarks;

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
import java.util.concurrent.TimeUnit;

/** An application of the catalog in a separate process, as deployed, and what its internal address shows. */
final class CatalogProcess implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    /** Most of it is what ten million listings take. */
    private static final Duration PATIENCE = Duration.ofHours(1);
    /** Reporting all metrics costs the application some milliseconds. */
    private static final Duration INTERVAL = Duration.ofMillis(500);

    private static final Duration READY_INTERVAL = Duration.ofMillis(50);

    private final String application;
    private final JavaProcess process;
    private final URI internal;

    private CatalogProcess(String application, JavaProcess process, URI internal) {
        this.application = application;
        this.process = process;
        this.internal = internal;
    }

    /** The condition to wait for. */
    @FunctionalInterface
    interface Condition {

        /** Called again if it throws {@link IOException}: the application doesn't answer yet. */
        boolean holds() throws IOException, InterruptedException;
    }

    /** Starts it, with a folder under its name for its log and its stores; doesn't wait. */
    static CatalogProcess start(BenchmarkEnvironment.Part part, String application, String... more) throws IOException {
        Path own = Files.createDirectories(part.folder().resolve(application));
        KafkaSettings kafka = part.kafka();
        URI internal = URI.create("http://127.0.0.1:" + freePort());
        List<String> arguments = new ArrayList<>(List.of(
                application,
                "--kafka=" + kafka.bootstrapServers(),
                "--registry=" + part.registry(),
                "--topic-prefix=" + kafka.topics().prefix(),
                "--state-dir=" + own.resolve("state"),
                "--internal-port=" + internal.getPort(),
                application.equals("streams-app")
                        ? "--partitions=" + kafka.topics().partitions()
                        : "--secrets=" + part.secrets()));
        arguments.addAll(List.of(more));
        JavaProcess process = JavaProcess.catalog(own.resolve("log"), part.machineOptions(), arguments);
        return new CatalogProcess(application, process, internal);
    }

    static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    /** Waits until it does its whole share. */
    void awaitReady() throws IOException, InterruptedException {
        await("ready", READY_INTERVAL, () -> get("/internal/ready").statusCode() == 200);
    }

    /** Waits until it has read everything written to the topics. */
    void awaitCaughtUp() throws IOException, InterruptedException {
        await("up to date", () -> {
            String metrics = metrics();
            return sum(metrics, "catalog_streams_running") == 1 && sum(metrics, "catalog_streams_lag_records") == 0;
        });
    }

    /** Waits for a condition, with patience; fails if the process ends first. */
    void await(String what, Condition condition) throws IOException, InterruptedException {
        await(what, INTERVAL, condition);
    }

    private void await(String what, Duration interval, Condition condition) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!holds(condition)) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new IOException(application + " is not " + what + "; see its log");
            }
            TimeUnit.MILLISECONDS.sleep(interval.toMillis());
        }
    }

    private static boolean holds(Condition condition) throws InterruptedException {
        try {
            return condition.holds();
        } catch (IOException e) {
            return false; // It doesn't listen yet.
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

    JavaProcess process() {
        return process;
    }

    /** Stops it as an operator does, and waits. */
    @Override
    public void close() {
        process.close();
    }
}
