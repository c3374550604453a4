package dev.partnercatalog.query.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.query.contract.PublishedDocuments.ServedVersions;
import dev.partnercatalog.runtime.http.ErrorBody;
import dev.partnercatalog.runtime.http.HttpLimits;
import dev.partnercatalog.runtime.http.HttpServer;
import dev.partnercatalog.runtime.http.Routes;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the responses say about versions (D33). */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServedVersionsTest {

    private static final String GOING = """
            {"paths": {
              "/v1/things/{id}": {
                "get": {"deprecated": true, "x-deprecated-since": "2026-03-01", "x-sunset": "2027-03-01"},
                "put": {}},
              "/v1/things/all": {"get": {}}}}
            """;

    private final HttpServer server = HttpServer.bind("127.0.0.1", 0);

    ServedVersionsTest() throws IOException {
        Routes routes = new Routes()
                .get("/v1/things/{id}", context -> context.result("{}"))
                .put("/v1/things/{id}", context -> context.result("{}"));
        new ServedVersions(json(GOING), "https://api.example/docs").addTo(routes);
        server.serve(HttpLimits.DEFAULT, Map.of(), new ErrorBody(), routes);
    }

    @AfterAll
    void close() {
        server.close();
    }

    private HttpResponse<String> response(String method, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + path))
                                .method(method, HttpRequest.BodyPublishers.noBody())
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    private static JsonNode json(String text) throws IOException {
        return new ObjectMapper().readTree(text);
    }

    @Test
    void D33_an_operation_that_will_go_says_since_when_and_until_when() throws Exception {
        HttpResponse<String> response = response("GET", "/v1/things/7");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Deprecation")).hasValue("@1772323200");
        assertThat(response.headers().firstValue("Sunset")).hasValue("Mon, 01 Mar 2027 00:00:00 GMT");
        assertThat(response.headers().firstValue("Link"))
                .hasValue("<https://api.example/docs>; rel=\"deprecation\"; type=\"text/html\"");
    }

    @ParameterizedTest
    @CsvSource({"PUT, /v1/things/7", "GET, /v1/things/7/more", "GET, /v1/others/7"})
    void others_say_nothing(String method, String path) throws Exception {
        assertThat(response(method, path).headers().map()).doesNotContainKeys("deprecation", "sunset", "link");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v2/things/7", "/v0", "/v2", "/v10/x/y"})
    void D33_a_path_of_another_version_is_404_and_names_the_versions_served(String path) throws Exception {
        HttpResponse<String> response = response("GET", path);

        assertThat(response.statusCode()).isEqualTo(404);
        JsonNode error = json(response.body());
        assertThat(error.path("errorCode").asText()).isEqualTo("NOT_FOUND");
        assertThat(error.path("message").asText())
                .isEqualTo(
                        "There is no version " + path.split("/", -1)[1] + " of this API; the only one served is v1.");
        assertThat(error.path("suggestion").asText()).contains("/v1/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/v1", "/v1/nothing", "/version", "/vx/1", "/"})
    void another_path_that_does_not_exist_says_nothing_of_versions(String path) throws Exception {
        HttpResponse<String> response = response("GET", path);

        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).doesNotContain("only one served");
    }

    @Test
    void an_operation_can_not_be_marked_without_its_dates() throws Exception {
        JsonNode undated = json("{\"paths\": {\"/v1/a\": {\"get\": {\"deprecated\": true}}}}");

        assertThatThrownBy(() -> new ServedVersions(undated, "x")).isInstanceOf(DateTimeException.class);
    }

    @Test
    void D33_an_operation_can_not_go_less_than_twelve_months_after_that_is_announced() throws Exception {
        JsonNode soon = json(GOING.replace("2027-03-01", "2027-02-28"));

        assertThatThrownBy(() -> new ServedVersions(soon, "x"))
                .isInstanceOf(DateTimeException.class)
                .hasMessageContaining("GET /v1/things/{id}");
    }
}
