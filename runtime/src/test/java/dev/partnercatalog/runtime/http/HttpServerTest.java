package dev.partnercatalog.runtime.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

@Isolated("it reads the log, which all classes share")
class HttpServerTest {

    private final ThingsServer things = new ThingsServer();

    @AfterEach
    void close() {
        things.close();
    }

    @Test
    void an_operation_is_answered_with_200_and_reveals_no_software() throws IOException {
        RawClient.Response response = things.get("/things/7");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"id\":\"7\"}");
        assertThat(response.headers())
                .containsEntry("content-type", "application/json")
                .doesNotContainKeys("server", "x-powered-by");
        assertThat(things.get("/nothing").headers()).doesNotContainKeys("server", "x-powered-by");
    }

    @Test
    void requests_are_measured_by_their_route_and_their_status_and_the_metric_is_documented() throws IOException {
        things.get("/things/7");
        things.get("/nothing");
        things.get("/fault");
        await().untilAsserted(() -> assertThat(things.metrics())
                .contains("catalog_api_requests_seconds_count{address=\"api\",route=\"/things/{id}\",status=\"200\"} 1")
                .contains("catalog_api_requests_seconds_count{address=\"api\",route=\"none\",status=\"404\"} 1")
                .contains("catalog_api_requests_seconds_count{address=\"api\",route=\"/fault\",status=\"500\"} 1"));
        assertThat(Files.readString(Path.of("..", "docs", "metrics.md")))
                .contains("| `catalog_api_requests_seconds` |");
    }

    @Test
    void an_internal_error_is_logged_with_the_request_id_that_the_caller_received() throws IOException {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(HttpServer.class);
        logger.addAppender(log);
        try {
            for (String path : new String[] {"/fault", "/error"}) {
                String id = things.get(path).headers().get("x-request-id");
                assertThat(log.list.get(log.list.size() - 1).getFormattedMessage())
                        .contains(id);
            }
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    void D21_a_preflight_is_answered_with_what_a_browser_may_send() throws IOException {
        RawClient.Response response = things.request(
                "OPTIONS",
                "/things",
                "Origin: https://shop.example",
                "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: authorization");
        assertThat(response.status()).isEqualTo(204);
        assertThat(response.body()).isEmpty();
        assertThat(response.headers())
                .containsEntry("access-control-allow-origin", "*")
                .containsEntry("access-control-allow-methods", "POST, OPTIONS")
                .hasEntrySatisfying(
                        "access-control-allow-headers",
                        allowed -> assertThat(allowed).contains("Authorization", "Content-Type"));
    }

    @Test
    void D21_each_response_has_its_own_request_id() throws IOException {
        String first = things.get("/things/7").headers().get("x-request-id");
        String second = things.get("/nothing").headers().get("x-request-id");
        assertThat(first).matches("[0-9a-f]{32}");
        assertThat(second).matches("[0-9a-f]{32}").isNotEqualTo(first);
    }

    @Test
    void D21_a_request_id_from_the_caller_is_returned_unless_it_is_harmful() throws IOException {
        assertThat(things.request("GET", "/nothing", "X-Request-Id: order-4711.a")
                        .headers())
                .containsEntry("x-request-id", "order-4711.a");
        assertThat(things.request("GET", "/nothing", "X-Request-Id: <script>").headers())
                .hasEntrySatisfying("x-request-id", id -> assertThat(id).matches("[0-9a-f]{32}"));
        assertThat(things.request("GET", "/nothing", "X-Request-Id: " + "a".repeat(65))
                        .headers())
                .hasEntrySatisfying("x-request-id", id -> assertThat(id).matches("[0-9a-f]{32}"));
    }

    @Test
    void HEAD_is_answered_as_GET_without_the_body() throws IOException {
        RawClient.Response found = things.request("HEAD", "/things/7");
        assertThat(found.status()).isEqualTo(200);
        assertThat(found.body()).isEmpty();
        assertThat(found.headers()).containsEntry("content-length", "10");
        assertThat(things.request("HEAD", "/fault").status()).isEqualTo(500);
    }

    @Test
    void no_header_turns_a_request_into_a_different_one() throws IOException {
        assertThat(things.request("GET", "/things/7", "X-HTTP-Method-Override: DELETE")
                        .status())
                .isEqualTo(200);
        RawClient.Response response = things.request(
                "GET",
                "/things/7",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
        assertThat(response.status()).isEqualTo(200);
    }

    @Test
    void closing_lets_a_request_in_progress_finish_and_frees_the_port() throws Exception {
        Exchanger<RawClient.Response> answered = new Exchanger<>();
        Thread caller = new Thread(() -> {
            try {
                answered.exchange(things.get("/slow"));
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        caller.start();
        things.awaitSlowRequest();
        Thread closer = new Thread(things::stop);
        closer.start();
        things.awaitRefused();
        things.endSlowRequests();
        assertThat(answered.exchange(null, 1, TimeUnit.MINUTES).status()).isEqualTo(200);
        closer.join(60_000);
        HttpServer.bind("127.0.0.1", things.address().getPort()).close();
    }

    @Test
    void closing_spares_a_request_in_progress_however_long_its_connection_seems_idle() throws Exception {
        try (Socket kept = things.requestInProgress()) {
            Thread closer = new Thread(things::stop);
            closer.start();
            // Longer than idle connections may stay then.
            kept.setSoTimeout(1_700);
            assertThatThrownBy(kept.getInputStream()::read).isInstanceOf(SocketTimeoutException.class);
            things.endSlowRequests();
            assertThat(new String(kept.getInputStream().readAllBytes(), US_ASCII))
                    .endsWith("{\"slow\":true}");
            closer.join(60_000);
        }
    }

    /** Otherwise each stop under load would take the full three seconds, and cut connections off. */
    @Test
    void closing_ends_the_persistent_connection_of_a_request_that_was_in_progress() throws Exception {
        ListAppender<ILoggingEvent> events = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(HttpServer.class);
        logger.addAppender(events);
        logger.setLevel(Level.INFO);
        events.start();
        try (Socket kept = things.requestInProgress()) {
            Thread closer = new Thread(things::stop);
            closer.start();
            things.awaitRefused();
            things.endSlowRequests();
            assertThat(new String(kept.getInputStream().readAllBytes(), US_ASCII))
                    .endsWith("{\"slow\":true}");
            closer.join(60_000);
            assertThat(events.list)
                    .as("of this server, beside those of other tests")
                    .noneMatch(event -> event.getThreadName().equals(closer.getName()));
        } finally {
            logger.setLevel(null);
            logger.detachAppender(events);
        }
    }
}
