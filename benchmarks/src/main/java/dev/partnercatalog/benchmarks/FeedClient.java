package dev.partnercatalog.benchmarks;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/** A partner that reads streams and requests changes. Thread-safe. */
final class FeedClient {

    private static final String PATH = "/v1/" + FeedRows.COMPANY + "/location/" + FeedRows.LOCATION + "/variants";

    /** The properties of a stream: its bytes, its lines, how it ended, and how long it took. */
    record Streamed(long bytes, long lines, String end, double seconds) {}

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;
    private final String token;

    FeedClient(int port, String token) {
        this.port = port;
        this.token = token;
    }

    /** Reads a snapshot to its end. */
    Streamed stream() throws IOException, InterruptedException {
        long begun = System.nanoTime();
        HttpResponse<InputStream> answer = http.send(
                request("").header("Accept", "application/x-ndjson").build(),
                HttpResponse.BodyHandlers.ofInputStream());
        byte[] piece = new byte[64 << 10];
        byte[] tail = new byte[512];
        long bytes = 0;
        long lines = 0;
        try (InputStream in = answer.body()) {
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                for (int i = 0; i < read; i++) {
                    lines += piece[i] == '\n' ? 1 : 0;
                }
                bytes += read;
                int kept = Math.min(read, tail.length);
                System.arraycopy(tail, kept, tail, 0, tail.length - kept);
                System.arraycopy(piece, read - kept, tail, tail.length - kept, kept);
            }
        }
        if (answer.statusCode() != 200) {
            throw new IOException("a snapshot was answered with status " + answer.statusCode());
        }
        return new Streamed(
                bytes, lines, new String(tail, StandardCharsets.ISO_8859_1), (System.nanoTime() - begun) / 1e9);
    }

    /** Requests the changes since a cursor, and waits for them. */
    CompletableFuture<String> changes(String cursor) {
        return http.sendAsync(
                        request("/changes?limit=10&wait=30&since=" + cursor).build(),
                        HttpResponse.BodyHandlers.ofString())
                .thenApply(answer -> {
                    if (answer.statusCode() != 200) {
                        throw new IllegalStateException(
                                "changes were answered with status " + answer.statusCode() + ": " + answer.body());
                    }
                    return answer.body();
                });
    }

    private HttpRequest.Builder request(String rest) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + PATH + rest))
                .header("Authorization", "Bearer " + token);
    }
}
