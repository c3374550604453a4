package dev.partnercatalog.schemas.registry;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How long a registry is waited for that begins to respond and doesn't end. */
@Timeout(60)
class RegistryBoundsTest {

    private final CountDownLatch over = new CountDownLatch(1);
    private final HttpServer server;

    RegistryBoundsTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write('"');
                exchange.getResponseBody().flush();
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
    }

    @Test
    void a_response_that_stops_midway_counts_as_an_unavailable_registry() {
        SchemaRegistry registry = new SchemaRegistry(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()), Duration.ZERO);
        assertThatThrownBy(() -> registry.schema("t", 2))
                .isInstanceOf(RegistryUnavailableException.class)
                .hasMessageContaining("respond completely within 5 s");
    }
}
