package dev.partnercatalog.benchmarks.capacity;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.CatalogProcess;
import dev.partnercatalog.benchmarks.setup.CpuTime;
import dev.partnercatalog.benchmarks.setup.Metrics;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What each application uses with five times as many variants as at first, and how soon it is ready again with them.
 * There is nothing to measure in turn with: the rows are compared with a limit, or with themselves.
 */
public final class CapacityRows {

    private static final String MEMORY = "memory-";
    private static final String HEAP = "heap-";
    private static final String RESTART = "restart-";
    private static final String LISTING_BYTES = "listing-bytes";
    private static final String COMPANY_BYTES = "company-bytes";
    private static final String LISTINGS = "listings";
    private static final String NEW_QUERY_API = "new-query-api";

    private static final String STREAMS_APP = "streams-app";
    private static final String QUERY_API = "query-api";
    private static final String WEBHOOK_SINK = "webhook-sink";

    private static final int FULL = 1_000_000;
    private static final int QUICK = 10_000;
    private static final int GROWTH = 5;
    private static final double LIMIT_MIB = 1_024;
    private static final double LIMIT_BYTES = 150;
    private static final double LIMIT_COMPANY_BYTES = 200;
    private static final double LIMIT_NEW_SECONDS = 90;

    /** The time until an application is ready again. */
    private static final double LIMIT_RESTART_SECONDS = 5;

    private static final int TIER_MIB = 768;

    /** In the order in which data goes through them. */
    private static final List<String> APPLICATIONS = List.of(STREAMS_APP, QUERY_API, WEBHOOK_SINK);

    /** Without the query API, which would take a third of the processors while topics are filled. */
    private static final List<String> WRITERS = List.of(STREAMS_APP, WEBHOOK_SINK);

    private final Map<String, CatalogProcess> running = new LinkedHashMap<>();
    private final Run run;
    private final BenchmarkEnvironment.Part environment;
    private final KafkaSettings kafka;

    private CapacityRows(Run run, BenchmarkEnvironment.Part environment) {
        this.run = run;
        this.environment = environment;
        this.kafka = environment.kafka(run.pace().partitions());
    }

    /** The group of these rows. */
    public static RowGroup group() {
        return new RowGroup() {
            @Override
            public List<String> names() {
                return Stream.concat(
                                Stream.of(MEMORY, HEAP, RESTART)
                                        .flatMap(row -> APPLICATIONS.stream().map(row::concat)),
                                Stream.of(LISTING_BYTES, COMPANY_BYTES, LISTINGS, NEW_QUERY_API))
                        .toList();
            }

            @Override
            public void measure(Run run) throws Exception {
                CapacityRows rows = new CapacityRows(run, run.environment().part("capacity"));
                try {
                    rows.measure();
                } finally {
                    rows.running.values().forEach(CatalogProcess::close);
                }
            }
        };
    }

    private void measure() throws Exception {
        int variants = run.pace().equals(Pace.QUICK) ? QUICK : FULL;
        try (TopicWriter topics = new TopicWriter(kafka, environment.registry())) {
            Upstream upstream = new Upstream(topics);
            start(WRITERS);
            fill(upstream, variants / GROWTH);
            running.put(QUERY_API, start(QUERY_API, "query-api-of-few"));
            Map<String, Footprint> few = footprints();
            application(QUERY_API).close();
            long filling = System.nanoTime();
            fill(upstream, variants);
            double variantsPerSecond = (variants - variants / GROWTH) / secondsSince(filling);
            newQueryApi();
            Map<String, Footprint> many = list(upstream, variantsPerSecond);
            tell(MEMORY, application -> memory(application, many));
            tell(
                    HEAP,
                    application -> Row.of(
                            HEAP + application,
                            "MiB",
                            List.of(footprint(many, application).heap()),
                            List.of(footprint(few, application).heap()),
                            1.2,
                            Row.Better.LOWER));
        }
        for (String application : APPLICATIONS) {
            if (run.wants(RESTART + application)) {
                run.measured(restart(application));
            }
        }
    }

    /** Adds listings to what is there. Their bytes are what the disks have more of with them. Stops the applications at last. */
    private Map<String, Footprint> list(Upstream upstream, double variantsPerSecond) throws Exception {
        StoredBytes before = stored();
        System.err.println("MB before the listings:" + before.inAll());
        start(WRITERS);
        long start = System.nanoTime();
        long listed = 0;
        for (int location = 0; location < run.locations() - 1; location++) {
            listed += upstream.publishListings(location);
        }
        System.err.printf("%,d listings published in %.1f s%n", listed, secondsSince(start));
        awaitListings(listed);
        for (String application : WRITERS) {
            application(application).awaitCaughtUp();
        }
        double perSecond = listed / secondsSince(start);
        if (run.wants(LISTINGS)) {
            run.measured(Row.of(
                    LISTINGS, "listings/s", List.of(perSecond), List.of(variantsPerSecond), 1, Row.Better.HIGHER));
        }
        start(List.of(QUERY_API));
        Map<String, Footprint> footprints = footprints();
        StoredBytes after = stored();
        System.err.println("MB with the listings:" + after.inAll());
        System.err.println("bytes a listing:" + after.addedSince(before, listed));
        double bytes = (double) (after.sum() - before.sum()) / listed;
        if (run.wants(LISTING_BYTES)) {
            run.measured(Row.of(LISTING_BYTES, "bytes", List.of(bytes), List.of(LIMIT_BYTES), 1, Row.Better.LOWER));
        }
        if (run.wants(COMPANY_BYTES)) {
            run.measured(addCompanies(upstream, after));
        }
        return footprints;
    }

