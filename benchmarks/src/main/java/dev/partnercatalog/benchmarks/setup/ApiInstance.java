package dev.partnercatalog.benchmarks.setup;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.runtime.KafkaSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An instance of the query API in a separate process, as deployed. */
public final class ApiInstance implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String FILLING = "catalog_memory_tier_filling_tables";

    private final CatalogProcess process;
    private final int port;
    private final URI auth;

    private ApiInstance(CatalogProcess process, int port, URI auth) {
        this.process = process;
        this.port = port;
        this.auth = auth;
    }

    /**
     * Starts an instance; doesn't wait.
     *
     * @param more arguments of the command
     */
    public static ApiInstance start(
            BenchmarkEnvironment.Part environment, KafkaSettings kafka, Path folder, String... more)
            throws IOException {
        int port = CatalogProcess.freePort();
        URI auth = URI.create("http://127.0.0.1:" + CatalogProcess.freePort());
        List<String> arguments = new ArrayList<>(List.of(
                "--secrets=" + environment.secrets(),
                "--http-port=" + port,
                "--auth-port=" + auth.getPort(),
                "--requests-per-second=0"));
        arguments.addAll(List.of(more));
        return new ApiInstance(CatalogProcess.start("query-api", environment, kafka, folder, arguments), port, auth);
    }

    /** Waits until it does its whole share and its memory is filled. */
    public void awaitServing() throws IOException, InterruptedException {
        process.awaitReady();
        process.await("filled", () -> {
            double filling = Metrics.sum(process.metrics(), FILLING);
            if (Double.isNaN(filling)) {
                throw new IllegalStateException("the query API has no metric " + FILLING);
            }
            return filling == 0;
        });
    }

    public String token() throws IOException, InterruptedException {
        return token(CatalogTopics.CLIENT_ID);
    }

    /** A token of one of the generated catalog's clients. */
    public String token(String clientId) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(auth.resolve("/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "grant_type=client_credentials&scope=partner%2Fread&client_id=" + clientId + "&client_secret="
                                + CatalogTopics.SECRET))
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

    public CatalogProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }
}
