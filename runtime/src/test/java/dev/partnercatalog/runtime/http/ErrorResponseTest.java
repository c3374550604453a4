package dev.partnercatalog.runtime.http;

import static dev.partnercatalog.runtime.http.ThingsServer.HEADERS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every error has, whatever caused it. */
class ErrorResponseTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ThingsServer things = new ThingsServer();

    @AfterEach
    void close() {
        things.close();
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
        assertIsError(RawClient.send(things.address(), requestLine + "\r\n" + HEADERS + "\r\n"));
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
        assertIsError(RawClient.send(things.address(), "POST /things HTTP/1.1\r\n" + HEADERS + header + "\r\n\r\n{}"));
    }

    @Test
    void D20_a_header_or_a_url_that_is_too_large_is_an_invalid_request() throws IOException {
        String large = "x".repeat(20_000);
        RawClient.Response header =
                RawClient.send(things.address(), "GET /things/7 HTTP/1.1\r\n" + HEADERS + "X: " + large + "\r\n\r\n");
        RawClient.Response url = things.get("/things/" + large);
        assertThat(assertIsError(header).path("code").asInt()).isEqualTo(400);
        assertThat(assertIsError(url).path("code").asInt()).isEqualTo(400);
    }

    @Test
    void a_link_to_help_comes_beside_the_links_that_a_response_has_already() throws IOException {
        assertThat(things.get("/linked").headers().get("link")).contains("rel=\"deprecation\"", "rel=\"help\"");
    }

    @Test
    void D20_a_path_that_does_not_exist_is_404() throws IOException {
        JsonNode error = assertIsError(things.get("/nothing"));
        assertThat(error.path("code").asInt()).isEqualTo(404);
        assertThat(error.path("errorCode").asText()).isEqualTo("NOT_FOUND");
    }

    @Test
    void D20_a_method_that_a_path_does_not_have_is_405_and_lists_those_it_has() throws IOException {
        RawClient.Response response = things.request("DELETE", "/things/7");
        assertThat(response.headers()).containsEntry("allow", "GET, HEAD, OPTIONS");
        assertThat(assertIsError(response).path("errorCode").asText()).isEqualTo("METHOD_NOT_ALLOWED");
        assertThat(things.request("GET", "/things").headers()).containsEntry("allow", "POST, OPTIONS");
    }

    @Test
    void D20_an_internal_error_is_500_and_reveals_no_internals() throws IOException {
        for (String path : new String[] {"/fault", "/error"}) {
            RawClient.Response response = things.get(path);
            assertThat(assertIsError(response).path("errorCode").asText()).isEqualTo("INTERNAL");
            assertThat(response.body()).doesNotContain("secret", "Exception", "Error\"", "dev.partnercatalog", "\\tat");
        }
    }

    /** Checks everything that D20 and D21 require of an error. */
    private static JsonNode assertIsError(RawClient.Response response) throws IOException {
        JsonNode error = JSON.readTree(response.body());
        assertThat(error.properties().stream().map(Map.Entry::getKey))
                .containsExactlyInAnyOrder("body", "code", "errorCode", "message", "suggestion", "title");
        assertThat(error.path("code").asInt()).isEqualTo(response.status());
        assertThat(ErrorCode.ALL)
                .anyMatch(code ->
                        code.name().equals(error.path("errorCode").asText()) && code.status() == response.status());
        assertThat(error.path("message").asText()).isNotBlank();
        assertThat(error.path("suggestion").asText()).isNotBlank();
        assertThat(error.path("body").isObject()).isTrue();
        assertThat(error.at("/body/violations").isEmpty()).isEqualTo(response.status() != 400);
        assertThat(response.headers())
                .containsEntry("content-type", "application/json")
                .containsEntry("access-control-allow-origin", "*")
                .containsEntry(
                        "link",
                        "<" + ThingsServer.HELP + "#"
                                + error.path("errorCode").asText().toLowerCase(Locale.ROOT)
                                + ">; rel=\"help\"; type=\"text/html\"")
                .containsKey("x-request-id");
        return error;
    }
}