    /** Lists each listed variant at a further company, and stops the applications at last. */
    private Row addCompanies(Upstream upstream, StoredBytes before) throws Exception {
        start(APPLICATIONS);
        int listed = upstream.publishFurtherCompanies();
        awaitListings(listed);
        for (String application : APPLICATIONS) {
            application(application).awaitCaughtUp();
        }
        StoredBytes after = stored();
        System.err.println("bytes a further company:" + after.addedSince(before, listed));
        double bytes = (double) (after.sum() - before.sum()) / listed;
        return Row.of(COMPANY_BYTES, "bytes", List.of(bytes), List.of(LIMIT_COMPANY_BYTES), 1, Row.Better.LOWER);
    }

    private void awaitListings(long listed) throws IOException, InterruptedException {
        CatalogProcess resolver = application(STREAMS_APP);
        resolver.await("done", () -> written(resolver.metrics(), CatalogTopic.SKU_BARCODES) >= listed);
    }

    private void start(List<String> applications) throws Exception {
        for (String application : applications) {
            running.put(application, start(application));
        }
        for (String application : applications) {
            application(application).awaitReady();
        }
    }

    /** Stops the applications: a store that is closed has everything in its files. */
    private StoredBytes stored() throws Exception {
        running.values().forEach(CatalogProcess::close);
        return StoredBytes.of(environment, kafka, APPLICATIONS);
    }

    /** An instance with nothing on its disk. */
    private void newQueryApi() throws Exception {
        long start = System.nanoTime();
        start(List.of(QUERY_API));
        double seconds = secondsSince(start);
        if (run.wants(NEW_QUERY_API)) {
            run.measured(Row.of(NEW_QUERY_API, "s", List.of(seconds), List.of(LIMIT_NEW_SECONDS), 1, Row.Better.LOWER));
        }
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static Row memory(String application, Map<String, Footprint> footprints) {
        double tier = application.equals(QUERY_API) ? TIER_MIB : 0;
        double beyond = footprint(footprints, application).resident() - tier;
        return Row.of(MEMORY + application, "MiB", List.of(beyond), List.of(LIMIT_MIB), 1, Row.Better.LOWER);
    }

    private static Footprint footprint(Map<String, Footprint> footprints, String application) {
        Footprint footprint = footprints.get(application);
        if (footprint == null) {
            throw new IllegalArgumentException("nothing was measured of " + application);
        }
        return footprint;
    }

    private void tell(String row, Function<String, Row> measured) {
        APPLICATIONS.stream()
                .filter(application -> run.wants(row + application))
                .map(measured)
                .forEach(run::measured);
    }

    /** Publishes up to so many variants and waits until the sink has them all. */
    private void fill(Upstream upstream, int variants) throws Exception {
        System.err.printf("publishing up to %,d variants ...%n", variants);
        upstream.publishUpTo(variants);
        CatalogProcess resolver = application(STREAMS_APP);
        resolver.await(
                "done",
                () -> written(resolver.metrics(), CatalogTopic.RESOLVED_VARIANTS, CatalogTopic.COMPANY_VARIANTS)
                        >= Upstream.entries(variants));
        for (String application : WRITERS) {
            application(application).awaitCaughtUp();
        }
    }

    /** Of all applications, once they have read everything. */
    private Map<String, Footprint> footprints() throws Exception {
        Map<String, Footprint> footprints = new LinkedHashMap<>();
        for (String name : APPLICATIONS) {
            CatalogProcess application = application(name);
            application.awaitReady();
            application.awaitCaughtUp();
            Footprint footprint = Footprint.of(application);
            System.err.printf(
                    "  %s: %.0f MiB resident, %.0f on the heap beyond the tier, %.1f s of processor since it started%n",
                    name, footprint.resident(), footprint.heap(), CpuTime.of(application.pid()) / 1e9);
            footprints.put(name, footprint);
        }
        return footprints;
    }

    private double written(String metrics, CatalogTopic... topics) {
        return Stream.of(topics)
                .map(topic -> topic.name(kafka.topics().prefix()))
                .mapToDouble(
                        topic -> Metrics.sum(metrics, "catalog_streams_written_records_total{topic=\"" + topic + "\"}"))
                .sum();
    }

    private Row restart(String name) throws Exception {
        application(name).close();
        long start = System.nanoTime();
        CatalogProcess again = start(name);
        running.put(name, again);
        again.awaitReady();
        double seconds = secondsSince(start);
        System.err.printf("restart of %s: %.1f%n", name, seconds);
        again.awaitCaughtUp();
        return Row.of(RESTART + name, "s", List.of(seconds), List.of(LIMIT_RESTART_SECONDS), 1, Row.Better.LOWER);
    }

    private CatalogProcess application(String name) {
        CatalogProcess application = running.get(name);
        if (application == null) {
            throw new IllegalStateException(name + " doesn't run");
        }
        return application;
    }

    private CatalogProcess start(String name) throws IOException {
        return start(name, name);
    }

    /**
     * Starts it; doesn't wait.
     *
     * @param folder name of the folder for its log and its stores
     */
    private CatalogProcess start(String name, String folder) throws IOException {
        List<String> arguments = new ArrayList<>();
        if (!name.equals(STREAMS_APP)) {
            arguments.add("--secrets=" + environment.secrets());
        }
        if (name.equals(QUERY_API)) {
            arguments.addAll(List.of("--http-port=0", "--auth-port=0", "--memory-tier-mib=" + TIER_MIB));
        }
        return CatalogProcess.start(
                name, environment, kafka, environment.folder().resolve(folder), arguments);
    }
}
