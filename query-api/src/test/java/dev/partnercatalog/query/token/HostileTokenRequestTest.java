package dev.partnercatalog.query.token;

import static dev.partnercatalog.query.token.TokenHarness.GOOD;
import static dev.partnercatalog.query.token.TokenHarness.GRANT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.runtime.http.RawClient;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What no HTTP client would send, to the token endpoint: each response is one that an OAuth client understands (D17).
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileTokenRequestTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String HOST = "Host: localhost\r\nConnection: close\r\n";
    private static final String POST = "POST /oauth2/token HTTP/1.1\r\n" + HOST;
    private static final String FORM = "Content-Type: " + TokenHarness.FORM + "\r\n";

    private static final String MULTIPART = String.join(
            "\r\n",
            "--x",
            "Content-Disposition: form-data; name=\"grant_type\"",
            "",
            "client_credentials",
            "--x--",
            "");

    @AutoClose
    private final TokenHarness endpoint = new TokenHarness();

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("requests")
    void D17_for_any_request_the_response_has_the_form_of_RFC_6749(int status, String name, String request)
            throws IOException {
        RawClient.Response response = RawClient.send(endpoint.address(), request);
        assertThat(response.status()).as(response.body()).isEqualTo(status);
        assertThat(response.headers())
                .containsEntry("content-type", "application/json")
                .containsEntry("cache-control", "no-store")
                .containsKey("x-request-id")
                .doesNotContainKeys("server", "x-powered-by");
        JsonNode body = JSON.readTree(response.body());
        if (status == 200) {
            assertThat(body.path("access_token").asText()).isNotBlank();
        } else {
            assertThat(body.properties().stream().map(Map.Entry::getKey)).containsExactly("error", "error_description");
            assertThat(body.path("error").asText()).isEqualTo(status == 401 ? "invalid_client" : "invalid_request");
            assertThat(body.path("error_description").asText()).matches("[\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]+");
        }
    }

    static Stream<Arguments> requests() {
        return Stream.of(
                Arguments.of(200, "a good one", form(FORM, GOOD)),
                Arguments.of(400, "no type", form("", GOOD)),
                Arguments.of(400, "JSON", form("Content-Type: application/json\r\n", "{}")),
                Arguments.of(400, "multipart", form("Content-Type: multipart/form-data; boundary=x\r\n", MULTIPART)),
                Arguments.of(200, "a charset nobody knows", form(FORM.replace("\r", "; charset=unheard-of\r"), GOOD)),
                Arguments.of(400, "bytes that are no text", form(FORM, GOOD + "&x=\u00ff")),
                Arguments.of(400, "thousands of parameters", form(FORM, "&".repeat(10_000))),
                Arguments.of(413, "a large form", form(FORM, "x".repeat(20_000))),
                Arguments.of(400, "half a form", POST + FORM + "Content-Length: 100\r\n\r\n" + GOOD),
                Arguments.of(400, "no form", form(FORM, "")),
                Arguments.of(400, "parameters in the URL", form(FORM, GOOD).replace("/token ", "/token?a=b ")),
                Arguments.of(401, "Basic without a colon", form(FORM + "Authorization: Basic YWJj\r\n", GRANT)),
                Arguments.of(405, "GET", "GET /oauth2/token HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of(404, "another path", "GET /oauth2/tokens HTTP/1.1\r\n" + HOST + "\r\n"),
                Arguments.of(400, "a path trick", form(FORM, GOOD).replace("/oauth2", "//oauth2")),
                Arguments.of(400, "no HTTP", "nonsense\r\n\r\n"),
                Arguments.of(400, "a huge header", POST + "X: " + "y".repeat(20_000) + "\r\n\r\n"),
                Arguments.of(400, "garbage for a chunk", POST + FORM + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n"));
    }

    private static String form(String headers, String body) {
        return POST + headers + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }
}
