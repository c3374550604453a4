package dev.partnercatalog.benchmarks.capacity;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.CatalogProcess;
import dev.partnercatalog.benchmarks.setup.Environment;
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
    private static final String LISTINGS = "listings";
    private static final String NEW_QUERY_API = "new-query-api";

    private static final int FULL = 1_000_000;
    private static final int QUICK = 10_000;
    private static final int GROWTH = 5;
    private static final double LIMIT_MIB = 1_024;
    private static final double LIMIT_BYTES = 150;
    private static final double LIMIT_NEW_SECONDS = 90;

    /** The time until an application is ready again. */
    private static final double LIMIT_RESTART_SECONDS = 5;

    /** The number of locations at which a listed variant is listed besides the first one. */
    private static final int FURTHER_LOCATIONS = 9;

    private static final int TIER_MIB = 768;

    /** In the order in which data flows through them. */
    private static final List<String> APPLICATIONS = List.of("streams-app", "query-api", "webhook-sink");

    private final Map<String, CatalogProcess> running = new LinkedHashMap<>();
    private final Run run;
    private final Environment.Part environment;
    private final KafkaSettings kafka;

    private CapacityRows(Run run, Environment.Part environment) {
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
                                Stream.of(LISTING_BYTES, LISTINGS, NEW_QUERY_API))
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
            for (String application : APPLICATIONS) {
                running.put(application, start(application));
            }
            for (String application : APPLICATIONS) {
                application(application).awaitReady();
            }
            Map<String, Footprint> few = fill(upstream, variants / GROWTH);
            long filling = System.nanoTime();
            Map<String, Footprint> many = fill(upstream, variants);
            double variantsPerSecond = (variants - variants / GROWTH) / secondsSince(filling);
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
            if (run.wants(LISTING_BYTES) || run.wants(LISTINGS) || run.wants(NEW_QUERY_API)) {
                list(upstream, variantsPerSecond);
            }
        }
        for (String application : APPLICATIONS) {
            if (run.wants(RESTART + application)) {
                run.measured(restart(application));
            }
        }
        if (run.wants(NEW_QUERY_API)) {
            run.measured(newQueryApi());
        }
    }

    /** Adds listings to what exists. Their bytes are what the disks contain more because of them. */
    private void list(Upstream upstream, double variantsPerSecond) throws Exception {
        StoredBytes before = stored();
        long start = System.nanoTime();
        long listed = 0;
        for (int location = 0; location < FURTHER_LOCATIONS; location++) {
            listed += upstream.publishListings(location);
        }
        System.err.printf("%,d listings published in %.1f s%n", listed, secondsSince(start));
        long expected = listed;
        CatalogProcess resolver = application("streams-app");
        resolver.await("done", () -> written(resolver.metrics(), CatalogTopic.SKU_BARCODES) >= expected);
        for (String application : APPLICATIONS) {
            application(application).awaitCaughtUp();
        }
        double perSecond = listed / secondsSince(start);
        run.measured(
                Row.of(LISTINGS, "listings/s", List.of(perSecond), List.of(variantsPerSecond), 1, Row.Better.HIGHER));
        StoredBytes after = stored();
        System.err.println("bytes a listing:" + after.addedSince(before, listed));
        double bytes = (double) (after.sum() - before.sum()) / listed;
        run.measured(Row.of(LISTING_BYTES, "bytes", List.of(bytes), List.of(LIMIT_BYTES), 1, Row.Better.LOWER));
    }

    /** Stops the applications for this: a closed store has everything in its files. */
    private StoredBytes stored() throws Exception {
        running.values().forEach(CatalogProcess::close);
        StoredBytes stored = StoredBytes.of(environment, kafka, APPLICATIONS);
        for (String application : APPLICATIONS) {
            running.put(application, start(application));
        }
        for (String application : APPLICATIONS) {
            application(application).awaitReady();
            application(application).awaitCaughtUp();
        }
        return stored;
    }

    /** Measures another instance, with an empty disk. */
    private Row newQueryApi() throws Exception {
        long start = System.nanoTime();
        try (CatalogProcess instance = start("query-api", "new-query-api")) {
            instance.awaitReady();
            double seconds = secondsSince(start);
            return Row.of(NEW_QUERY_API, "s", List.of(seconds), List.of(LIMIT_NEW_SECONDS), 1, Row.Better.LOWER);
        }
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    private static Row memory(String application, Map<String, Footprint> footprints) {
        double tier = application.equals("query-api") ? TIER_MIB : 0;
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

    /** Publishes up to this many variants and waits until every application has all of them. */
    private Map<String, Footprint> fill(Upstream upstream, int variants) throws Exception {
        System.err.printf("publishing up to %,d variants ...%n", variants);
        upstream.publishUpTo(variants);
        CatalogProcess resolver = application("streams-app");
        resolver.await(
                "done",
                () -> written(resolver.metrics(), CatalogTopic.RESOLVED_VARIANTS, CatalogTopic.COMPANY_VARIANTS)
                        >= Upstream.entries(variants));
        Map<String, Footprint> footprints = new LinkedHashMap<>();
        for (String name : APPLICATIONS) {
            CatalogProcess application = application(name);
            application.awaitCaughtUp();
            Footprint footprint = Footprint.of(application);
            System.err.printf(
                    "  %s: %.0f MiB resident, %.0f on the heap beyond the tier%n",
                    name, footprint.resident(), footprint.heap());
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
     * Starts it as the launcher does; doesn't wait.
     *
     * @param folder name of the folder for its log and its stores
     */
    private CatalogProcess start(String name, String folder) throws IOException {
        List<String> arguments = new ArrayList<>();
        List<String> options = List.of("-Xmx512m", "-XX:+UseSerialGC");
        if (!name.equals("streams-app")) {
            arguments.add("--secrets=" + environment.secrets());
        }
        if (name.equals("query-api")) {
            options = List.of("-Xmx1536m", "-Xmn192m", "-XX:+UseSerialGC", "-XX:+UseTransparentHugePages");
            arguments.addAll(List.of("--http-port=0", "--auth-port=0", "--memory-tier-mib=" + TIER_MIB));
        }
        return CatalogProcess.start(
                name, environment, kafka, environment.folder().resolve(folder), options, arguments);
    }
}
