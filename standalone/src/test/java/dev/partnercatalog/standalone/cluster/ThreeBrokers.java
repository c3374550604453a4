package dev.partnercatalog.standalone.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.standalone.FixedPort;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.metadata.storage.Formatter;

/**
 * Three nodes, each of them broker and controller in a separate process, with three replicas of each topic, two of
 * which must have what is acknowledged: as docs/operators/deploy.md requires, and otherwise with Kafka's defaults. One at a
 * time may be killed or stopped, and restarted with the same folder and ports.
 */
final class ThreeBrokers implements Brokers {

    static final int COUNT = 3;

    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration STOP = Duration.ofSeconds(90);

    private final Path folder;
    private final List<Integer> ports = new ArrayList<>();
    private final List<Integer> controllers = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();

    private ThreeBrokers(Path folder) {
        this.folder = folder;
    }

    /** Starts a cluster and returns when all of it is serving. */
    static ThreeBrokers start(Path folder) throws IOException {
        ThreeBrokers brokers = new ThreeBrokers(Files.createDirectories(folder));
        String cluster = Uuid.randomUuid().toString();
        for (int node = 0; node < COUNT; node++) {
            brokers.ports.add(FixedPort.free());
            brokers.controllers.add(FixedPort.free());
        }
        try {
            for (int node = 0; node < COUNT; node++) {
                brokers.format(node, cluster);
                brokers.processes.add(brokers.run(node));
            }
            brokers.awaitNodes();
            return brokers;
        } catch (Throwable e) {
            brokers.close();
            throw e;
        }
    }

    private void format(int node, String cluster) throws IOException {
        Path data = Files.createDirectories(folder.resolve("kafka-" + node));
        try {
            new Formatter()
                    .setClusterId(cluster)
                    .setNodeId(node)
                    .addDirectory(data.toString())
                    .setMetadataLogDirectory(data.toString())
                    .setControllerListenerName("CONTROLLER")
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .run();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError("Kafka's folder can't be formatted", e);
        }
        String voters = "";
        for (int other = 0; other < COUNT; other++) {
            voters += (other == 0 ? "" : ",") + other + "@127.0.0.1:" + controllers.get(other);
        }
        Files.writeString(
                settings(node),
                String.join(
                        "\n",
                        "process.roles=broker,controller",
                        "node.id=" + node,
                        "broker.rack=zone-" + node,
                        "log.dirs=" + data,
                        "controller.quorum.voters=" + voters,
                        "listeners=CLIENTS://127.0.0.1:" + ports.get(node) + ",CONTROLLER://127.0.0.1:"
                                + controllers.get(node),
                        "advertised.listeners=CLIENTS://127.0.0.1:" + ports.get(node),
                        "controller.listener.names=CONTROLLER",
                        "inter.broker.listener.name=CLIENTS",
                        "listener.security.protocol.map=CLIENTS:PLAINTEXT,CONTROLLER:PLAINTEXT",
                        // As in docs/operators/deploy.md.
                        "default.replication.factor=3",
                        "min.insync.replicas=2",
                        "offsets.topic.replication.factor=3",
                        "transaction.state.log.replication.factor=3",
                        "transaction.state.log.min.isr=2",
                        "auto.create.topics.enable=false",
                        "transaction.abort.timed.out.transaction.cleanup.interval.ms=1000",
                        // Small, because everything shares one machine.
                        "offsets.topic.num.partitions=6",
                        "transaction.state.log.num.partitions=6",
                        "log.cleaner.dedupe.buffer.size=4194304",
                        "log.index.size.max.bytes=1048576",
                        "num.io.threads=4",
                        ""));
        Files.writeString(folder.resolve("logging.xml"), """
                <configuration>
                  <appender name="out" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%d{HH:mm:ss.SSS} %-5level %logger{0} %msg%n%ex{short}</pattern></encoder>
                  </appender>
                  <root level="WARN"><appender-ref ref="out"/></root>
                </configuration>""");
    }

    private Path settings(int node) {
        return folder.resolve("server-" + node + ".properties");
    }

    private Process run(int node) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-Dlogback.configurationFile=" + folder.resolve("logging.xml"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "kafka.Kafka",
                        settings(node).toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("log-" + node).toFile()))
                .start();
    }

    @Override
    public String bootstrapServers() {
        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    @Override
    public short replicationFactor() {
        return COUNT;
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", bootstrapServers()));
    }

    private void awaitNodes() throws IOException {
        try (Admin admin = admin()) {
            await().atMost(START)
                    .ignoreExceptionsInstanceOf(ExecutionException.class)
                    .until(() -> admin.describeCluster().nodes().get().size() == COUNT);
        } catch (RuntimeException | Error e) {
            throw new AssertionError(Files.readString(folder.resolve("log-0")), e);
        }
    }

    /** The node whose controller leads: if it stops, the others have to elect another one first. */
    int leader() throws Exception {
        try (Admin admin = admin()) {
            return admin.describeMetadataQuorum().quorumInfo().get().leaderId();
        }
    }

    /** Ends a node without warning, as kill -9 does. */
    void kill(int node) throws InterruptedException {
        processes.get(node).destroyForcibly().waitFor();
    }

    /** Tells a node to end, as SIGTERM does, and waits. */
    void terminate(int node) throws InterruptedException {
        processes.get(node).destroy();
        assertThat(processes.get(node).waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS))
                .as("broker " + node + " ended within " + STOP)
                .isTrue();
    }

    /** Restarts a node where it left off; returns when each partition has all of its replicas in sync again. */
    void startAgain(int node) throws IOException {
        processes.set(node, run(node));
        awaitNodes();
        awaitWhole();
    }

    /** Waits until each partition of each topic, including Kafka's own, has three replicas that are all in sync. */
    void awaitWhole() {
        try (Admin admin = admin()) {
            await("all replicas are in sync")
                    .atMost(START)
                    .ignoreExceptionsInstanceOf(ExecutionException.class)
                    .untilAsserted(() -> assertThat(topics(admin).values())
                            .isNotEmpty()
                            .allSatisfy(topic -> assertThat(topic.partitions())
                                    .as(topic.name())
                                    .allSatisfy(partition -> {
                                        assertThat(partition.replicas()).hasSize(COUNT);
                                        assertThat(partition.isr()).hasSize(COUNT);
                                    })));
        }
    }

    /** Waits until no partition counts a killed node among its replicas in sync. */
    void awaitMissed(int node) {
        try (Admin admin = admin()) {
            await("node " + node + " is missed")
                    .atMost(START)
                    .ignoreExceptionsInstanceOf(ExecutionException.class)
                    .untilAsserted(() -> assertThat(topics(admin).values())
                            .flatExtracting(TopicDescription::partitions)
                            .flatExtracting(TopicPartitionInfo::isr)
                            .extracting(Node::id)
                            .doesNotContain(node));
        }
    }

    private static Map<String, TopicDescription> topics(Admin admin) throws ExecutionException, InterruptedException {
        return admin.describeTopics(admin.listTopics(new ListTopicsOptions().listInternal(true))
                        .names()
                        .get())
                .allTopicNames()
                .get();
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }

    @Override
    public String toString() {
        return "three brokers";
    }
}
