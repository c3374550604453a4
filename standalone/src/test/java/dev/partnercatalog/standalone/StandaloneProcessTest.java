package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.standalone.embedded.LoopbackPort;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process: what it prints, and how it ends. */
@Tag("processes")
@Order(1)
class StandaloneProcessTest {
    private static final long SEED = Long.getLong("catalog.seed", System.nanoTime());
    private static final int KILLS = Integer.getInteger("catalog.kills", 2);
    /** It takes 15 seconds at most; the machine may be busy with other tests. */
    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(2);

    private static final ProcessBuilder.Redirect LOG =
            ProcessBuilder.Redirect.appendTo(new File("target/standalone-process.log"));
    private static final int INTERVAL_MS = 10;
    private static final int MOST_EVENTS = 200;
    private static final int LONGEST_START_MS = 6_000;

    @TempDir
    Path folder;

    @TempDir
    Path temporary;

    private final Random random = new Random(SEED);
    private final RandomCatalog events = new RandomCatalog(SEED, "kills", 8_400_000);
    private final CatalogModel model = new CatalogModel();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final Queue<String> faults = new ConcurrentLinkedQueue<>();

    /** It comes back at the same addresses, so that publishers continue by themselves. */
    @Test
    void killed_again_and_again_while_it_starts_or_works_it_leaves_nothing_behind_and_loses_nothing() throws Exception {
        URI nowhere = URI.create("http://127.0.0.1:9/");
        Path data = folder.resolve("data folder");
        List<String> arguments = StandaloneProcess.withFreePorts("--data-dir=" + data);
        StandaloneProcess running = start(arguments);
        try {
            JsonNode chosen = chosen(running);
            assertRefused(
                    "catalog: the data folder " + data + " is in use by another standalone, process ",
                    "--data-dir=" + data);
            CatalogAddresses catalog = running.addresses();
            assertThat(catalog.secrets()).isAbsolute().startsWithRaw(data);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(catalog.secrets())))
                    .isEqualTo("rw-------");
            ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor();
            try (Upstream upstream = upstream(catalog)) {
                catalog.createClient(events.partnerId());
                publish(upstream, events.partner(nowhere));
                var unused = schedule.scheduleWithFixedDelay(
                        () -> publishNext(upstream, nowhere), 0, INTERVAL_MS, TimeUnit.MILLISECONDS);
                for (int i = 0; i < KILLS; i++) {
                    int enough = acknowledged.get() + random.nextInt(MOST_EVENTS);
                    await().until(() -> acknowledged.get() >= enough);
                    running.kill();
                    if (i % 2 == 1) {
                        killWhileStarting(arguments);
                    }
                    // At once, with the registry of the killed one perhaps still running.
                    running = start(arguments);
                    assertThat(chosen(running)).isEqualTo(chosen);
                }
                schedule.shutdown();
                assertThat(schedule.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
                publish(upstream, events.partner(nowhere));
                upstream.flush();
            } finally {
                schedule.shutdownNow();
            }
            assertThat(faults).as("seed " + SEED).isEmpty();
            PartnerClient partner = catalog.client(events.partnerId());
            FeedCopy copy = new FeedCopy(events.scopes(), 100);
            await("what the partner has, seed " + SEED).untilAsserted(() -> {
                copy.update(partner);
                assertThat(copy.held()).isEqualTo(model.listed(events.partnerId()));
            });
            List<ProcessHandle> children = running.children();
            running.kill();
            await().atMost(STOP_TIMEOUT).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
            assertPortsFree(running);
        } finally {
            running.close();
        }
    }

    private StandaloneProcess start(List<String> arguments) throws IOException {
        return StandaloneProcess.start(temporary, LOG, arguments);
    }

    private void killWhileStarting(List<String> arguments) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("standalone"));
        all.addAll(arguments);
        Process starting = StandaloneProcess.program(temporary, List.of(), all)
                .redirectError(LOG)
                .start();
        assertThat(starting.waitFor(random.nextInt(LONGEST_START_MS), TimeUnit.MILLISECONDS))
                .as("it ended by itself, seed " + SEED)
                .isFalse();
        starting.destroyForcibly().waitFor();
    }

    /**
     * It retries for as long as all kills take together, in order. After a kill a broker knows only the last batch of a
     * producer: of several that were not confirmed, it would refuse the first ones for ever.
     */
    private static Upstream upstream(CatalogAddresses catalog) {
        KafkaSettings patient = new KafkaSettings(
                catalog.kafka().bootstrapServers(),
                catalog.kafka().topics(),
                Map.of(
                        "delivery.timeout.ms",
                        "600000",
                        "max.block.ms",
                        "600000",
                        "max.in.flight.requests.per.connection",
                        "1"));
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

    private void publish(Upstream upstream, RandomCatalog.Event event) {
        model.take(event);
        var unused = upstream.publish(event, (metadata, fault) -> {
            if (fault == null) {
                acknowledged.incrementAndGet();
            } else {
                faults.add(event.key() + ": " + fault);
            }
        });
    }

    private static void assertPortsFree(StandaloneProcess process) {
        assertThat(List.of("api", "auth", "kafka", "registry"))
                .allMatch(field -> LoopbackPort.isFree(process.port(field)));
    }

    /** What it printed when it was ready, without the port that is a free one each time. */
    private static JsonNode chosen(StandaloneProcess process) {
        return ((ObjectNode) process.ready().deepCopy()).without("internal");
    }

    @Test
    void it_starts_without_a_warning_and_told_to_end_it_ends_in_time_and_leaves_nothing_behind() throws Exception {
        Path log = folder.resolve("log");
        try (StandaloneProcess process = StandaloneProcess.start(
                temporary, ProcessBuilder.Redirect.to(log.toFile()), StandaloneProcess.withFreePorts())) {
            // GroupProgress warns of a broker that is late, as on a slow machine.
            assertThat(Files.readAllLines(log))
                    .isNotEmpty()
                    .noneMatch(line -> line.matches("\\S+ (WARN|ERROR) ++(?!GroupProgress ).*"));
            List<ProcessHandle> children = process.children();
            assertThat(children).hasSize(1);

            assertThat(process.terminate(STOP_TIMEOUT)).isTrue();

            assertThat(process.exitStatus()).isIn(0, 143);
            assertThat(children).noneMatch(ProcessHandle::isAlive);
            assertPortsFree(process);
            assertThat(temporary).isDirectoryNotContaining("glob:**partner-catalog-*");
        }
    }

    @Test
    void all_taken_ports_are_named_at_once_with_their_options() throws Exception {
        try (ServerSocket http = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket kafka = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ServerSocket registry = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    "catalog: ports %d for the API (--http-port), %d for Kafka (--kafka-port),"
                                    .formatted(http.getLocalPort(), kafka.getLocalPort())
                            + " %d for the schema registry (--registry-port) are not free on 127.0.0.1:"
                                    .formatted(registry.getLocalPort())
                            + " choose others with these options (0 for any free one), or stop what uses them",
                    "--http-port=" + http.getLocalPort(),
                    "--kafka-port=" + kafka.getLocalPort(),
                    "--registry-port=" + registry.getLocalPort(),
                    "--data-dir",
                    folder.resolve("never made").toString());
            assertThat(folder).isEmptyDirectory();
        }
    }

    @Test
    void a_registry_port_that_stays_taken_is_named_with_its_option() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertRefused(
                    "catalog: port " + taken.getLocalPort() + " for the schema registry (--registry-port) is not free"
                            + " on 127.0.0.1: choose another one with this option (0 for any free one),",
                    "--registry-port=" + taken.getLocalPort());
        }
    }

    private void assertRefused(String message, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("standalone"));
        StandaloneProcess.PORTS.stream()
                .filter(option -> Stream.of(arguments).noneMatch(argument -> argument.startsWith(option)))
                .forEach(option -> all.add(option + "=0"));
        all.addAll(List.of(arguments));
        Process process = StandaloneProcess.program(temporary, List.of(), all).start();
        assertThat(process.errorReader().lines()).singleElement().asString().startsWith(message);
        assertThat(process.inputReader().lines()).isEmpty();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
    }
}
