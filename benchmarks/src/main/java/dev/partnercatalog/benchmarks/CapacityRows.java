package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.Listing;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** What a million variants take of each application's disk, and how soon each is ready with them. */
final class CapacityRows {

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
    private final BenchmarkEnvironment.Part part;
    private final TopicWriter topics;
    private final int variants;

    private CapacityRows(Run run, BenchmarkEnvironment.Part part, TopicWriter topics) {
        this.run = run;
        this.part = part;
        this.topics = topics;
        this.variants = run.pace().of(1_000_000, 10_000);
    }

    static void measure(Run run, BenchmarkEnvironment.Part part) throws Exception {
        try (TopicWriter topics = part.writer()) {
            CapacityRows rows = new CapacityRows(run, part, topics);
            try {
                rows.measure();
            } finally {
                rows.running.values().forEach(CatalogProcess::close);
            }
        }
    }

    private void measure() throws Exception {
        start(WRITERS);
        publishVariants();
        run.measured(Row.NEW_QUERY_API, start(List.of(CatalogProcess.QUERY_API)));
        if (run.wants(Row.LISTING_BYTES)) {
            long before = stored();
            start(WRITERS);
            long listed = publishListings();
            start(List.of(CatalogProcess.QUERY_API));
            for (String application : APPLICATIONS) {
                application(application).awaitCaughtUp();
            }
            run.measured(Row.LISTING_BYTES, (double) (stored() - before) / listed);
            start(APPLICATIONS);
        }
        for (String application : APPLICATIONS) {
            Row row = Row.named("restart-" + application).get(0);
            application(application).awaitCaughtUp();
            if (run.wants(row)) {
                run.measure(row, true, () -> {
                    application(application).close();
                    double seconds = start(List.of(application));
                    application(application).awaitCaughtUp();
                    return seconds;
                });
            }
        }
    }

    /** How soon a standalone serves, built and with its class data, as users run it. */
    static void measureStart(Run run, BenchmarkEnvironment.Part part) throws Exception {
        List<String> ports = Stream.of("http", "auth", "kafka", "registry", "console")
                .map(port -> "--" + port + "-port=0")
                .toList();
        run.measure(Row.START, true, () -> {
            long start = System.nanoTime();
            List<String> arguments = new ArrayList<>(ports);
            arguments.addAll(
                    0, List.of("standalone", "--data-dir=" + part.folder().resolve("of-" + start)));
            try (JavaProcess standalone = JavaProcess.catalog(part.folder().resolve("log"), List.of(), arguments)) {
                standalone.line();
                return secondsSince(start);
            }
        });
    }

    private void publishVariants() throws Exception {
        System.err.printf("publishing %,d variants ...%n", variants);
        for (int variant = 0; variant < variants; variant++) {
            String barcode = GeneratedCatalog.barcode(variant);
            topics.put(CatalogTopic.BPD_VARIANTS, barcode, barcode, GeneratedCatalog.bpdRecord(variant));
            if (variant % LISTED_OF == 0) {
                list(variant, companyOf(variant));
            }
        }
        topics.flush();
        awaitWritten(
                variants + (variants + LISTED_OF - 1L) / LISTED_OF,
                CatalogTopic.RESOLVED_VARIANTS,
                CatalogTopic.COMPANY_VARIANTS);
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
        topics.flush();
        awaitWritten(listed, CatalogTopic.SKU_BARCODES);
        return listed;
    }

    private static long companyOf(int variant) {
        return GeneratedCatalog.companyId(variant / LISTED_OF % GeneratedCatalog.COMPANIES);
    }

    private void list(int variant, long locationId) {
        String sku = "sku-" + variant;
        String key = new ListingKey(companyOf(variant), locationId, sku).encode();
        topics.put(
                CatalogTopic.LISTINGS,
                key,
                key,
                new Listing(companyOf(variant), locationId, sku, GeneratedCatalog.barcode(variant)));
    }

    /** Waits until the resolver has written so much since it started, and the sink has read it. */
    private void awaitWritten(long records, CatalogTopic... written) throws Exception {
        CatalogProcess resolver = application(CatalogProcess.STREAMS_APP);
        resolver.await("done", () -> {
            String metrics = resolver.metrics();
            return Stream.of(written)
                            .map(topic -> topic.name(part.kafka().topics().prefix()))
                            .mapToDouble(topic -> CatalogProcess.sum(
                                    metrics, "catalog_streams_written_records_total{topic=\"" + topic + "\"}"))
                            .sum()
                    >= records;
        });
        for (String application : WRITERS) {
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
            running.put(name, CatalogProcess.start(part, name));
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
        running.values().forEach(CatalogProcess::close);
        long all = topics.writtenBytes();
        System.err.printf("  topics: %.1f MB%n", all / 1e6);
        for (String application : APPLICATIONS) {
            try (Stream<Path> files =
                    Files.walk(part.folder().resolve(application).resolve("state"))) {
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

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
