package dev.partnercatalog.benchmarks.batchget;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.ApiInstance;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.CatalogTopics;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Batch-gets compared with what could answer them instead, with the same client. */
public final class BatchGetRows implements AutoCloseable {

    static final String BATCH_GET = "batch-get";
    static final String FLAGS = "batch-get-flags";
    static final String SKUS = "batch-get-skus";
    static final String FIELDS = "batch-get-fields";
    static final String COLD = "batch-get-cold";
    static final String P99 = "batch-get-p99";
    static final String BUSY = "batch-get-busy";
    static final String DATABASE = "batch-get-db";
    static final String COLD_DATABASE = "batch-get-cold-db";
    static final String THREE = "batch-get-three";

    /** As the launcher runs the query API. */
    private static final List<String> OPTIONS =
            List.of("-Xmx1536m", "-Xmn192m", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages");

    /** The optimizing compilers of three virtual machines would need minutes for what one needs seconds for. */
    private static final String QUICKLY_COMPILED = "-XX:TieredStopAtLevel=1";

    /** More than there are processors, because a connection's process also waits for its client. */
    private static final int DATABASE_CONNECTIONS = 8;

    /** Large enough for all of the data. */
    private static final int DATABASE_MIB = 1_024;

    /** The least memory that the stores accept, so that data is read from files. */
    private static final int LEAST_FOR_STORES_MIB = 32;

    /** Of the top load. */
    private static final double BUSY_SHARE = 0.25;

    /** The number of variants that take ten MiB in memory. */
    private static final int VARIANTS_OF_TEN_MIB = 4_000;

    private final Run run;
    private final BenchmarkEnvironment.Part environment;
    private final Pace pace;
    private final Loads loads;
    private @Nullable JavaProcess bareServer;
    private @Nullable Target bare;
    private double bareBytes;

    private BatchGetRows(Run run, BenchmarkEnvironment.Part environment, Loads loads) {
        this.run = run;
        this.environment = environment;
        this.pace = run.pace();
        this.loads = loads;
    }

    /** The group of these rows. */
    public static RowGroup group() {
        return new RowGroup() {
            @Override
            public List<String> names() {
                return List.of(BATCH_GET, FLAGS, SKUS, FIELDS, COLD, COLD_DATABASE, P99, BUSY, DATABASE, THREE);
            }

            @Override
            public void measure(Run run) throws Exception {
                BenchmarkEnvironment.Part environment = run.environment().part("batch-get");
                try (Loads loads = Loads.start(environment, run.pace());
                        BatchGetRows rows = new BatchGetRows(run, environment, loads)) {
                    rows.measure();
                }
            }
        };
    }

    private void measure() throws Exception {
        System.err.println("writing the catalog ...");
        new CatalogTopics(environment.kafka(pace.partitions()), environment.registry(), pace.variants()).write();
        if (Stream.of(BATCH_GET, FLAGS, SKUS, FIELDS, P99, BUSY, DATABASE).anyMatch(run::wants)) {
            measureWarm();
        } else {
            // Otherwise stores would be filled while a row is measured: with the least memory, for minutes.
            try (ApiInstance api = start(environment)) {
                api.awaitServing();
            }
        }
        if (run.wants(THREE)) {
            measureThree();
        }
        if (run.wants(COLD) || run.wants(COLD_DATABASE)) {
            measureCold();
        }
    }

    private void measureCold() throws Exception {
        int tenth = Math.max(1, pace.variants() / VARIANTS_OF_TEN_MIB);
        try (ApiInstance api =
                start(environment, "--memory-tier-mib=" + tenth, "--store-memory-mib=" + LEAST_FOR_STORES_MIB)) {
            api.awaitServing();
            Target ours = target(api);
            Measured first = warmUp(ours);
            if (run.wants(COLD)) {
                run.measured(compare(COLD, ours, bare(ours, first), pace.fewRounds(), 0.25));
            }
            if (run.wants(COLD_DATABASE)) {
                compareWithDatabase(COLD_DATABASE, ours, first, tenth + LEAST_FOR_STORES_MIB);
            }
        }
    }

    private void measureWarm() throws Exception {
        try (ApiInstance api = start(environment)) {
            api.awaitServing();
            Target ours = target(api);
            // It has the most to compile, and a serving instance has done so long ago.
            Measured first = loads.warmUp(ours, 2 * pace.firstWarmUpSeconds());
            if (run.wants(DATABASE)) {
                compareWithDatabase(DATABASE, ours, first, DATABASE_MIB);
            }
            if (run.wants(BATCH_GET) || run.wants(P99)) {
                compareWithBare(ours, first);
            }
            if (run.wants(BUSY)) {
                compareBusy(ours);
            }
            if (run.wants(FLAGS)) {
                String token = api.token(CatalogTopics.CLIENT_WITH_FLAGS);
                compareWithBare(FLAGS, Target.of("ours, with flags", api.pid(), api.port(), token), 0.6);
            }
            if (run.wants(SKUS)) {
                compareWithBare(SKUS, ours.asking(Batch.SKUS), 0.55);
            }
            if (run.wants(FIELDS)) {
                Target tenFields = ours.asking(Batch.TEN_FIELDS);
                warmUp(tenFields);
                run.measured(compare(FIELDS, tenFields, ours, pace.fewRounds(), 1.5));
            }
        }
    }

    private ApiInstance start(BenchmarkEnvironment.Part part, String... more) throws Exception {
        System.err.println("starting the query API ...");
        // The same folder: a restarted instance reads its stores, not the topics.
        Path own = part.folder().resolve("query-api");
        return ApiInstance.start(part, part.kafka(pace.partitions()), own, more);
    }

    private void measureThree() throws Exception {
        BenchmarkEnvironment.Part part = environment.with(QUICKLY_COMPILED);
        try (ApiInstance api = start(part);
                ThreeInstances instances = ThreeInstances.start(part, pace.partitions(), part.folder())) {
            api.awaitServing();
            instances.awaitServing();
            Target one = target(api);
            Target three = instances.target();
            requireAsMuch(warmUp(three), warmUp(one));
            run.measured(compare(THREE, three, one, pace.fewRounds(), 0.85));
        }
    }

    private static Target target(ApiInstance api) throws Exception {
        return Target.of("ours", api.pid(), api.port(), api.token());
    }

    private void compareWithBare(Target ours, Measured first) throws Exception {
        Target against = bare(ours, first);
        Row row = compare(BATCH_GET, ours, against, pace.rounds(), 0.75);
        if (run.wants(BATCH_GET)) {
            run.measured(row);
        }
        if (run.wants(P99)) {
            compareLatency(ours, against, row);
        }
    }

    private void compareWithBare(String name, Target ours, double goal) throws Exception {
        Measured first = warmUp(ours);
        run.measured(compare(name, ours, bare(ours, first), pace.fewRounds(), goal));
    }

    private Row compare(String name, Target ours, Target against, int rounds, double goal) throws Exception {
        List<Double> rates = new ArrayList<>();
        List<Double> ratesAgainst = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            rates.add(loads.throughput(ours, round));
            ratesAgainst.add(loads.throughput(against, round));
            tell(name, round, rates, ratesAgainst);
        }
        return Row.of(name, "requests/s", rates, ratesAgainst, goal, Row.Better.HIGHER);
    }

