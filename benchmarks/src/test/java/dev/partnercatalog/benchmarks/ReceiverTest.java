package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReceiverTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private JavaProcess receiver;

    private int port;

    @BeforeEach
    void start() throws Exception {
        receiver = JavaProcess.start(folder.resolve("log"), List.of("-Xmx64m"), Receiver.class, List.of());
        port = Integer.parseInt(receiver.line());
    }

    @AfterEach
    void stop() {
        receiver.close();
    }

    @Test
    void it_counts_bodies_of_any_size() throws Exception {
        receiver.ask("count");
        post("x".repeat(300_000));
        post("second");
        Receiver.Counted counted = Receiver.Counted.ask(receiver);
        assertThat(counted.bodies()).isEqualTo(2);
        assertThat(counted.bytes()).isEqualTo(300_006);
        assertThat(counted.last()).isGreaterThanOrEqualTo(counted.first());
    }

    @Test
    void what_is_posted_to_the_slow_path_counts_at_once_and_is_answered_later() throws Exception {
        receiver.ask("count");
        long before = Pace.now();
        post(Receiver.SLOW, "x");
        long answered = Pace.now();
        Receiver.Counted counted = Receiver.Counted.ask(receiver);
        assertThat(counted.bodies()).isEqualTo(1);
        assertThat(counted.last()).isBetween(before, answered - Receiver.SLOW_MS * 1_000);
    }

    @Test
    void it_notes_when_each_change_came_and_says_so_once() throws Exception {
        receiver.ask("watch");
        long before = Pace.now();
        post(Marker.BPD.text(7) + Marker.OVERRIDE.text(12));
        List<Receiver.Arrival> arrivals = Receiver.Arrival.ask(receiver);
        assertThat(arrivals).extracting(Receiver.Arrival::change).containsExactly(7, 12);
        assertThat(arrivals.get(0).micros()).isBetween(before, Pace.now());
        assertThat(Receiver.Arrival.ask(receiver)).isEmpty();
    }

    private void post(String body) throws Exception {
        post("/", body);
    }

    private void post(String path, String body) throws Exception {
        HttpResponse<Void> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .version(HttpClient.Version.HTTP_1_1)
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
        assertThat(response.statusCode()).isEqualTo(204);
    }
}
