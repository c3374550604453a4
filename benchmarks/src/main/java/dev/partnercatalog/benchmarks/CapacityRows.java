package dev.partnercatalog.benchmarks;

import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What each application uses with a million variants, and how soon it is ready again with them. There is nothing to
 * measure in turn with: the rows are compared with a limit.
 */
final class CapacityRows {

    private static final double LIMIT_MIB = 1_024;
    private static final double LIMIT_BYTES = 150;
    private static final double LIMIT_NEW_SECONDS = 90;
    private static final double LIMIT_RESTART_SECONDS = 5;
    private static final int TIER_MIB = 768;

    /** One in so many variants is listed, by one of the companies. */
    private static final int LISTED_OF = 10;

    private static final long FIRST_LOCATION = 1_000_000;

    private static final String QUERY_API = "query-api";
    /** In the order in which data goes through them. */
    private static final List<String> APPLICATIONS = List.of("streams-app", QUERY_API, "webhook-sink");
    /** Without the query API, which would take a third of the processors while topics are filled. */
    private static final List<String> WRITERS = List.of("streams-app", "webhook-sink");

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

    static void measure(Run run) throws Exception {
        BenchmarkEnvironment.Part part = run.environment().part("capacity");
        try (TopicWriter topics = TopicWriter.of(part)) {
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
        long starting = System.nanoTime();
        start(List.of(QUERY_API));
        run.measured(Row.NEW_QUERY_API, secondsSince(starting), LIMIT_NEW_SECONDS);
        long before = stored();
        start(WRITERS);
        long listed = publishListings();
        start(List.of(QUERY_API));
        for (String application : APPLICATIONS) {
            CatalogProcess process = application(application);
            process.awaitReady();
            process.awaitCaughtUp();
            double tier = application.equals(QUERY_API) ? TIER_MIB : 0;
            run.measured(row("memory-", application), residentMib(process) - tier, LIMIT_MIB);
        }
        run.measured(Row.LISTING_BYTES, (double) (stored() - before) / listed, LIMIT_BYTES);
        for (String application : APPLICATIONS) {
            Row row = row("restart-", application);
            if (run.wants(row)) {
                application(application).close();
                long start = System.nanoTime();
                start(List.of(application));
                run.measured(row, secondsSince(start), LIMIT_RESTART_SECONDS);
                application(application).awaitCaughtUp();
            }
        }
    }

    private static Row row(String what, String application) {
        return Row.named(what + application).get(0);
    }

    private void publishVariants() throws Exception {
        System.err.printf("publishing %,d variants ...%n", variants);
        for (int variant = 0; variant < variants; variant++) {
            String barcode = GeneratedCatalog.barcode(variant);
            topics.put(CatalogTopic.BPD_VARIANTS, barcode, barcode, GeneratedCatalog.bpdRecord(barcode, variant));
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
        long start = System.nanoTime();
        long listed = 0;
        for (int location = 0; location < run.locations() - 1; location++) {
            for (int variant = 0; variant < variants; variant += LISTED_OF) {
                list(variant, FIRST_LOCATION + location);
                listed++;
            }
        }
        topics.flush();
        awaitWritten(listed, CatalogTopic.SKU_BARCODES);
        System.err.printf("%,d listings after %.1f s%n", listed, secondsSince(start));
        return listed;
    }

    private static long companyOf(int variant) {
        return GeneratedCatalog.companyId(variant / LISTED_OF % GeneratedCatalog.COMPANIES);
    }

    private void list(int variant, long locationId) {
        String sku = "sku-" + variant;
        CatalogEvents.Event listing =
                CatalogEvents.listing(companyOf(variant), locationId, sku, GeneratedCatalog.barcode(variant));
        topics.put(listing.topic(), listing.key(), sku, listing.value());
    }

    /** Waits until the resolver has written so much since it started, and the sink has read it. */
    private void awaitWritten(long records, CatalogTopic... written) throws Exception {
        CatalogProcess resolver = application("streams-app");
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

    /** Starts them with the stores that they have, and waits until they are ready. */
    private void start(List<String> applications) throws Exception {
        for (String name : applications) {
            String[] more = name.equals(QUERY_API)
                    ? new String[] {"--http-port=0", "--auth-port=0", "--memory-tier-mib=" + TIER_MIB}
                    : new String[0];
            running.put(name, CatalogProcess.start(part, name, more));
        }
        for (String name : applications) {
            application(name).awaitReady();
        }
    }

    /**
     * The bytes on disk, of the topics that the applications write and of their stores. Stops the applications: a store
     * that is closed has everything in its files.
     */
    private long stored() throws Exception {
        running.values().forEach(CatalogProcess::close);
        long all = TopicSizes.inBytes(part.kafka());
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

    private static double residentMib(CatalogProcess application) throws IOException {
        String pid = Long.toString(application.process().pid());
        Process ps = new ProcessBuilder("ps", "-o", "rss=", "-p", pid).start();
        return Double.parseDouble(new String(ps.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip())
                / 1024;
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }
}
