package dev.partnercatalog.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBodyTest {

    private static final int MAX_BYTES = 1_000;

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final ThingsServer things = new ThingsServer();

    @AfterEach
    void close() {
        things.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "Application/JSON",
                "application/json; charset=utf-8",
                "application/json;charset=\"UTF-8\"",
                "application/json; profile=x"
            })
    void a_body_of_JSON_is_read(String contentType) throws Exception {
        HttpResponse<String> response = post(contentType, "{\"a\":1}");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("{\"a\":1}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/jsonp",
                "application/json; charset=iso-8859-1",
                "application/x-www-form-urlencoded",
                "nonsense",
                ""
            })
    void D20_a_body_declared_as_anything_else_is_415(String contentType) throws Exception {
        HttpResponse<String> response = post(contentType, "{}");
        assertThat(response.statusCode()).isEqualTo(415);
        assertThat(response.body()).contains("\"UNSUPPORTED_MEDIA_TYPE\"");
    }

    @Test
    void D20_a_body_without_a_declared_type_or_compressed_is_415() throws IOException {
        String compressed = "Content-Type: application/json\r\nContent-Encoding: gzip\r\n";
        for (String headers : new String[] {"", compressed}) {
            assertThat(raw(headers + "Content-Length: 2\r\n\r\n{}").status()).isEqualTo(415);
        }
    }

    @Test
    void D20_a_body_of_the_largest_size_is_read_and_a_larger_one_is_413() throws Exception {
        assertThat(post("application/json", "x".repeat(MAX_BYTES)).statusCode()).isEqualTo(200);
        HttpResponse<String> response = post("application/json", "x".repeat(MAX_BYTES + 1));
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("\"PAYLOAD_TOO_LARGE\"");
    }

    @Test
    void D20_a_larger_body_in_chunks_is_413_too() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(things.address().resolve("/things"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.fromPublisher(
                        HttpRequest.BodyPublishers.ofString("x".repeat(MAX_BYTES + 1))))
                .build();
        assertThat(CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(413);
    }

    @Test
    void D20_a_body_that_ends_early_is_an_invalid_request() throws IOException {
        String headers = "Content-Type: application/json\r\n";
        for (String rest : new String[] {
            "Content-Length: 10\r\n\r\n{\"a\"",
            "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a",
            "Transfer-Encoding: chunked\r\n\r\nzz\r\n"
        }) {
            RawClient.Response response = raw(headers + rest);
            assertThat(response.status()).isEqualTo(400);
            assertThat(response.body()).contains("\"INVALID_REQUEST\"", "\"violations\"");
        }
    }

    private RawClient.Response raw(String headersAndBody) throws IOException {
        return RawClient.send(
                things.address(), "POST /things HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headersAndBody);
    }

    private HttpResponse<String> post(String contentType, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(things.address().resolve("/things"))
                .header("Content-Type", contentType)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
    }
}
