package dev.partnercatalog.benchmarks;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Stream;

/** An instance of the query API in a separate process, as deployed. */
final class ApiInstance implements AutoCloseable {

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
    static ApiInstance start(BenchmarkEnvironment.Part part, String... more) throws IOException {
        int port = CatalogProcess.freePort();
        URI auth = URI.create("http://127.0.0.1:" + CatalogProcess.freePort());
        String[] arguments = Stream.concat(
                        Stream.of("--http-port=" + port, "--auth-port=" + auth.getPort(), "--requests-per-second=0"),
                        Stream.of(more))
                .toArray(String[]::new);
        return new ApiInstance(CatalogProcess.start(part, "query-api", arguments), port, auth);
    }

    /** Waits until it does its whole share and its memory is filled. */
    void awaitServing() throws IOException, InterruptedException {
        process.awaitReady();
        process.await("filled", () -> {
            double filling = process.metric(FILLING);
            if (Double.isNaN(filling)) {
                throw new IllegalStateException("the query API has no metric " + FILLING);
            }
            return filling == 0;
        });
    }

    /** A token of one of the generated catalog's clients. */
    String token(String clientId) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(auth.resolve("/oauth2/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "grant_type=client_credentials&scope=partner%2Fread&client_id=" + clientId + "&client_secret="
                                + Partners.SECRET))
                .build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        return new ObjectMapper().readTree(answer.body()).path("access_token").asText();
    }

    int port() {
        return port;
    }

    CatalogProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }
}
