package dev.partnercatalog.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@Isolated("it reads the log, which all classes share")
class HttpServerTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HOST = "Host: localhost\r\nConnection: close\r\n";

    private final CountDownLatch slowStarted = new CountDownLatch(1);
    private final CountDownLatch slowMayEnd = new CountDownLatch(1);
    private final PrometheusMeterRegistry meters = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Listener listener = Listener.bind("127.0.0.1", 0).measured(new RequestMeters(meters, "api"));
    private final HttpServer server = HttpServer.start(
            listener, HttpLimits.DEFAULT, Map.of("Access-Control-Allow-Origin", "*"), new ErrorBody(), routes());

    private Routes routes() {
        return new Routes()
                .get("/things/{id}", context -> context.result("{\"id\":\"" + context.pathParam("id") + "\"}"))
                .post("/things", context -> context.result(RequestBody.json(context, 1_000)))
                .get("/fault", context -> {
                    throw new IllegalStateException("a secret of the inside");
                })
                .get("/error", context -> {
                    throw new StackOverflowError("a secret of the inside");
                })
                .get("/slow", context -> {
                    slowStarted.countDown();
                    assertThat(slowMayEnd.await(10, TimeUnit.SECONDS)).isTrue();
                    context.result("{\"slow\":true}");
                })
                .allowPreflight();
    }

    @AfterEach
    void close() {
        slowMayEnd.countDown();
        server.close();
    }

    @Test
    void an_operation_is_answered_with_200() throws IOException {
        RawClient.Response response = get("/things/7");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"id\":\"7\"}");
        assertThat(response.headers()).containsEntry("content-type", "application/json");
    }

    @Test
    void requests_are_measured_by_their_status_and_the_metric_is_documented() throws IOException {
        get("/things/7");
        get("/nothing");
        get("/fault");
        await().untilAsserted(() -> assertThat(meters.scrape())
                .contains("catalog_api_requests_seconds_count{address=\"api\",status=\"200\"} 1")
                .contains("catalog_api_requests_seconds_count{address=\"api\",status=\"404\"} 1")
                .contains("catalog_api_requests_seconds_count{address=\"api\",status=\"500\"} 1"));
        assertThat(Files.readString(Path.of("..", "docs", "metrics.md")))
                .contains("| `catalog_api_requests_seconds` |");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /nothing HTTP/1.1",
                "GET /things/%zz HTTP/1.1",
                "GET /things/%ff HTTP/1.1",
                "GET /things/%00 HTTP/1.1",
                "GET /things/a%2Fb HTTP/1.1",
                "GET /things/%2e%2e/b HTTP/1.1",
                "GET /../../etc/passwd HTTP/1.1",
                "GET /things/a b HTTP/1.1",
                "GET //things//7 HTTP/1.1",
                "GET /things/\u00e9 HTTP/1.1",
                "GET things HTTP/1.1",
                "GET * HTTP/1.1",
                "GET http://other.example/things/7 HTTP/1.1",
                "GET /things/7 HTTP/9.9",
                "GET /things/7 FTP/1.1",
                "PRI * HTTP/2.0",
                "CONNECT localhost:443 HTTP/1.1",
                "DELETE /things/7 HTTP/1.1",
                "TRACE /things/7 HTTP/1.1",
                "BREW /things/7 HTTP/1.1",
                "G\u0001T /things/7 HTTP/1.1",
                "nonsense",
                ""
            })
    void D20_D21_for_any_malformed_request_line_the_response_is_the_error_body(String requestLine) throws IOException {
        assertIsError(RawClient.send(listener.address(), requestLine + "\r\n" + HOST + "\r\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "no colon in it",
                "Content-Length: -1",
                "Content-Length: many",
                "Transfer-Encoding: brotli",
                "Expect: the unexpected",
                " folded: header",
                "Bad\u0001Name: x"
            })
    void D20_D21_for_any_malformed_header_the_response_is_the_error_body(String header) throws IOException {
        assertIsError(RawClient.send(listener.address(), "POST /things HTTP/1.1\r\n" + HOST + header + "\r\n\r\n{}"));
    }

    @Test
    void D20_a_header_or_a_url_that_is_too_large_is_an_invalid_request() throws IOException {
        String large = "x".repeat(20_000);
        RawClient.Response header =
                RawClient.send(listener.address(), "GET /things/7 HTTP/1.1\r\n" + HOST + "X: " + large + "\r\n\r\n");
        RawClient.Response url = get("/things/" + large);
        assertThat(assertIsError(header).path("code").asInt()).isEqualTo(400);
        assertThat(assertIsError(url).path("code").asInt()).isEqualTo(400);
    }

    @Test
    void D20_a_path_that_does_not_exist_is_404() throws IOException {
        JsonNode error = assertIsError(get("/nothing"));
        assertThat(error.path("code").asInt()).isEqualTo(404);
        assertThat(error.path("errorCode").asText()).isEqualTo("NOT_FOUND");
    }

    @Test
    void D20_a_method_that_a_path_does_not_have_is_405_and_lists_those_it_has() throws IOException {
        RawClient.Response response = request("DELETE", "/things/7");
        assertThat(response.headers()).containsEntry("allow", "GET, HEAD, OPTIONS");
        assertThat(assertIsError(response).path("errorCode").asText()).isEqualTo("METHOD_NOT_ALLOWED");
        assertThat(request("GET", "/things").headers()).containsEntry("allow", "POST, OPTIONS");
    }

    @Test
    void D20_an_internal_error_is_500_and_reveals_no_internals() throws IOException {
        for (String path : new String[] {"/fault", "/error"}) {
            RawClient.Response response = get(path);
            assertThat(assertIsError(response).path("errorCode").asText()).isEqualTo("INTERNAL");
            assertThat(response.body()).doesNotContain("secret", "Exception", "Error\"", "dev.partnercatalog", "\\tat");
        }
    }

    @Test
    void an_internal_error_is_logged_with_the_request_id_that_the_caller_received() throws IOException {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger logger = (Logger) LoggerFactory.getLogger(HttpServer.class);
        logger.addAppender(log);
        try {
            for (String path : new String[] {"/fault", "/error"}) {
                String id = get(path).headers().get("x-request-id");
                assertThat(log.list.get(log.list.size() - 1).getFormattedMessage())
                        .contains(id);
            }
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    void D21_a_preflight_is_answered_with_what_a_browser_may_send() throws IOException {
        RawClient.Response response = request(
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
        String first = get("/things/7").headers().get("x-request-id");
        String second = get("/nothing").headers().get("x-request-id");
        assertThat(first).matches("[0-9a-f]{32}");
        assertThat(second).matches("[0-9a-f]{32}").isNotEqualTo(first);
    }

    @Test
    void D21_a_request_id_from_the_caller_is_returned_unless_it_is_harmful() throws IOException {
        assertThat(request("GET", "/nothing", "X-Request-Id: order-4711.a").headers())
                .containsEntry("x-request-id", "order-4711.a");
        assertThat(request("GET", "/nothing", "X-Request-Id: <script>").headers())
                .hasEntrySatisfying("x-request-id", id -> assertThat(id).matches("[0-9a-f]{32}"));
        assertThat(request("GET", "/nothing", "X-Request-Id: " + "a".repeat(65)).headers())
                .hasEntrySatisfying("x-request-id", id -> assertThat(id).matches("[0-9a-f]{32}"));
    }

    @Test
    void HEAD_is_answered_as_GET_without_the_body() throws IOException {
        RawClient.Response found = request("HEAD", "/things/7");
        assertThat(found.status()).isEqualTo(200);
        assertThat(found.body()).isEmpty();
        assertThat(found.headers()).containsEntry("content-length", "10");
        assertThat(request("HEAD", "/fault").status()).isEqualTo(500);
    }

    @Test
    void no_header_turns_a_request_into_a_different_one() throws IOException {
        assertThat(request("GET", "/things/7", "X-HTTP-Method-Override: DELETE").status())
                .isEqualTo(200);
        RawClient.Response response = request(
                "GET",
                "/things/7",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
        assertThat(response.status()).isEqualTo(200);
    }

    @Test
    void the_server_does_not_reveal_its_software() throws IOException {
        assertThat(get("/things/7").headers()).doesNotContainKeys("server", "x-powered-by");
        assertThat(get("/nothing").headers()).doesNotContainKeys("server", "x-powered-by");
    }

    @Test
    void closing_lets_a_request_in_progress_finish_and_frees_the_port() throws Exception {
        Exchanger<RawClient.Response> answered = new Exchanger<>();
        Thread caller = new Thread(() -> {
            try {
                answered.exchange(get("/slow"));
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        caller.start();
        assertThat(slowStarted.await(10, TimeUnit.SECONDS)).isTrue();
        Thread closer = new Thread(server::close);
        closer.start();
        awaitRefused();
        slowMayEnd.countDown();
        assertThat(answered.exchange(null, 10, TimeUnit.SECONDS).status()).isEqualTo(200);
        closer.join(10_000);
        Listener.bind("127.0.0.1", listener.address().getPort()).close();
    }

    @Test
    void closing_spares_a_request_in_progress_however_long_its_connection_seems_idle() throws Exception {
        try (Socket kept = inHand()) {
            Thread closer = new Thread(server::close);
            closer.start();
            // Longer than idle connections may stay then.
            kept.setSoTimeout(1_700);
            assertThatThrownBy(kept.getInputStream()::read).isInstanceOf(SocketTimeoutException.class);
            slowMayEnd.countDown();
            assertThat(new String(kept.getInputStream().readAllBytes(), US_ASCII))
                    .endsWith("{\"slow\":true}");
            closer.join(10_000);
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
        try (Socket kept = inHand()) {
            Thread closer = new Thread(server::close);
            closer.start();
            awaitRefused();
            slowMayEnd.countDown();
            assertThat(new String(kept.getInputStream().readAllBytes(), US_ASCII))
                    .endsWith("{\"slow\":true}");
            closer.join(10_000);
            assertThat(events.list).isEmpty();
        } finally {
            logger.setLevel(null);
            logger.detachAppender(events);
        }
    }

    /** A connection that would be kept alive, with a request in progress. */
    private Socket inHand() throws IOException, InterruptedException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), listener.address().getPort());
        socket.getOutputStream().write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII));
        assertThat(slowStarted.await(10, TimeUnit.SECONDS)).isTrue();
        return socket;
    }

    /** Returns when the server no longer accepts connections. */
    private void awaitRefused() throws IOException {
        InetSocketAddress address = new InetSocketAddress(
                InetAddress.getLoopbackAddress(), listener.address().getPort());
        boolean accepted = true;
        while (accepted) {
            try (Socket socket = new Socket()) {
                socket.connect(address);
            } catch (SocketException e) {
                accepted = false;
            }
        }
    }

    private RawClient.Response get(String path) throws IOException {
        return request("GET", path);
    }

    private RawClient.Response request(String method, String path, String... headers) throws IOException {
        String lines = Arrays.stream(headers).map(line -> line + "\r\n").collect(Collectors.joining());
        return RawClient.send(listener.address(), method + " " + path + " HTTP/1.1\r\n" + HOST + lines + "\r\n");
    }

    /** Checks everything that D20 and D21 require of an error. */
    private static JsonNode assertIsError(RawClient.Response response) throws IOException {
        JsonNode error = JSON.readTree(response.body());
        assertThat(error.properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("body", "code", "errorCode", "message", "suggestion", "title");
        assertThat(error.path("code").asInt()).isEqualTo(response.status());
        assertThat(ErrorCode.valueOf(error.path("errorCode").asText()).status()).isEqualTo(response.status());
        assertThat(error.path("message").asText()).isNotBlank();
        assertThat(error.path("suggestion").asText()).isNotBlank();
        assertThat(error.path("body").isObject()).isTrue();
        assertThat(error.at("/body/violations").isEmpty()).isEqualTo(response.status() != 400);
        assertThat(response.headers())
                .containsEntry("content-type", "application/json")
                .containsEntry("access-control-allow-origin", "*")
                .containsKey("x-request-id");
        return error;
    }
}
