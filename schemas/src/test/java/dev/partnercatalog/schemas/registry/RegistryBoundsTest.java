package dev.partnercatalog.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How much of the registry's responses is read, and for how long. */
@Timeout(60)
class RegistryBoundsTest {

    private static final byte[] PART = " ".repeat(64 << 10).getBytes(StandardCharsets.UTF_8);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicLong sent = new AtomicLong();
    private final HttpServer server;
    private final SchemaRegistry registry;

    RegistryBoundsTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/apis/registry/v3/groups/default/artifacts/endless-value/versions", this::endless);
        server.createContext("/apis/registry/v3/groups/default/artifacts/known-value/versions", exchange -> {
            byte[] versions =
                    "{\"versions\": [{\"contentId\": 1}, {\"contentId\": 2}]}".getBytes(StandardCharsets.UTF_8);
            try (exchange) {
                exchange.sendResponseHeaders(200, versions.length);
                exchange.getResponseBody().write(versions);
            }
        });
        server.createContext("/apis/registry/v3/ids/contentIds/1", this::endless);
        server.createContext("/apis/registry/v3/ids/contentIds/2", this::hanging);
        server.start();
        registry = new SchemaRegistry(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), Duration.ZERO);
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    @Test
    void an_endless_schema_is_refused_after_a_mebibyte() {
        assertThatThrownBy(() -> registry.schema("known", 1))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("characters");
        assertThat(sent.get()).isLessThan(64 << 20);
    }

    @Test
    void an_endless_list_of_versions_holds_up_no_record() {
        assertThatThrownBy(() -> registry.schema("endless", 1))
                .isInstanceOf(UnreadableRecordException.class)
                .hasMessageContaining("too long to be read");
    }

    @Test
    void a_response_that_stops_midway_counts_as_an_unavailable_registry() {
        assertThatThrownBy(() -> registry.schema("known", 2))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("respond completely within 5 s");
    }

    /** Writes until the client hangs up. */
    private void endless(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, 0);
            while (over.getCount() > 0) {
                exchange.getResponseBody().write(PART);
                sent.addAndGet(PART.length);
            }
        }
    }

    private void hanging(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('"');
            exchange.getResponseBody().flush();
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
