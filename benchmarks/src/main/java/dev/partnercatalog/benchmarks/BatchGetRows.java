package dev.partnercatalog.benchmarks;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Batch-gets compared with what could answer them instead, with the same client. */
final class BatchGetRows implements AutoCloseable {

    /** As the launcher runs the query API. */
    static final List<String> OPTIONS =
            List.of("-Xmx1536m", "-Xmn192m", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages");

    private static final int CONNECTIONS = 16;
    /** With this many, the compiler of what is warmed up gets its share of the processors. */
    private static final int GENTLE_CONNECTIONS = 6;
    /** The least memory that the stores accept, so that data is read from files. */
    private static final int LEAST_FOR_STORES_MIB = 32;
    /** The number of variants that take ten MiB in memory. */
    private static final int VARIANTS_OF_TEN_MIB = 4_000;
    /** Of the top load: it leaves processors for what arrives, and for what brings it. */
    private static final double BUSY_SHARE = 0.25;

    private static final int CHANGES_A_SECOND = 1_000;

    private final Run run;
    private final Pace pace;
    private final BenchmarkEnvironment.Part part;
    /** Puts load on what is measured: always the same one, so that it is warm too. */
    private final JavaProcess generator;

    private @Nullable JavaProcess bareServer;
    private @Nullable Target bare;
    private double bareBytes;

    /** The recipient of requests. */
    private record Target(String name, JavaProcess process, int port, String token, boolean skus) {}

    private BatchGetRows(Run run, BenchmarkEnvironment.Part part) throws IOException {
        this.run = run;
        this.pace = run.pace();
        this.part = part;
        this.generator = part.start(LoadGenerator.class, List.of("-Xmx256m", "-XX:+UseSerialGC"));
    }

    static void measure(Run run) throws Exception {
        try (BatchGetRows rows = new BatchGetRows(run, run.environment().part("batch-get"))) {
            rows.measure();
        }
    }

    private void measure() throws Exception {
        System.err.println("writing the catalog ...");
        try (TopicWriter topics = TopicWriter.of(part)) {
            new CatalogTopics(topics, pace.variants()).write();
        }
        // In any case: otherwise, stores would be filled while cold rows are measured, with the least memory.
        try (ApiInstance api = ApiInstance.start(part)) {
            api.awaitServing();
            if (run.wants(
                    Row.BATCH_GET, Row.BATCH_GET_FLAGS, Row.BATCH_GET_SKUS, Row.BATCH_GET_BUSY, Row.BATCH_GET_DB)) {
                measureWarm(api);
            }
        }
        if (run.wants(Row.BATCH_GET_COLD)) {
            int tenth = Math.max(1, pace.variants() / VARIANTS_OF_TEN_MIB);
            // A restarted instance reads its stores, not the topics.
            try (ApiInstance api = ApiInstance.start(
                    part, "--memory-tier-mib=" + tenth, "--store-memory-mib=" + LEAST_FOR_STORES_MIB)) {
                api.awaitServing();
                compareWithBare(Row.BATCH_GET_COLD, target(api, CatalogTopics.CLIENT_ID, false), pace.fewRounds());
            }
        }
    }

    private void measureWarm(ApiInstance api) throws Exception {
        Target ours = target(api, CatalogTopics.CLIENT_ID, false);
        // It has the most to compile, and a serving instance has done so long ago.
        LoadGenerator.Measured first = warmUp(ours, 2 * pace.firstWarmUpSeconds());
        if (run.wants(Row.BATCH_GET_DB)) {
            compareWithDatabase(ours, first);
        }
        if (run.wants(Row.BATCH_GET)) {
            compare(Row.BATCH_GET, ours, bare(ours, first), pace.rounds());
        }
        if (run.wants(Row.BATCH_GET_BUSY)) {
            compareBusy(ours);
        }
        if (run.wants(Row.BATCH_GET_FLAGS)) {
            compareWithBare(Row.BATCH_GET_FLAGS, target(api, CatalogTopics.CLIENT_WITH_FLAGS, false), pace.fewRounds());
        }
        if (run.wants(Row.BATCH_GET_SKUS)) {
            compareWithBare(Row.BATCH_GET_SKUS, target(api, CatalogTopics.CLIENT_ID, true), pace.fewRounds());
        }
    }

    private static Target target(ApiInstance api, String client, boolean skus) throws Exception {
        return new Target("ours", api.process().process(), api.port(), api.token(client), skus);
    }

    private void compareWithBare(Row row, Target ours, int rounds) throws Exception {
        compare(row, ours, bare(ours, warmUp(ours, pace.firstWarmUpSeconds())), rounds);
    }

    private void compare(Row row, Target ours, Target against, int rounds) throws Exception {
        List<Double> rates = new ArrayList<>();
        List<Double> ratesAgainst = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            rates.add(throughput(ours, round));
            ratesAgainst.add(throughput(against, round));
        }
        run.measured(row, rates, ratesAgainst);
    }

