package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import dev.partnercatalog.standalone.embedded.EmbeddedRegistry;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Batch-gets against a bare handler that answers as many bytes, by the same server and to the same client. */
final class BatchGetRows {

    static final String BATCH_GET = "batch-get";
    static final String COLD = "batch-get-cold";
    static final String P99 = "batch-get-p99";

    private static final int PARTITIONS = 24;
    private static final int CONNECTIONS = 16;

    /** As the launcher runs it. */
    private static final List<String> OPTIONS =
            List.of("-Xmx1536m", "-Xmn192m", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages");

    /** A tenth of what the generated data takes in memory; less can't be set for the stores than half of that. */
    private static final String[] TENTH = {"--memory-tier-mib=50", "--store-memory-mib=32"};

    private final Path folder;
    private final Pace pace;
    private final Set<String> wanted;
    private final List<Row> rows = new ArrayList<>();

    BatchGetRows(Path folder, Pace pace, Set<String> wanted) {
        this.folder = folder;
        this.pace = pace;
        this.wanted = wanted;
    }

    List<Row> measure() throws Exception {
        Path secrets = folder.resolve("master.key");
        MasterKey.loadOrCreate(secrets);
        Path registryHome = Path.of(System.getProperty("catalog.registry.home"));
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
                EmbeddedRegistry registry =
                        EmbeddedRegistry.start(registryHome, Files.createDirectories(folder.resolve("registry")), 0)) {
            KafkaSettings kafka = new KafkaSettings(
                    broker.bootstrapServers(),
                    new TopicSettings(TopicSettings.DEFAULT_PREFIX, PARTITIONS, (short) 1),
                    Map.of());
            System.err.println("writing the catalog ...");
            new CatalogTopics(kafka, registry.url()).write();
            if (wanted.contains(BATCH_GET) || wanted.contains(P99)) {
                measureWarm(kafka, registry.url(), secrets);
            }
            if (wanted.contains(COLD)) {
                try (ApiInstance api = start(kafka, registry.url(), secrets, TENTH)) {
                    compare(api, COLD, 0.2);
                }
            }
            return rows;
        }
    }

    private void measureWarm(KafkaSettings kafka, URI registry, Path secrets) throws Exception {
        try (ApiInstance api = start(kafka, registry, secrets)) {
            Row row = compare(api, BATCH_GET, 0.7);
            if (wanted.contains(P99)) {
                compareLatency(api, row);
            }
        }
    }

    private ApiInstance start(KafkaSettings kafka, URI registry, Path secrets, String... more) throws Exception {
        System.err.println("starting the query API ...");
        // The same folder: an instance that starts again reads its stores, not the topics.
        Path own = Files.createDirectories(folder.resolve("query-api"));
        return ApiInstance.start(kafka, registry, secrets, own, OPTIONS, more);
    }

    private Row compare(ApiInstance api, String name, double goal) throws Exception {
        String token = api.token();
        Measured first = load(api.port(), pace.firstWarmUpSeconds(), 0, token, 0);
        try (JavaProcess bare = bare(first.bytes())) {
            int barePort = Integer.parseInt(bare.line());
            load(barePort, pace.firstWarmUpSeconds() / 2, 0, token, 0);
            List<Double> ours = new ArrayList<>();
            List<Double> against = new ArrayList<>();
            for (int round = 1; round <= pace.rounds(); round++) {
                ours.add(throughput("ours", api.pid(), api.port(), token, round));
                against.add(throughput("bare", bare.pid(), barePort, token, round));
                System.err.printf("%s round %d: %.0f %.0f%n", name, round, last(ours), last(against));
            }
            Row row = Row.of(name, "requests/s", ours, against, goal, Row.Better.HIGHER);
            if (wanted.contains(name)) {
                rows.add(row);
            }
            return row;
        }
    }

    private double throughput(String what, long pid, int port, String token, long seed) throws Exception {
        long cpu = CpuTime.of(pid);
        Measured measured = load(port, pace.warmUpSeconds(), 0, token, seed);
        System.err.printf(
                "  %s: %.0f µs of processor a request in the server, %.0f in the client, %.0f bytes%n",
                what, (CpuTime.of(pid) - cpu) / 1e3 / measured.sent(), measured.cpuMicros(), measured.bytes());
        return measured.requestsPerSecond();
    }

    /** Both at half of the API's top load, since the slower one bounds what both can take. */
    private void compareLatency(ApiInstance api, Row throughput) throws Exception {
        String token = api.token();
        double rate = throughput.ours() / 2;
        Measured first = load(api.port(), pace.warmUpSeconds(), rate, token, 0);
        try (JavaProcess bare = bare(first.bytes())) {
            int barePort = Integer.parseInt(bare.line());
            load(barePort, pace.firstWarmUpSeconds() / 2, 0, token, 0);
            List<Double> ours = new ArrayList<>();
            List<Double> against = new ArrayList<>();
            for (int round = 1; round <= pace.rounds(); round++) {
                ours.add(load(api.port(), pace.warmUpSeconds(), rate, token, round)
                        .p99Millis());
                against.add(
                        load(barePort, pace.warmUpSeconds(), rate, token, round).p99Millis());
                System.err.printf("%s round %d: %.2f %.2f%n", P99, round, last(ours), last(against));
            }
            rows.add(Row.of(P99, "ms", ours, against, 2, Row.Better.LOWER));
        }
    }

    private static double last(List<Double> values) {
        return values.get(values.size() - 1);
    }

    private JavaProcess bare(double bytes) throws Exception {
        return JavaProcess.start(
                folder.resolve("bare.log"), OPTIONS, BareServer.class.getName(), Long.toString(Math.round(bytes)));
    }

    private Measured load(int port, double warmUp, double rate, String token, long seed) throws Exception {
        Load load = new Load(port, CONNECTIONS, warmUp, pace.seconds(), rate, token, seed);
        try (JavaProcess generator = JavaProcess.start(
                folder.resolve("load.log"),
                List.of("-Xmx256m", "-XX:+UseSerialGC"),
                LoadGenerator.class.getName(),
                load.arguments())) {
            return Measured.parse(generator.line());
        }
    }
}
