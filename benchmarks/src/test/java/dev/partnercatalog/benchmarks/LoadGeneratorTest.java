package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadGeneratorTest {

    private final AtomicInteger answered = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile int status = 200;
    private final AtomicInteger wrong = new AtomicInteger();

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            try (exchange) {
                String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII);
                boolean right = body.split("\"\\d+\"", -1).length == LoadGenerator.BATCH + 1
                        && "Bearer t".equals(exchange.getRequestHeaders().getFirst("Authorization"));
                wrong.addAndGet(right ? 0 : 1);
                answered.incrementAndGet();
                exchange.sendResponseHeaders(status, 300_000);
                exchange.getResponseBody().write(new byte[300_000]);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void it_sends_whole_batches_and_counts_what_is_answered() throws Exception {
        LoadGenerator.Measured measured = LoadGenerator.run(load(0));
        assertThat(wrong).hasValue(0);
        assertThat(measured.bytes()).isEqualTo(300_000);
        assertThat(measured.sent()).isEqualTo(answered.get());
        assertThat(measured.requestsPerSecond()).isPositive();
        assertThat(measured.percentiles())
                .hasSize(2)
                .allMatch(millis -> millis > 0)
                .isSorted();
    }

    @Test
    void at_a_rate_it_sends_no_more_than_that() throws Exception {
        LoadGenerator.Measured measured = LoadGenerator.run(load(20));
        assertThat(measured.requestsPerSecond()).isLessThanOrEqualTo(24);
    }

    @Test
    void an_answer_that_is_no_success_is_a_fault() {
        status = 429;
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> LoadGenerator.run(load(0)))
                .withMessageContaining("429");
    }

    private LoadGenerator.Load load(double rate) {
        return new LoadGenerator.Load(server.getAddress().getPort(), 2, 0.1, 1, rate, "t", 1_000, false);
    }
}