    private void compareBusy(Target ours) throws Exception {
        double rate = throughput(ours, 0) * BUSY_SHARE;
        List<Double> busy = new ArrayList<>();
        List<Double> calm = new ArrayList<>();
        try (TopicWriter topics = TopicWriter.of(part)) {
            // Encoded before, which takes nothing from what is measured.
            List<ProducerRecord<String, byte[]>> records = new SplittableRandom(CHANGES_A_SECOND)
                    .ints(5L * CHANGES_A_SECOND, 0, pace.variants())
                    .mapToObj(variant -> changed(topics, variant))
                    .toList();
            AtomicInteger next = new AtomicInteger();
            for (int round = 1; round <= pace.fewRounds(); round++) {
                ScheduledExecutorService changing = Executors.newSingleThreadScheduledExecutor();
                long interval = TimeUnit.SECONDS.toNanos(1) / CHANGES_A_SECOND;
                var unused = changing.scheduleAtFixedRate(
                        () -> topics.put(records.get(next.getAndIncrement() % records.size())),
                        0,
                        interval,
                        TimeUnit.NANOSECONDS);
                busy.add(load(ours, rate, round).p99Millis());
                changing.shutdown();
                if (!changing.awaitTermination(1, TimeUnit.MINUTES)) {
                    throw new IOException("changes could not be written");
                }
                topics.flush();
                calm.add(load(ours, rate, round).p99Millis());
            }
        }
        run.measured(Row.BATCH_GET_BUSY, busy, calm);
    }

    private static ProducerRecord<String, byte[]> changed(TopicWriter topics, int variant) {
        ScopedVariant key = new ScopedVariant(Scope.everywhere(), GeneratedCatalog.barcode(variant));
        return topics.encode(key, VariantRecords.variant(key, 2, GeneratedCatalog.resolved(variant, null)));
    }

    private void compareWithDatabase(Target ours, LoadGenerator.Measured first) throws Exception {
        System.err.println("starting a database ...");
        try (LayerDatabase database = LayerDatabase.start(part.folder().resolve("database"), pace.variants());
                JavaProcess server = part.start(DatabaseServer.class, OPTIONS, database.url())) {
            Target against = new Target("database", server, Integer.parseInt(server.line()), ours.token, ours.skus);
            double bytes = warmUp(against, pace.firstWarmUpSeconds()).bytes();
            // A system whose responses are much smaller or larger doesn't do the same.
            if (Math.abs(bytes / first.bytes() - 1) > 0.01) {
                throw new IllegalStateException("answers of " + bytes + " bytes against " + first.bytes());
            }
            compare(Row.BATCH_GET_DB, ours, against, pace.fewRounds());
        }
    }

    /** The bare handler, warmed up, which returns as many bytes; the same for all rows with responses of one size. */
    private Target bare(Target ours, LoadGenerator.Measured like) throws Exception {
        if (bare == null || Math.abs(like.bytes() / bareBytes - 1) > 0.01) {
            if (bareServer != null) {
                bareServer.close();
            }
            bareBytes = like.bytes();
            bareServer = part.start(BareServer.class, OPTIONS, Math.round(bareBytes), 0);
            // It reads the token, but doesn't check it.
            bare = new Target("bare", bareServer, Integer.parseInt(bareServer.line()), ours.token, ours.skus);
            warmUp(bare, pace.firstWarmUpSeconds());
        }
        return bare;
    }

    /** Makes the target compile what it needs to answer. */
    private LoadGenerator.Measured warmUp(Target target, double seconds) throws Exception {
        return run(target, GENTLE_CONNECTIONS, seconds, 0, 0);
    }

    /** @param rate requests per second; 0 for as many as are answered */
    private LoadGenerator.Measured load(Target target, double rate, long seed) throws Exception {
        return run(target, CONNECTIONS, pace.warmUpSeconds(), rate, seed);
    }

    private LoadGenerator.Measured run(Target target, int connections, double warmUp, double rate, long seed)
            throws Exception {
        return LoadGenerator.ask(
                generator,
                new LoadGenerator.Load(
                        target.port,
                        connections,
                        warmUp,
                        pace.seconds(),
                        rate,
                        target.token,
                        seed,
                        pace.variants(),
                        target.skus));
    }

    /** Returns the requests per second, after printing the processor time of each. */
    private double throughput(Target target, long seed) throws Exception {
        long cpu = target.process.cpuNanos();
        LoadGenerator.Measured measured = load(target, 0, seed);
        System.err.printf(
                "  %s: %.0f requests/s, %.0f µs of processor and %.0f bytes each%n",
                target.name,
                measured.requestsPerSecond(),
                (target.process.cpuNanos() - cpu) / 1e3 / measured.sent(),
                measured.bytes());
        return measured.requestsPerSecond();
    }

    @Override
    public void close() {
        generator.close();
        if (bareServer != null) {
            bareServer.close();
        }
    }
}
