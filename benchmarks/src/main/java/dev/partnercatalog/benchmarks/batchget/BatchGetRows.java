package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.ApiInstance;
import dev.partnercatalog.benchmarks.setup.CatalogTopics;
import dev.partnercatalog.benchmarks.setup.CpuTime;
import dev.partnercatalog.benchmarks.setup.Environment;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Batch-gets against a bare handler that answers as many bytes, by the same server and to the same client. */
public final class BatchGetRows {

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

    private final List<Row> rows = new ArrayList<>();
    private final Run run;
    private final Environment environment;
    private final Pace pace;

    private BatchGetRows(Run run, Environment environment) {
        this.run = run;
        this.environment = environment;
        this.pace = run.pace();
    }

    /** The group of these rows. */
    public static RowGroup group() {
        return new RowGroup() {
            @Override
            public List<String> names() {
                return List.of(BATCH_GET, COLD, P99);
            }

            @Override
            public List<Row> measure(Run run) throws Exception {
                try (Environment environment = Environment.start(run.folder().resolve("batch-get"))) {
                    return new BatchGetRows(run, environment).measure();
                }
            }
        };
    }

    private List<Row> measure() throws Exception {
        System.err.println("writing the catalog ...");
        new CatalogTopics(environment.kafka(PARTITIONS), environment.registry()).write();
        if (run.wants(BATCH_GET) || run.wants(P99)) {
            measureWarm();
        }
        if (run.wants(COLD)) {
            try (ApiInstance api = start(TENTH)) {
                compare(api, COLD, 0.2);
            }
        }
        return rows;
    }

    private void measureWarm() throws Exception {
        try (ApiInstance api = start()) {
            Row row = compare(api, BATCH_GET, 0.7);
            if (run.wants(P99)) {
                compareLatency(api, row);
            }
        }
    }

    private ApiInstance start(String... more) throws Exception {
        System.err.println("starting the query API ...");
        // The same folder: an instance that starts again reads its stores, not the topics.
        Path own = Files.createDirectories(environment.folder().resolve("query-api"));
        return ApiInstance.start(environment, PARTITIONS, own, OPTIONS, more);
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
            if (run.wants(name)) {
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
                environment.folder().resolve("bare.log"),
                OPTIONS,
                BareServer.class.getName(),
                Long.toString(Math.round(bytes)));
    }

    private Measured load(int port, double warmUp, double rate, String token, long seed) throws Exception {
        Load load = new Load(port, CONNECTIONS, warmUp, pace.seconds(), rate, token, seed);
        try (JavaProcess generator = JavaProcess.start(
                environment.folder().resolve("load.log"),
                List.of("-Xmx256m", "-XX:+UseSerialGC"),
                LoadGenerator.class.getName(),
                load.arguments())) {
            return Measured.parse(generator.line());
        }
    }
}
