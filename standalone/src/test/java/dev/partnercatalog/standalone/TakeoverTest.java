package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A second resolver, in a separate process, and how soon the first one takes over its work when it stops. */
@Tag("long")
@ExtendWith(CatalogExtension.class)
class TakeoverTest {

    private static final Duration SOON = Duration.ofMinutes(3);

    /** The stopping instance leaves the group, so it isn't waited for during the 45 s of its session. */
    private static final Duration AFTER_STOP = Duration.ofSeconds(30);

    private static final String PATIENT = "session.timeout.ms=45000";

    /** Nobody reports that an instance was killed: it is missed after 10 s, and what it had begun is aborted after 15. */
    private static final Duration AFTER_KILL = Duration.ofSeconds(40);

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final List<String> BARCODES =
            IntStream.range(0, 200).mapToObj(i -> "takeover-" + i).toList();

    @TempDir
    Path folder;

    @Test
    void what_an_instance_did_is_done_by_another_soon_after_it_is_stopped_or_killed(CatalogAddresses catalog)
            throws Exception {
        catalog.publish(CatalogTopic.PARTNERS, partner("takeover", "", 7_200));
        PartnerClient partner = catalog.client("takeover");
        int port = FixedPort.free();
        Process second = start(catalog, port, PATIENT);
        try {
            awaitShare(catalog, second, port);
            publish(catalog, "first");
            awaitNames(partner, "first", SOON);

            second.destroy();
            assertThat(second.waitFor(20, TimeUnit.SECONDS)).isTrue();
            publish(catalog, "second");
            awaitNames(partner, "second", AFTER_STOP);

            second = start(catalog, port, "");
            awaitShare(catalog, second, port);
            publish(catalog, "third");
            second.destroyForcibly().waitFor();
            publish(catalog, "fourth");
            awaitNames(partner, "fourth", AFTER_KILL);
        } finally {
            second.destroyForcibly();
        }
    }

    private Process start(CatalogAddresses catalog, int port, String clientProperties) throws IOException {
        Path clientFile = Files.writeString(folder.resolve("client.properties"), clientProperties);
        return StandaloneProcess.run(
                Files.createDirectories(folder.resolve("tmp")),
                ProcessBuilder.Redirect.INHERIT,
                List.of(),
                List.of(
                        "streams-app",
                        "--kafka=" + catalog.kafka().bootstrapServers(),
                        "--kafka-config=" + clientFile,
                        "--registry=" + catalog.registry(),
                        "--partitions=" + catalog.kafka().topics().partitions(),
                        "--state-dir=" + folder.resolve("state"),
                        "--internal-port=" + port));
    }

    /** Waits until an instance is ready and reads some of the partitions by barcode, which contain the layers. */
    private static void awaitShare(CatalogAddresses catalog, Process instance, int port) {
        Pattern reads = Pattern.compile(
                "(?m)^catalog_streams_lag_records\\{topic=\"catalog.streams-app-layer-updates-repartition\"}");
        await().atMost(SOON).until(() -> {
            assertThat(instance.isAlive()).isTrue();
            try {
                // A consumer reports its partitions only once there was something to read.
                publish(catalog, "share");
                return get(port, "/internal/ready").statusCode() == 200
                        && reads.matcher(get(port, "/metrics").body()).find();
            } catch (IOException e) {
                return false; // It doesn't listen yet.
            }
        });
    }

    private static HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static void publish(CatalogAddresses catalog, String name) throws IOException {
        List<String> lines = new ArrayList<>();
        BARCODES.forEach(barcode -> lines.add("{\"barcode\": \"%s\", \"name\": \"%s\"}".formatted(barcode, name)));
        catalog.publish(CatalogTopic.BPD_VARIANTS, lines.toArray(String[]::new));
    }

    private static void awaitNames(PartnerClient partner, String name, Duration atMost) {
        await().atMost(atMost).pollInterval(Duration.ofMillis(200)).untilAsserted(() -> {
            Map<String, Integer> names = new TreeMap<>();
            JsonNode variants =
                    partner.variants(7_200, 7_201, BARCODES, List.of()).path("variants");
            variants.forEach(variant -> names.merge(variant.path("name").asText(), 1, Integer::sum));
            assertThat(names).isEqualTo(Map.of(name, BARCODES.size()));
        });
    }
}
