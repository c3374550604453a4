package dev.partnercatalog.standalone;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * A node of a Kafka cluster, broker and controller in one, in a separate process with Kafka's defaults where
 * docs/operators/deploy.md requires nothing else. It can be killed, paused, stopped, and restarted with the same folder
 * and ports.
 */
public final class KafkaNode extends RestartableProcess {
    private static final Duration STOP = Duration.ofSeconds(90);

    private final Path folder;
    private final int number;
    private final int port = FixedPort.free();
    private final int controller = FixedPort.free();

    private KafkaNode(Path folder, int number) {
        super("broker " + number, STOP);
        this.folder = folder;
        this.number = number;
    }

    /**
     * The nodes of a cluster, none of which runs yet.
     *
     * @param accounts that can log in, in the form of Kafka's formatter
     * @param settings replace this class's own
     */
    public static List<KafkaNode> cluster(Path folder, int count, List<String> accounts, String... settings)
            throws Exception {
        List<KafkaNode> nodes = IntStream.range(0, count)
                .mapToObj(number -> new KafkaNode(folder, number))
                .toList();
        String cluster = Uuid.randomUuid().toString();
        String voters = nodes.stream()
                .map(node -> node.number + "@127.0.0.1:" + node.controller)
                .collect(Collectors.joining(","));
        for (KafkaNode node : nodes) {
            String data = Files.createDirectories(folder.resolve("kafka-" + node.number))
                    .toString();
            new Formatter()
                    .setClusterId(cluster)
                    .setNodeId(node.number)
                    .addDirectory(data)
                    .setMetadataLogDirectory(data)
                    .setControllerListenerName("CONTROLLER")
                    .setScramArguments(accounts)
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .run();
            List<String> all = node.settings(data, voters, count);
            all.addAll(List.of(settings));
            Files.write(node.file("properties"), all);
        }
        Files.writeString(folder.resolve("logging.xml"), """
                <configuration>
                  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%d{HH:mm:ss.SSS} %-5level %logger{0} %msg%n%ex{short}</pattern></encoder>
                  </appender>
                  <logger name="kafka.authorizer.logger" level="INFO"/>
                  <root level="WARN"><appender-ref ref="out"/></root>
                </configuration>""");
        return nodes;
    }

    private List<String> settings(String data, String voters, int count) {
        String clients = "CLIENTS://127.0.0.1:" + port;
        return new ArrayList<>(List.of(
                "process.roles=broker,controller",
                "node.id=" + number,
                "broker.rack=zone-" + number,
                "log.dirs=" + data,
                "controller.quorum.voters=" + voters,
                "listeners=" + clients + ",CONTROLLER://127.0.0.1:" + controller,
                "advertised.listeners=" + clients,
                "controller.listener.names=CONTROLLER",
                "inter.broker.listener.name=CLIENTS",
                "listener.security.protocol.map=CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT",
                // As in docs/operators/deploy.md.
                "default.replication.factor=" + count,
                "min.insync.replicas=" + Math.max(1, count - 1),
                "offsets.topic.replication.factor=" + count,
                "transaction.state.log.replication.factor=" + count,
                "transaction.state.log.min.isr=" + Math.max(1, count - 1),
                "auto.create.topics.enable=false",
                "transaction.abort.timed.out.transaction.cleanup.interval.ms=1000",
                // Small, because everything shares one machine.
                "offsets.topic.num.partitions=6",
                "transaction.state.log.num.partitions=6",
                "log.cleaner.dedupe.buffer.size=4194304",
                "log.index.size.max.bytes=1048576",
                "num.io.threads=4"));
    }

    private Path file(String ending) {
        return folder.resolve("node-" + number + "." + ending);
    }

    /** Starts it, where it left off if it ran before; doesn't wait. */
    public void start() throws IOException {
        begin(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Djava.io.tmpdir=" + folder,
                        "-Dlogback.configurationFile=" + folder.resolve("logging.xml"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "kafka.Kafka",
                        file("properties").toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile())));
    }

    /** Waits until all nodes of a cluster serve. */
    public static void awaitServing(List<KafkaNode> nodes, Admin admin) {
        await().ignoreExceptionsInstanceOf(ExecutionException.class).until(() -> {
            for (KafkaNode node : nodes) {
                if (!node.isAlive()) {
                    throw new AssertionError(node.log());
                }
            }
            return admin.describeCluster().nodes().get().size() == nodes.size();
        });
    }

    /** The address for clients, as {@code host:port}. */
    public String address() {
        return "127.0.0.1:" + port;
    }

    @Override
    Path logFile() {
        return file("log");
    }
}
