package dev.partnercatalog.standalone;

import static dev.partnercatalog.standalone.CompanyEvents.partner;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.embedded.LoopbackPort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command as a process: what it prints, and how it ends. */
@Tag("processes")
@Order(1)
class StandaloneProcessTest {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration SOON = Duration.ofMinutes(3);
    private static final int BATCH = 1_000;

    @TempDir
    Path folder;

    @TempDir
    Path temporary;

    /** One start serves what is looked at before a kill, and another what is looked at after it, because it takes long. */
    @Test
    void killed_while_events_are_published_it_leaves_nothing_behind_and_serves_all_of_them_after_a_restart()
            throws Exception {
        Path data = folder.resolve("data folder");
        List<String> barcodes =
                IntStream.range(0, 20_000).mapToObj(i -> "survivor-" + i).toList();
        Set<String> acknowledged = ConcurrentHashMap.newKeySet();
        StandaloneProcess first = StandaloneProcess.onFreePorts(temporary, "--data-dir", data.toString());
        try (first) {
            assertRefused(
                    "catalog: the data folder " + data + " is in use by another standalone, process ",
                    "--data-dir",
                    data.toString());
            assertThat(first.addresses().client("anyone")).isNotNull();
            Path secrets = first.addresses().secrets();
            assertThat(secrets).isAbsolute().startsWithRaw(data);
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secrets)))
                    .isEqualTo("rw-------");
            first.addresses().publish(CatalogTopic.PARTNERS, partner("survivor", "", 1));
            publishUntilKilled(first, barcodes, acknowledged);
        }
        assertThat(acknowledged).hasSizeBetween(5_000, barcodes.size() - 1);

        // At once, on the same ports and folder, with the registry of the killed one perhaps still running.
        try (StandaloneProcess second = StandaloneProcess.start(
                temporary,
                "--data-dir",
                data.toString(),
                "--http-port",
                "" + first.port("api"),
                "--auth-port",
                "" + first.port("auth"),
                "--kafka-port",
                "" + first.port("kafka"),
                "--registry-port",
                "" + first.port("registry"),
                "--console-port",
                "" + first.port("console"))) {
            assertThat(chosen(second)).isEqualTo(chosen(first));
            PartnerClient partner = second.addresses().client("survivor");
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(unresolved(partner, List.copyOf(acknowledged)))
                            .isEmpty());

            publishAll(second.addresses(), barcodes);
            await().atMost(SOON)
                    .untilAsserted(
                            () -> assertThat(unresolved(partner, barcodes)).isEmpty());

            List<ProcessHandle> children = second.children();
            second.kill();
            await().atMost(Duration.ofSeconds(3)).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
            assertPortsFree(second);
        }
    }

    private static void assertPortsFree(StandaloneProcess process) {
        assertThat(List.of("api", "auth", "kafka", "registry"))
                .allMatch(field -> LoopbackPort.isFree(process.port(field)));
    }

    /** What it printed when it was ready, without the port that is a free one each time. */
    private static JsonNode chosen(StandaloneProcess process) {
        return ((ObjectNode) process.ready().deepCopy()).without("internal");
    }

    private static void publishUntilKilled(StandaloneProcess process, List<String> barcodes, Set<String> acknowledged)
            throws InterruptedException {
        Map<String, Object> settings = Map.of("delivery.timeout.ms", 2_000, "request.timeout.ms", 1_000);
        Semaphore underWay = new Semaphore(500);
        try (Producer<String, BpdVariant> producer = producer(process.addresses(), settings)) {
            for (int i = 0; acknowledged.size() < 5_000; i++) {
                String barcode = barcodes.get(i);
                underWay.acquire();
                Callback answered = (metadata, failure) -> {
                    underWay.release();
                    if (failure == null) {
                        acknowledged.add(barcode);
                    }
                };
                var unused = producer.send(event(barcode), answered);
            }
            process.kill();
        }
    }

    private static void publishAll(CatalogAddresses catalog, List<String> barcodes) throws Exception {
        try (Producer<String, BpdVariant> producer = producer(catalog, Map.of())) {
            List<Future<RecordMetadata>> sent = barcodes.stream()
                    .map(barcode -> producer.send(event(barcode)))
                    .toList();
            for (Future<RecordMetadata> answer : sent) {
                answer.get();
            }
        }
    }

    private static Producer<String, BpdVariant> producer(CatalogAddresses catalog, Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put("bootstrap.servers", catalog.kafka().bootstrapServers());
        return new KafkaProducer<>(
                all, new StringSerializer(), new RecordSerializer<>(catalog.schemas(), CatalogTopic.BPD_VARIANTS));
    }

    private static ProducerRecord<String, BpdVariant> event(String barcode) {
        BpdVariant variant =
                BpdVariant.newBuilder().setBarcode(barcode).setName(barcode).build();
        return new ProducerRecord<>("catalog.bpd-variants", barcode, variant);
    }

    private static List<String> unresolved(PartnerClient partner, List<String> barcodes) throws Exception {
        List<String> missing = new ArrayList<>();
        for (int from = 0; from < barcodes.size(); from += BATCH) {
            List<String> batch = barcodes.subList(from, Math.min(from + BATCH, barcodes.size()));
            partner.variants(1, 1, batch, List.of())
                    .path("failedBarcodes")
                    .forEach(barcode -> missing.add(barcode.asText()));
        }
        return missing;
    }

    @Test
    void it_starts_without_a_warning_and_told_to_end_it_ends_in_time_and_leaves_nothing_behind() throws Exception {
        Path log = folder.resolve("log");
        try (StandaloneProcess process =
                StandaloneProcess.onFreePorts(temporary, ProcessBuilder.Redirect.to(log.toFile()))) {
            assertThat(Files.readAllLines(log)).isNotEmpty().noneMatch(line -> line.matches("\\S+ (WARN|ERROR) .*"));
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
        Stream.of("http", "auth", "kafka", "registry", "console")
                .map(port -> "--" + port + "-port")
                .filter(option -> Stream.of(arguments).noneMatch(argument -> argument.startsWith(option)))
                .forEach(option -> all.add(option + "=0"));
        all.addAll(List.of(arguments));
        Process process = StandaloneProcess.run(temporary, ProcessBuilder.Redirect.PIPE, List.of(), all);
        assertThat(process.errorReader().lines()).singleElement().asString().startsWith(message);
        assertThat(process.inputReader().lines()).isEmpty();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
    }
}
