package dev.partnercatalog.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A console whose brokers nobody runs. */
class ConsoleTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String TOKEN = "0123456789-0123456789";

    @TempDir
    static Path folder;

    private static Console console;

    @BeforeAll
    static void start() throws IOException {
        console = start(TOKEN);
    }

    private static Console start(String token) throws IOException {
        return Console.start(new Console.Settings(
                new KafkaSettings(
                        "127.0.0.1:9",
                        new TopicSettings(TopicSettings.DEFAULT_PREFIX, TopicSettings.DEFAULT_PARTITIONS, (short) 1),
                        Map.of()),
                RegistrySettings.at(URI.create("http://127.0.0.1:9")),
                "127.0.0.1",
                0,
                Files.writeString(folder.resolve("token"), token),
                List.of()));
    }

    @AfterAll
    static void close() {
        console.close();
    }

    @Test
    void the_page_loads_nothing_from_elsewhere_and_is_in_no_frame() throws Exception {
        HttpResponse<String> page = send(request("/", null).GET());
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(page.body()).doesNotContain("style=", "onclick", "://");
        for (String file : List.of("/console/main.js", "/shared/dom.js", "/shared/page.css", "/shared/icon.svg")) {
            assertThat(send(request(file, null).GET()).statusCode()).as(file).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET overview",
                "GET partners",
                "GET partners/p",
                "GET explain",
                "GET dead-letters",
                "GET dead-letters/0-1",
                "POST dead-letters/check",
                "POST dead-letters/replay",
                "POST partners/p/suspend",
                "POST partners/p/resume",
                "POST partners/p/ping",
                "POST partners/p/resync",
                "POST partners/p/clients",
                "POST clients/c/disable",
                "POST clients/c/enable",
                "POST clients/c/rotate-secret"
            })
    @DisplayName("D39: the console knows one token")
    void everything_but_the_page_needs_the_token(String operation) throws Exception {
        String[] parts = operation.split(" ", 2);
        for (String token : new String[] {null, ""}) {
            HttpResponse<String> answer = send(request("/api/" + parts[1], token)
                    .header("Content-Type", "application/json")
                    .method(parts[0], BodyPublishers.ofString("{}")));
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
        }
    }

    @Test
    void an_address_that_tries_too_many_wrong_tokens_is_refused_whatever_it_sends() throws Exception {
        try (Console guessed = start(TOKEN)) {
            for (int i = 0; i < ConsoleToken.AT_ONCE; i++) {
                assertThat(send(request(guessed, "/api/overview", "wrong" + i).GET())
                                .statusCode())
                        .isEqualTo(401);
            }
            HttpResponse<String> answer =
                    send(request(guessed, "/api/overview", TOKEN).GET());
            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(answer.headers().firstValue("Retry-After")).isPresent();
        }
    }

    @Test
    void a_correct_token_may_be_sent_as_often_as_wanted() throws Exception {
        for (int i = 0; i < 3 * ConsoleToken.AT_ONCE; i++) {
            assertThat(send(request("/api/partners", TOKEN).GET()).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void without_brokers_it_says_so_and_reads_and_changes_nothing() throws Exception {
        await().untilAsserted(() -> assertThat(new ObjectMapper()
                        .readTree(send(request("/api/overview", TOKEN).GET()).body())
                        .path("fault")
                        .asText())
                .contains("haven't answered since"));
        for (String path : List.of("dead-letters", "explain?partner=p&company=7&barcode=1")) {
            assertThat(send(request("/api/" + path, TOKEN).GET()).statusCode())
                    .as(path)
                    .isEqualTo(503);
        }
        assertThat(send(request("/api/partners/p", TOKEN).GET()).statusCode()).isEqualTo(404);
    }

    @Test
    void a_page_of_another_origin_can_change_nothing_even_behind_a_proxy_that_adds_the_token() throws Exception {
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")) {
            HttpResponse<String> answer = send(request("/api/partners/p/suspend", TOKEN)
                    .header("Content-Type", type)
                    .POST(BodyPublishers.ofString("{}")));
            assertThat(answer.statusCode()).as(type).isEqualTo(415);
        }
        HttpResponse<String> preflight = send(request("/api/partners/p/suspend", TOKEN)
                .header("Origin", "http://elsewhere.example")
                .method("OPTIONS", BodyPublishers.noBody()));
        assertThat(preflight.headers().firstValue("Access-Control-Allow-Origin"))
                .isEmpty();
    }

    @Test
    void what_is_wrong_with_a_request_is_said() throws Exception {
        assertThat(post("partners/p/resync", "{\"locationId\": 7}").body()).contains("a location needs its company");
        assertThat(post("partners/p/resync", "{\"company\": 7}").statusCode()).isEqualTo(400);
        assertThat(post("partners/p/resync", "[").statusCode()).isEqualTo(400);
        assertThat(post("partners/p/clients", "{\"clientName\": 7}").body())
                .contains("doesn't have the fields of this request")
                .doesNotContain("dev.partnercatalog");
        assertThat(post("partners/p/clients", "{\"clientId\": [7]}").body())
                .contains("in their types")
                .doesNotContain("java.lang");
        assertThat(post("partners/%3Cscript%3E/ping", "{}").statusCode()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "too-short", "two-lines-of-ten-or\nmore-characters-each"})
    void an_unfit_token_is_refused(String token) {
        assertThatThrownBy(() -> start(token))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one line of 20 or more characters");
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        return send(request("/api/" + path, TOKEN)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body)));
    }

    private static HttpRequest.Builder request(String path, @Nullable String token) {
        return request(console, path, token);
    }

    private static HttpRequest.Builder request(Console console, String path, @Nullable String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(console.address() + path));
        return token == null ? request : request.header("Authorization", "Bearer " + token);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