    /** Both at half of the API's top load, because the slower one limits what both can take. */
    private void compareLatency(Target ours, Target against, Row throughput) throws Exception {
        double rate = throughput.ours() / 2;
        List<Double> millis = new ArrayList<>();
        List<Double> millisAgainst = new ArrayList<>();
        for (int round = 1; round <= pace.fewRounds(); round++) {
            millis.add(p99(ours, rate, round));
            millisAgainst.add(p99(against, rate, round));
            tell(P99, round, millis, millisAgainst);
        }
        run.measured(Row.of(P99, "ms", millis, millisAgainst, 1.5, Row.Better.LOWER));
    }

    /** At a load that leaves processors for what arrives, and for what brings it. */
    private void compareBusy(Target ours) throws Exception {
        double rate = loads.throughput(ours, 0) * BUSY_SHARE;
        List<Double> busy = new ArrayList<>();
        List<Double> calm = new ArrayList<>();
        for (int round = 1; round <= pace.fewRounds(); round++) {
            try (ArrivingEntries arriving = ArrivingEntries.start(
                    environment.kafka(pace.partitions()), environment.registry(), pace.variants())) {
                busy.add(p99(ours, rate, round));
                System.err.printf("  %.0f entries a second arrived%n", arriving.perSecond());
            }
            calm.add(p99(ours, rate, round));
            tell(BUSY, round, busy, calm);
        }
        run.measured(Row.of(BUSY, "ms", busy, calm, 1.5, Row.Better.LOWER));
    }

    private double p99(Target target, double rate, long seed) throws Exception {
        return loads.run(target, rate, seed).p99Millis();
    }

    private void compareWithDatabase(String name, Target ours, Measured first, int mib) throws Exception {
        System.err.println("starting a database ...");
        // The same folder: the second one finds the data of the first.
        try (LayerDatabase database =
                        LayerDatabase.start(environment.folder().resolve("database"), pace.variants(), mib);
                JavaProcess server = JavaProcess.start(
                        environment.folder().resolve(name + ".log"),
                        environment.machineOptions(OPTIONS),
                        DatabaseServer.class.getName(),
                        database.url(),
                        Integer.toString(DATABASE_CONNECTIONS))) {
            Target against = Target.of(
                    "the handler of the database", server.pid(), Integer.parseInt(server.line()), ours.token());
            requireAsMuch(warmUp(against), first);
            run.measured(compare(name, ours, against, pace.fewRounds(), 5));
        }
    }

    /** A system whose responses are much smaller or larger doesn't do the same. */
    private static void requireAsMuch(Measured one, Measured other) {
        if (Math.abs(one.bytes() / other.bytes() - 1) > 0.01) {
            throw new IllegalStateException("answers of " + one.bytes() + " bytes against those of " + other.bytes());
        }
    }

    private Measured warmUp(Target target) throws Exception {
        return loads.warmUp(target, pace.firstWarmUpSeconds());
    }

    /** The bare handler, warmed up, which returns as many bytes; the same for all rows with responses of one size. */
    private Target bare(Target ours, Measured like) throws Exception {
        if (bare == null || Math.abs(like.bytes() / bareBytes - 1) > 0.01) {
            close();
            bareBytes = like.bytes();
            bareServer = JavaProcess.start(
                    environment.folder().resolve("bare.log"),
                    environment.machineOptions(OPTIONS),
                    BareServer.class.getName(),
                    Long.toString(Math.round(like.bytes())));
            // It reads the token, but doesn't check it.
            bare = Target.of("bare", bareServer.pid(), Integer.parseInt(bareServer.line()), ours.token());
            warmUp(bare);
        }
        return bare;
    }

    private static void tell(String name, int round, List<Double> ours, List<Double> against) {
        System.err.printf("%s round %d: %.2f %.2f%n", name, round, ours.get(round - 1), against.get(round - 1));
    }

    @Override
    public void close() {
        if (bareServer != null) {
            bareServer.close();
        }
    }
}
