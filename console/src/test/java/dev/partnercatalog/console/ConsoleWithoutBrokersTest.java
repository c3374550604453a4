package dev.partnercatalog.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RegistrySettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Order(1)
class ConsoleWithoutBrokersTest {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration SOON = Duration.ofSeconds(30);

    /** For a page that doesn't wait for brokers; a request to them takes ten seconds and more. */
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    private static final String OUTAGE = "have not answered since";

    @TempDir
    Path folder;

    @Test
    void where_no_broker_listens_every_page_says_so_at_once() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertToldOnEveryPage("127.0.0.1:" + port);
    }

    @Test
    void where_a_broker_hangs_every_page_says_so_at_once() throws Exception {
        try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            assertToldOnEveryPage("127.0.0.1:" + hanging.getLocalPort());
        }
    }

    private void assertToldOnEveryPage(String brokers) throws Exception {
        try (Console console = start(brokers)) {
            await().atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(get(console, "/").body()).contains("The Kafka brokers at " + brokers, OUTAGE));
            for (String path : List.of("/", "/partners", "/explain", "/docs/incidents")) {
                assertTold(get(console, path), 200);
            }
            for (String path : List.of("/nothing", "/partners/p")) {
                assertTold(get(console, path), 404);
            }
            HttpResponse<String> explanation =
                    get(console, "/explain?partner=kiosk&company=7&kind=barcode&identifier=0123");
            assertTold(explanation, 200);
            assertThat(explanation.body()).contains("it wasn&#39;t tried", "value=\"kiosk\"");
            for (String path : List.of("/dead-letters", "/dead-letters/0-1")) {
                HttpResponse<String> letters = get(console, path);
                assertTold(letters, 502);
                assertThat(letters.body()).contains("it wasn&#39;t tried");
            }
            assertThat(get(console, "/sign-in").body()).doesNotContain(OUTAGE, brokers);
        }
    }

    private static void assertTold(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.uri().getPath()).isEqualTo(status);
        assertThat(answer.body())
                .as(answer.uri().getPath())
                .contains(OUTAGE, "--kafka", "/docs/incidents#brokers-away");
    }

    private Console start(String brokers) throws IOException {
        Path token = Files.writeString(folder.resolve("token"), "a token that nobody gives");
        return Console.start(new ConsoleSettings(
                new KafkaSettings(brokers, new TopicSettings("t.", 1, (short) 1), Map.of()),
                RegistrySettings.at(URI.create("http://127.0.0.1:1")),
                "127.0.0.1",
                0,
                token,
                true,
                true,
                List.of()));
    }

    private static HttpResponse<String> get(Console console, String path) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(console.address().resolve(path))
                        .timeout(AT_ONCE)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
