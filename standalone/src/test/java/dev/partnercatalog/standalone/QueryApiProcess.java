package dev.partnercatalog.standalone;

import static org.awaitility.Awaitility.await;

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

/** {@code ./catalog query-api} in a process of its own, which can be killed: one more instance beside the others. */
final class QueryApiProcess implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration START = Duration.ofSeconds(90);

    private final Process process;
    private final URI api;
    private final URI internal;

    private QueryApiProcess(Process process, URI api, URI internal) {
        this.process = process;
        this.api = api;
        this.internal = internal;
    }

    /** Starts an instance with a folder of its own; doesn't wait. Its tokens are those of the catalog's issuer. */
    static QueryApiProcess start(CatalogAddresses catalog, Path folder) throws IOException {
        int api = freePort();
        int internal = freePort();
        Process process = StandaloneProcess.run(
                folder,
                ProcessBuilder.Redirect.INHERIT,
                List.of(),
                List.of(
                        "query-api",
                        "--kafka=" + catalog.kafka().bootstrapServers(),
                        "--registry=" + catalog.registry(),
                        "--partitions=" + catalog.kafka().topics().partitions(),
                        "--secrets=" + catalog.secrets(),
                        "--state-dir=" + folder.resolve("state"),
                        "--issuer=" + catalog.auth(),
                        "--http-port=" + api,
                        "--auth-port=0",
                        "--internal-port=" + internal));
        return new QueryApiProcess(
                process, URI.create("http://127.0.0.1:" + api), URI.create("http://127.0.0.1:" + internal));
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    URI api() {
        return api;
    }

    void awaitReady() {
        await().atMost(START).until(this::isReady);
    }

    private boolean isReady() throws InterruptedException {
        if (!process.isAlive()) {
            throw new AssertionError("the instance ended before it was ready");
        }
        try {
            return get(internal, "/internal/ready").statusCode() == 200;
        } catch (IOException e) {
            return false; // It doesn't listen yet.
        }
    }

    URI internal() {
        return internal;
    }

    /** The partitions that an instance holds and that can be read, with the table's name. */
    static List<String> readable(URI internal) throws IOException, InterruptedException {
        List<String> readable = new ArrayList<>();
        PartnerClient.read(get(internal, "/internal/partitions").body()).forEach(partition -> {
            if (partition.path("readable").asBoolean()) {
                readable.add(partition.path("table").asText() + "-" + partition.path("partition"));
            }
        });
        return readable;
    }

    private static HttpResponse<String> get(URI internal, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(internal.resolve(path))
                .timeout(Duration.ofSeconds(5))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Ends it without a warning, as kill -9 does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to end, as SIGTERM does, and waits. */
    void terminate() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            throw new AssertionError("still there 20 s after SIGTERM");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
