package dev.partnercatalog.query.operation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.query.contract.ErrorCodes;
import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.RawClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What no HTTP client would send, to the API, by a caller with a valid token (D20, D21). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HOST = "Host: localhost\r\nConnection: close\r\n";
    private static final String CALLER = HOST + "Authorization: " + ApiHarness.bearer() + "\r\n";
    private static final String IS_JSON = "Content-Type: application/json\r\n";
    private static final String BATCH = "POST /v1/10/variants/batch-get HTTP/1.1\r\n" + CALLER;
    private static final int MANY = 2_000;

    @AutoClose
    private final ApiHarness api = new ApiHarness();

    @BeforeAll
    void partner() {
        api.configurations.put("p1", true, InMemoryConfigurations.company("10", "11"));
        api.lookup.variant("A");
    }

    /** Below the guides, browsers get a page. */
    @Test
    void a_path_that_leads_out_of_the_guides_leads_nowhere() throws IOException {
        RawClient.Response response = send("GET /docs/../v1/partner HTTP/1.1\r\n" + CALLER + "\r\n");
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.headers().get("content-type")).startsWith("text/html");
        assertThat(response.body()).doesNotContain("partnerId", "Exception", "jetty", "javalin");
    }

    @ParameterizedTest(name = "{0} GET {1}")
    @MethodSource("paths")
    void D20_D21_for_any_path_the_response_is_an_operation_s_or_the_error_body(int status, String path)
            throws IOException {
        assertAnswer(status, "GET " + path + " HTTP/1.1\r\n" + CALLER + "\r\n");
    }

    static Stream<Arguments> paths() {
        return Stream.of(
                // Path tricks lead nowhere: only the exact path of an operation reaches it.
                Arguments.of(400, "//"),
                Arguments.of(400, "//v1/partner"),
                Arguments.of(400, "/v1//partner"),
                Arguments.of(400, "/v1/partner//"),
                Arguments.of(400, "/v1//location/11"),
                Arguments.of(404, "/v1/../v1/partner"),
                Arguments.of(404, "/v1/./partner"),
                Arguments.of(404, "/v1/x/../partner"),
                Arguments.of(400, "/v1/%2e%2e/v1/partner"),
                Arguments.of(400, "/docs/%2e%2e/x"),
                Arguments.of(403, "/v1/10/location/.."),
                Arguments.of(400, "/v1/10/location/%2e%2e"),
                Arguments.of(404, "/v1/partner;a=b"),
                Arguments.of(404, "/v1;x/partner"),
                Arguments.of(404, "/v1/service/health;x"),
                Arguments.of(403, "/v1/10;x=1/location/11"),
                Arguments.of(403, "/v1/10/location/11;jsessionid=1"),
                Arguments.of(400, "/v1/10%2flocation/11"),
                Arguments.of(400, "/v1/10/location%2F11"),
                Arguments.of(400, "/v1/10/location/11%2f"),
                Arguments.of(400, "/v1\\partner"),
                Arguments.of(404, "/V1/partner"),
                Arguments.of(404, "/v1/10/location/"),
                Arguments.of(404, "/WEB-INF/web.xml"),
                Arguments.of(404, "/.well-known/jwks.json"),
                Arguments.of(404, "/" + "a/".repeat(3_000)),
                // Encodings
                Arguments.of(200, "/v1/%31%30/location/11"),
                Arguments.of(400, "/v1/partner%00"),
                Arguments.of(400, "/v1/partner%0d%0aX:y"),
                Arguments.of(400, "/v1/10/location/%0a"),
                Arguments.of(403, "/v1/10/location/11%20"),
                Arguments.of(400, "/v1/%c0%af/location/1"),
                Arguments.of(400, "/v1/%ff/location/1"),
                Arguments.of(400, "/v1/10/location/%u0031"),
                Arguments.of(400, "/v1/10/location/%zz"),
                Arguments.of(400, "/v1/10/location/%"),
                Arguments.of(400, "/v1/10;a=%b/location/11"),
                Arguments.of(400, "/v1/10/location/11;a=%"),
                Arguments.of(400, "/v1/\u00e9/location/1"),
                Arguments.of(200, "/v1/10/location/11?a=%zz&%&=&&"),
                Arguments.of(400, "/v1/partner?x=\u0000"),
                Arguments.of(400, "/v1/10/location/11#fragment"),
                // Other forms of a request's target
                Arguments.of(400, "*"),
                Arguments.of(400, "v1/partner"),
                Arguments.of(400, ""),
                Arguments.of(400, "http://elsewhere.example/v1/partner"),
                Arguments.of(400, "http:///v1/partner"),
                Arguments.of(400, "/v1/partner HTTP/1.1 more"));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("methods")
    void D20_D21_for_any_other_method_the_response_is_the_error_body(int status, String method) throws IOException {
        RawClient.Response response =
                assertAnswer(status, method + " /v1/10/location/11 HTTP/1.1\r\n" + CALLER + "\r\n");
        if (status == ErrorCode.METHOD_NOT_ALLOWED.status()) {
            assertThat(response.headers()).containsEntry("allow", "GET, HEAD, OPTIONS");
        }
    }

    static Stream<Arguments> methods() {
        return Stream.concat(
                Stream.of("get", "POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "BREW")
                        .map(method -> Arguments.of(405, method)),
                Stream.of("CONNECT", "G E T", "", "\u00e9", "GET\u0000").map(method -> Arguments.of(400, method)));
    }

    @Test
    void HEAD_is_GET_without_the_body_and_OPTIONS_lists_the_methods() throws IOException {
        RawClient.Response head = send("HEAD /v1/10/location/11 HTTP/1.1\r\n" + CALLER + "\r\n");
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        RawClient.Response refused = send("HEAD /v1/99/location/11 HTTP/1.1\r\n" + CALLER + "\r\n");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.body()).isEmpty();
        RawClient.Response options = send("OPTIONS /v1/10/location/11 HTTP/1.1\r\n" + HOST + "\r\n");
        assertThat(options.status()).isEqualTo(204);
        assertThat(options.headers()).containsEntry("allow", "GET, HEAD, OPTIONS");
        for (RawClient.Response response : new RawClient.Response[] {head, refused, options}) {
            assertThat(response.headers()).containsKeys("x-request-id", "access-control-allow-origin");
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("requests")
    void D20_D21_for_any_bytes_the_response_is_an_operation_s_or_the_error_body(int status, String name, String request)
            throws IOException {
        assertAnswer(status, request);
    }

    static Stream<Arguments> requests() {
        String get = "GET /v1/partner HTTP/1.1\r\n";
        String chunked = BATCH + IS_JSON + "Transfer-Encoding: chunked\r\n\r\n";
        String token = get + HOST + "Authorization: Bearer ";
        String length = BATCH + IS_JSON + "Content-Length: ";
        String expect = BATCH + IS_JSON + "Expect: ";
        return Stream.of(
                Arguments.of(200, "HTTP/1.0 without Host", get.replace("1.1", "1.0") + CALLER.substring(17) + "\r\n"),
                Arguments.of(400, "HTTP/2 by prior knowledge", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                Arguments.of(400, "TLS", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc"),
                Arguments.of(400, "a Host that is none", get + "Host: a b:c\r\nConnection: close\r\n\r\n"),
                Arguments.of(400, "many headers", get + CALLER + "X: y\r\n".repeat(MANY) + "\r\n"),
                Arguments.of(400, "a huge header", get + CALLER + "X: " + "y".repeat(20_000) + "\r\n\r\n"),
                Arguments.of(400, "a bare CR", "GET /v1/partner HTTP/1.1\rHost: localhost\r\r"),
                Arguments.of(401, "a long token", token + "a".repeat(7_000) + "\r\n\r\n"),
                Arguments.of(401, "bytes for a token", token + "\u00ff.\u00fe.\u00fd\r\n\r\n"),
                Arguments.of(400, "half an upgrade", get + CALLER + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"),
                Arguments.of(
                        200,
                        "an upgrade",
                        get
                                + CALLER.replace("close", "close, Upgrade, HTTP2-Settings")
                                + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n"),
                Arguments.of(
                        405,
                        "an overridden method",
                        "POST /v1/10/location/11 HTTP/1.1\r\n" + CALLER
                                + "X-HTTP-Method-Override: GET\r\nContent-Length: 0\r\n\r\n"),
                Arguments.of(400, "a negative length", length + "-1\r\n\r\n"),
                Arguments.of(400, "a length beyond all", length + "99999999999999999999\r\n\r\n{}"),
                Arguments.of(400, "half a body", length + "100\r\n\r\n{\"locationId\""),
                Arguments.of(413, "a large body", length + "5000\r\n\r\n" + "x".repeat(5_000)),
                Arguments.of(413, "a body announced", expect + "100-continue\r\nContent-Length: 5000\r\n\r\n"),
                Arguments.of(400, "another expectation", expect + "the unexpected\r\nContent-Length: 2\r\n\r\n{}"),
                Arguments.of(400, "no chunk", chunked + "garbage\r\n{}\r\n0\r\n\r\n"),
                Arguments.of(400, "a negative chunk", chunked + "-1\r\n{}\r\n0\r\n\r\n"),
                Arguments.of(400, "a chunk beyond all", chunked + "ffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
                Arguments.of(400, "chunks without an end", chunked + "2\r\n{}\r\n"),
                Arguments.of(400, "another transfer coding", BATCH + IS_JSON + "Transfer-Encoding: brotli\r\n\r\n{}"));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("bodies")
    void D20_for_any_body_the_response_is_an_operation_s_or_the_error_body(int status, String contentType, String body)
            throws IOException {
        assertAnswer(status, BATCH + contentType + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    static Stream<Arguments> bodies() {
        String good = "{\"locationId\":11,\"barcodes\":[\"A\"]}";
        return Stream.of(
                Arguments.of(200, IS_JSON, good),
                Arguments.of(415, "", good),
                Arguments.of(415, "Content-Type: \r\n", good),
                Arguments.of(415, "Content-Type: text/html\r\n", good),
                Arguments.of(415, "Content-Type: application/json; charset=unheard-of\r\n", good),
                Arguments.of(415, "Content-Type: application/json; charset=\u00ff\"\r\n", good),
                Arguments.of(415, "Content-Type: multipart/form-data; boundary=x\r\n", good),
                Arguments.of(415, IS_JSON + "Content-Encoding: gzip\r\n", good),
                Arguments.of(400, IS_JSON, ""),
                Arguments.of(400, IS_JSON, "{"),
                Arguments.of(400, IS_JSON, "{\"locationId\":11,\"barcodes\":" + "[".repeat(1_000)),
                Arguments.of(400, IS_JSON, "{\"locationId\":NaN,\"barcodes\":[\"A\"]}"),
                Arguments.of(200, IS_JSON, "{\"locationId\":11,\"barcodes\":[\"\\u0000\",\"\\ud800\"]}"));
    }

    @Test
    void pipelined_requests_are_answered_in_order_until_something_is_not_a_request() throws IOException {
        String get = "GET /v1/10/location/11 HTTP/1.1\r\n" + CALLER.replace("Connection: close\r\n", "") + "\r\n";
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), api.address().getPort())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write((get + get + "garbage\r\n\r\n" + get).getBytes(StandardCharsets.ISO_8859_1));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all.split("HTTP/1\\.1 ", -1)).hasSize(4);
            assertThat(all.split("HTTP/1\\.1 200 ", -1)).hasSize(3);
            assertThat(all.substring(all.lastIndexOf("HTTP/1.1 ")))
                    .startsWith("HTTP/1.1 400 ")
                    .contains("\"INVALID_REQUEST\"");
        }
    }

    private RawClient.Response send(String request) throws IOException {
        return RawClient.send(api.address(), request);
    }

    private RawClient.Response assertAnswer(int status, String request) throws IOException {
        RawClient.Response response = send(request);
        assertThat(response.status()).as(response.body()).isEqualTo(status);
        assertThat(response.headers())
                .containsEntry("content-type", "application/json")
                .containsEntry("access-control-allow-origin", "*")
                .containsEntry("x-content-type-options", "nosniff")
                .containsKeys("x-request-id", "content-length")
                .doesNotContainKeys("server", "x-powered-by");
        assertThat(response.body()).doesNotContain("Exception", "jetty", "javalin", "<html", "\\tat ");
        JsonNode body = JSON.readTree(response.body());
        if (status != 200) {
            assertThat(body.properties().stream().map(Map.Entry::getKey))
                    .containsExactlyInAnyOrder("body", "code", "errorCode", "message", "suggestion", "title");
            assertThat(body.path("code").asInt()).isEqualTo(status);
            assertThat(ErrorCodes.ALL)
                    .anyMatch(code -> code.name().equals(body.path("errorCode").asText()) && code.status() == status);
            assertThat(body.at("/body/violations").isEmpty()).isEqualTo(status != 400);
        }
        return response;
    }
}
