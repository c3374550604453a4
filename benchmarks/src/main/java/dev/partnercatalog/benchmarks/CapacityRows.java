package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.Listing;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** How soon each application is ready with a million variants, and what a listing takes of the disks. */
final class CapacityRows implements AutoCloseable {

    /** One in so many variants is listed, by one of the companies. */
    private static final int LISTED_OF = 10;

    private static final int LOCATIONS = 3;
    private static final long FIRST_LOCATION = 1_000_000;

    /** In the order in which data goes through them. */
    private static final List<String> APPLICATIONS =
            List.of(CatalogProcess.STREAMS_APP, CatalogProcess.QUERY_API, CatalogProcess.WEBHOOK_SINK);
    /** Without the query API, which would take a third of the processors while topics are filled. */
    private static final List<String> WRITERS = List.of(CatalogProcess.STREAMS_APP, CatalogProcess.WEBHOOK_SINK);

    private final Map<String, CatalogProcess> running = new HashMap<>();
    private final Run run;
    private final TopicWriter topics;
    private final int variants;

    private CapacityRows(Run run) {
        this.run = run;
        this.topics = new TopicWriter(run.kafka(), run.registry());
        this.variants = run.pace().of(1_000_000, 10_000);
    }

    static void measure(Run run) throws Exception {
        try (CapacityRows rows = new CapacityRows(run)) {
            rows.measure();
        }
    }

    private void measure() throws Exception {
        start(WRITERS);
        publishVariants();
        stop(); // Otherwise they would be merging files meanwhile.
        run.measured(Row.NEW_QUERY_API, start(List.of(CatalogProcess.QUERY_API)));
        if (run.wants(Row.LISTING_BYTES)) {
            long before = stored();
            start(WRITERS);
            long listed = publishListings();
            start(List.of(CatalogProcess.QUERY_API));
            awaitCaughtUp(APPLICATIONS);
            run.measured(Row.LISTING_BYTES, (double) (stored() - before) / listed);
        }
        for (String application : APPLICATIONS) {
            Row row = Row.named("restart-" + application).get(0);
            if (run.wants(row)) {
                run.measure(row, () -> {
                    stop(); // Others would take the processors, query-api as it fills its memory.
                    return start(List.of(application));
                });
            }
        }
    }

    /** How soon a standalone serves, built and with its class data, as users run it. */
    static void measureStart(Run run) throws Exception {
        run.measure(Row.START, () -> {
            long start = System.nanoTime();
            List<String> arguments = Stream.concat(
                            Stream.of("standalone", "--data-dir=" + run.folder().resolve("of-" + start)),
                            Stream.of("http", "auth", "kafka", "registry", "console")
                                    .map(port -> "--" + port + "-port=0"))
                    .toList();
            try (JavaProcess standalone = JavaProcess.catalog(run.folder().resolve("log"), List.of(), arguments)) {
                standalone.line();
                return secondsSince(start);
            }
        });
    }

    /** Only what is listed goes through the resolver: the others are written as it would write them, which takes less time. */
    private void publishVariants() throws Exception {
        System.err.printf("publishing %,d variants ...%n", variants);
        for (int variant = 0; variant < variants; variant++) {
            String barcode = GeneratedCatalog.barcode(variant);
            if (variant % LISTED_OF == 0) {
                topics.put(CatalogTopic.BPD_VARIANTS, barcode, GeneratedCatalog.bpdRecord(variant));
                list(variant, companyOf(variant));
            } else {
                ScopedVariant key = new ScopedVariant(Scope.everywhere(), barcode);
                topics.put(
                        topics.encode(key, VariantRecords.variant(key, 1, GeneratedCatalog.resolved(variant, null))));
            }
        }
        awaitWritten();
    }

    /** Lists each listed variant at further locations of its company; returns the number of listings. */
    private long publishListings() throws Exception {
        long listed = 0;
        for (int location = 0; location < LOCATIONS - 1; location++) {
            for (int variant = 0; variant < variants; variant += LISTED_OF) {
                list(variant, FIRST_LOCATION + location);
                listed++;
            }
        }
        awaitWritten();
        return listed;
    }

    private static long companyOf(int variant) {
        return GeneratedCatalog.companyId(variant / LISTED_OF % GeneratedCatalog.COMPANIES);
    }

    private void list(int variant, long locationId) {
        long companyId = companyOf(variant);
        String sku = "sku-" + variant;
        topics.put(
                CatalogTopic.LISTINGS,
                new ListingKey(companyId, locationId, sku).encode(),
                new Listing(companyId, locationId, sku, GeneratedCatalog.barcode(variant)));
    }

    /** Waits until the resolver has written what follows from all of it, and the sink has read that. */
    private void awaitWritten() throws Exception {
        topics.flush();
        topics.settledRecords();
        awaitCaughtUp(WRITERS);
    }

    private void awaitCaughtUp(List<String> applications) throws Exception {
        for (String application : applications) {
            application(application).awaitCaughtUp();
        }
    }

    private CatalogProcess application(String name) {
        return Objects.requireNonNull(running.get(name), name);
    }

    /** Starts them with the stores that they have; returns the seconds until all are ready. */
    private double start(List<String> applications) throws Exception {
        long start = System.nanoTime();
        for (String name : applications) {
            running.put(name, CatalogProcess.start(run, name));
        }
        for (String name : applications) {
            application(name).awaitReady();
        }
        return secondsSince(start);
    }

    /**
     * The bytes on disk, of the topics that the applications write and of their stores. Stops the applications: a store
     * that is closed has everything in its files.
     */
    private long stored() throws Exception {
        stop();
        long all = topics.writtenBytes();
        System.err.printf("  topics: %.1f MB%n", all / 1e6);
        for (String application : APPLICATIONS) {
            try (Stream<Path> files = Files.walk(run.folder().resolve(application + "/state"))) {
                long bytes = files.map(Path::toFile)
                        .filter(File::isFile)
                        .mapToLong(File::length)
                        .sum();
                System.err.printf("  stores of %s: %.1f MB%n", application, bytes / 1e6);
                all += bytes;
            }
        }
        return all;
    }

    private void stop() {
        running.values().forEach(CatalogProcess::close);
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    @Override
    public void close() throws IOException {
        try (topics) {
            stop();
        }
    }
}
