package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.standalone.RandomCatalog.Event;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A standalone with all its processes is killed again and again, whatever it is doing, and loses nothing. */
@Tag("long")
class RepeatedKillsTest {
    private static final long SEED = Long.getLong("catalog.seed", System.nanoTime());
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final int KILLS = 10;
    private static final int INTERVAL_MS = 10;
    private static final int MOST_EVENTS = 200;
    private static final int LONGEST_START_MS = 6_000;

    @TempDir
    Path folder;

    private final Random random = new Random(SEED);
    private final RandomCatalog events = new RandomCatalog(SEED, "kills", 8_400_000);
    private final CatalogModel model = new CatalogModel();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();

    @Test
    @Timeout(600)
    void ten_kills_in_a_row_while_publishing_lose_nothing_that_was_acknowledged() throws Exception {
        URI nowhere = URI.create("http://127.0.0.1:9/");
        List<String> arguments = arguments();
        StandaloneProcess running = start(arguments);
        try {
            CatalogAddresses catalog = running.addresses();
            ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor();
            try (Upstream upstream = upstream(catalog)) {
                catalog.createClient(events.partnerId());
                publish(upstream, events.partner(nowhere));
                var unused = schedule.scheduleWithFixedDelay(
                        () -> publishNext(upstream, nowhere), 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
                for (int i = 0; i < KILLS; i++) {
                    int enough = acknowledged.get() + random.nextInt(MOST_EVENTS);
                    await().atMost(SOON).until(() -> acknowledged.get() >= enough);
                    running.kill();
                    if (random.nextInt(3) == 0) {
                        killWhileStarting(arguments);
                    }
                    running = start(arguments);
                }
                schedule.shutdown();
                assertThat(schedule.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
                publish(upstream, events.partner(nowhere));
                upstream.flush();
            } finally {
                schedule.shutdownNow();
            }
            assertThat(faults).as("seed " + SEED).isEmpty();
            FeedCopy copy = new FeedCopy(events.scopes(), 100);
            await("what the partner has, seed " + SEED).atMost(SOON).untilAsserted(() -> {
                copy.update(catalog.client(events.partnerId()));
                assertThat(copy.held()).isEqualTo(model.listed(events.partnerId()));
            });
        } finally {
            running.close();
        }
    }

    /** It comes back at the same addresses, so publishers continue by themselves. */
    private List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--data-dir=" + folder.resolve("data")));
        for (String port : List.of("http", "auth", "kafka", "registry", "console")) {
            arguments.add("--" + port + "-port=" + FixedPort.free());
        }
        return arguments;
    }

    private StandaloneProcess start(List<String> arguments) throws IOException {
        return StandaloneProcess.start(temporary(), arguments.toArray(String[]::new));
    }

    private void killWhileStarting(List<String> arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("standalone"));
        all.addAll(arguments);
        Process starting = StandaloneProcess.run(temporary(), ProcessBuilder.Redirect.INHERIT, List.of(), all);
        assertThat(starting.waitFor(random.nextInt(LONGEST_START_MS), TimeUnit.MILLISECONDS))
                .as("it ended by itself, seed " + SEED)
                .isFalse();
        starting.destroyForcibly().waitFor();
    }

    private Path temporary() throws IOException {
        return Files.createDirectories(folder.resolve("tmp"));
    }

    /** It retries for as long as all kills take together, in order. */
    private static Upstream upstream(CatalogAddresses catalog) {
        KafkaSettings patient = new KafkaSettings(
                catalog.kafka().bootstrapServers(),
                catalog.kafka().topics(),
                Map.of("delivery.timeout.ms", "600000", "max.block.ms", "600000"));
        // The registry goes down with each kill, so it is queried beforehand.
        SchemaRegistry schemas = catalog.schemas();
        schemas.registerAll(patient.topics().prefix());
        return new Upstream(patient, schemas);
    }

    private void publishNext(Upstream upstream, URI webhook) {
        try {
            publish(upstream, events.next(webhook));
        } catch (RuntimeException e) {
            faults.add(e.toString());
        }
    }

    private void publish(Upstream upstream, Event event) {
        model.take(event);
        var unused = upstream.publish(event, (metadata, fault) -> {
            if (fault == null) {
                acknowledged.incrementAndGet();
            } else {
                faults.add(event.key() + ": " + fault);
            }
        });
    }
}
