package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReceiverTest {

    private final Receiver receiver = new Receiver();

    ReceiverTest() throws IOException {}

    @AfterEach
    void stop() throws IOException {
        receiver.close();
    }

    @Test
    void it_counts_bodies_of_any_size() throws Exception {
        post("before");
        receiver.count();
        long before = Pace.now();
        post("x".repeat(300_000));
        post("second");
        Receiver.Counted counted = receiver.counted();
        assertThat(counted.bodies()).isEqualTo(2);
        assertThat(counted.last()).isBetween(before, Pace.now());
    }

    @Test
    void it_notes_each_change_until_it_counts_anew() throws Exception {
        Latencies latencies = new Latencies(0, 20, 20);
        receiver.watch(latencies);
        post(Marker.BPD.text(7) + Marker.OVERRIDE.text(12));
        assertThat(latencies.missing()).startsWith("18 of 20");
        receiver.count();
        post(Marker.BPD.text(8));
        assertThat(latencies.missing()).startsWith("18 of 20");
    }

    private void post(String body) throws Exception {
        HttpResponse<Void> response = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(receiver.url()))
                                .version(HttpClient.Version.HTTP_1_1)
                                .POST(HttpRequest.BodyPublishers.ofString(body))
                                .build(),
                        HttpResponse.BodyHandlers.discarding());
        assertThat(response.statusCode()).isEqualTo(204);
    }
}
