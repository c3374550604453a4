package dev.partnercatalog.benchmarks;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantRecords;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Batch-gets compared with what could answer them instead, with the same client. */
final class BatchGetRows implements AutoCloseable {

    private static final int CONNECTIONS = 16;
    /** Before each measurement. */
    private static final double WARM_UP_SECONDS = 0.5;
    /** Of the top load: it leaves processors for what arrives, and for what brings it. */
    private static final double BUSY_SHARE = 0.25;

    private static final int CHANGES_A_SECOND = 1_000;

    private final Run run;
    private final Pace pace;
    private final BenchmarkEnvironment.Part part;
    /** Puts load on what is measured: always the same one, so that it is warm too. */
    private final JavaProcess generator;

    /** The recipient of requests. */
    private record Target(String name, JavaProcess process, int port, String token, boolean skus) {}

    private BatchGetRows(Run run, BenchmarkEnvironment.Part part) throws IOException {
        this.run = run;
        this.pace = run.pace();
        this.part = part;
        this.generator = part.start(LoadGenerator.class, JavaProcess.SMALL);
    }

    static void measure(Run run, BenchmarkEnvironment.Part part) throws Exception {
        System.err.println("writing the catalog ...");
        try (TopicWriter topics = part.writer();
                BatchGetRows rows = new BatchGetRows(run, part)) {
            new CatalogTopics(topics, run.pace().variants()).write();
            try (CatalogProcess api = CatalogProcess.start(part, CatalogProcess.QUERY_API)) {
                api.awaitCaughtUp();
                rows.measure(api, topics);
            }
        }
    }

    private void measure(CatalogProcess api, TopicWriter topics) throws Exception {
        Target ours = target(api, CatalogTopics.CLIENT_ID, false);
        boolean warm = warm(ours);
        if (run.wants(Row.BATCH_GET)) {
            compareWithBare(Row.BATCH_GET, ours, warm);
        }
        if (run.wants(Row.BATCH_GET_DB)) {
            compareWithDatabase(ours, warm);
        }
        if (run.wants(Row.BATCH_GET_BUSY)) {
            compareBusy(ours, topics, warm);
        }
        if (run.wants(Row.BATCH_GET_FLAGS)) {
            Target flags = target(api, CatalogTopics.CLIENT_WITH_FLAGS, false);
            compareWithBare(Row.BATCH_GET_FLAGS, flags, warm(flags));
        }
        if (run.wants(Row.BATCH_GET_SKUS)) {
            Target skus = target(api, CatalogTopics.CLIENT_ID, true);
            compareWithBare(Row.BATCH_GET_SKUS, skus, warm(skus));
        }
    }

    private static Target target(CatalogProcess api, String client, boolean skus) throws Exception {
        return new Target("ours", api.process(), api.port(), api.token(client), skus);
    }

    /** Compares with a bare handler that returns as many bytes. */
    private void compareWithBare(Row row, Target ours, boolean warm) throws Exception {
        long bytes = Math.round(load(ours, 0).bytes());
        try (JavaProcess server = part.start(BareServer.class, JavaProcess.LIKE_THE_API, bytes)) {
            // It reads the token, but doesn't check it.
            compare(
                    row,
                    ours,
                    new Target("bare", server, Integer.parseInt(server.line()), ours.token, ours.skus),
                    warm);
        }
    }

    private void compareWithDatabase(Target ours, boolean warm) throws Exception {
        System.err.println("starting a database ...");
        try (LayerDatabase database = LayerDatabase.start(part.folder().resolve("database"), pace.variants());
                JavaProcess server = part.start(DatabaseServer.class, JavaProcess.LIKE_THE_API, database.url())) {
            Target against = new Target("database", server, Integer.parseInt(server.line()), ours.token, ours.skus);
            double expected = load(ours, 0).bytes();
            double bytes = load(against, 0).bytes();
            // A system whose responses are much smaller or larger doesn't do the same.
            if (Math.abs(bytes / expected - 1) > 0.01) {
                throw new IllegalStateException("answers of " + bytes + " bytes against " + expected);
            }
            compare(Row.BATCH_GET_DB, ours, against, warm);
        }
    }

    private void compare(Row row, Target ours, Target against, boolean warm) throws Exception {
        boolean bothWarm = warm(against) && warm;
        run.measure(List.of(row), bothWarm, () -> List.of(throughput(ours)), () -> List.of(throughput(against)));
    }

    private void compareBusy(Target ours, TopicWriter topics, boolean warm) throws Exception {
        double rate = throughput(ours) * BUSY_SHARE;
        int count = (int) (CHANGES_A_SECOND * (WARM_UP_SECONDS + pace.seconds()));
        // Encoded before, which takes nothing from what is measured.
        List<ProducerRecord<String, byte[]>> records = new SplittableRandom(CHANGES_A_SECOND)
                .ints(count, 0, pace.variants())
                .mapToObj(variant -> changed(topics, variant))
                .toList();
        Callable<List<Double>> busy = () -> {
            CompletableFuture<Void> changing = CompletableFuture.runAsync(
                    () -> Pace.steadily(CHANGES_A_SECOND, count, (number, due) -> topics.put(records.get(number))));
            double p99 = load(ours, rate).p99Millis();
            changing.join();
            topics.flush();
            return List.of(p99);
        };
        run.measure(
                List.of(Row.BATCH_GET_BUSY),
                warm,
                busy,
                () -> List.of(load(ours, rate).p99Millis()));
    }

    private static ProducerRecord<String, byte[]> changed(TopicWriter topics, int variant) {
        ScopedVariant key = new ScopedVariant(Scope.everywhere(), GeneratedCatalog.barcode(variant));
        return topics.encode(key, VariantRecords.variant(key, 2, GeneratedCatalog.resolved(variant, null)));
    }

    private boolean warm(Target target) throws Exception {
        return run.warm(target.name, () -> throughput(target));
    }

    /** Returns the requests per second, after printing the processor time of each. */
    private double throughput(Target target) throws Exception {
        long cpu = target.process.cpuNanos();
        LoadGenerator.Measured measured = load(target, 0);
        System.err.printf(
                "  %s: %.0f requests/s, %.0f µs of processor and %.0f bytes each%n",
                target.name,
                measured.requestsPerSecond(),
                (target.process.cpuNanos() - cpu) / 1e3 / measured.sent(),
                measured.bytes());
        return measured.requestsPerSecond();
    }

    /** @param rate requests per second; 0 for as many as are answered */
    private LoadGenerator.Measured load(Target target, double rate) throws IOException {
        return LoadGenerator.ask(
                generator,
                new LoadGenerator.Load(
                        target.port,
                        CONNECTIONS,
                        WARM_UP_SECONDS,
                        pace.seconds(),
                        rate,
                        target.token,
                        pace.variants(),
                        target.skus));
    }

    @Override
    public void close() {
        generator.close();
    }
}
