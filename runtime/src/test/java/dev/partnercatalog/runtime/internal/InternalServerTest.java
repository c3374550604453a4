package dev.partnercatalog.runtime.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.partnercatalog.runtime.http.HttpServer;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class InternalServerTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final AtomicBoolean ready = new AtomicBoolean();
    private final AtomicBoolean failed = new AtomicBoolean();

    @Test
    void probes_and_metrics_are_answered_and_nothing_else() throws Exception {
        try (HttpServer server = InternalServer.start("127.0.0.1", 0, ready::get, failed::get, () -> "measured 1\n")) {
            assertThat(get(server, "/internal/ready").statusCode()).isEqualTo(503);
            ready.set(true);
            assertThat(get(server, "/internal/ready").statusCode()).isEqualTo(200);
            assertThat(get(server, "/internal/live").statusCode()).isEqualTo(200);
            failed.set(true);
            assertThat(get(server, "/internal/live").statusCode()).isEqualTo(503);
            HttpResponse<String> metrics = get(server, "/metrics");
            assertThat(metrics.statusCode()).isEqualTo(200);
            assertThat(metrics.body()).isEqualTo("measured 1\n");
            assertThat(metrics.headers().firstValue("Content-Type"))
                    .hasValue("text/plain; version=0.0.4; charset=utf-8");
            assertThat(get(server, "/metrics/more").statusCode()).isEqualTo(404);
            assertThat(get(server, "/").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void a_slow_scrape_keeps_no_probe_waiting() throws Exception {
        CountDownLatch probed = new CountDownLatch(1);
        try (HttpServer server = InternalServer.start("127.0.0.1", 0, () -> true, () -> false, () -> {
            await(probed);
            return "measured 1\n";
        })) {
            var scrape = HTTP.sendAsync(request(server, "/metrics"), HttpResponse.BodyHandlers.ofString());
            assertThat(get(server, "/internal/live").statusCode()).isEqualTo(200);
            assertThat(scrape).isNotDone();
            probed.countDown();
            assertThat(scrape.get().body()).isEqualTo("measured 1\n");
        }
    }

    @Test
    void a_port_that_is_taken_is_named() {
        try (HttpServer server = InternalServer.start("127.0.0.1", 0, () -> true, () -> false, () -> "")) {
            int port = server.address().getPort();
            assertThatExceptionOfType(UncheckedIOException.class)
                    .isThrownBy(() -> InternalServer.start("127.0.0.1", port, () -> true, () -> false, () -> ""))
                    .withMessageContaining("127.0.0.1:" + port);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static HttpResponse<String> get(HttpServer server, String path) throws Exception {
        return HTTP.send(request(server, path), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest request(HttpServer server, String path) {
        return HttpRequest.newBuilder(server.address().resolve(path)).build();
    }
}
