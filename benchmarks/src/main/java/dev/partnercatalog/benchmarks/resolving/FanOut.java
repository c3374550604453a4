package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.benchmarks.input.CatalogEvents;
import dev.partnercatalog.benchmarks.input.CountedRecords;
import dev.partnercatalog.benchmarks.input.EntryReader;
import dev.partnercatalog.benchmarks.input.ExpectedEntries;
import dev.partnercatalog.benchmarks.input.Markers;
import dev.partnercatalog.benchmarks.input.Pipeline;
import dev.partnercatalog.benchmarks.input.PublishedEvent;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.setup.CatalogProcess;
import dev.partnercatalog.benchmarks.setup.IdleLoad;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.benchmarks.setup.StreamsProcess;
import dev.partnercatalog.benchmarks.setup.TopicSizes;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** A changing product that many companies list at many locations, and one that few list. */
final class FanOut {

    static final String ENTRIES = "fan-out-entries";
    static final String ROW = "fan-out";
    static final String BYTES = "fan-out-bytes";
    static final String REFERENCE_BYTES = "fan-out-reference-bytes";
    static final String QUERY_API = "fan-out-query-api";
    static final String FLAT = "fan-out-flat";

    /** A record that refers to a product. */
    private static final double LIMIT_REFERENCE_BYTES = 40;

    /** The rows' names. */
    static final List<String> NAMES = List.of(ENTRIES, ROW, FLAT, BYTES, REFERENCE_BYTES, QUERY_API);

    private static final double LIMIT_MICROS = 1_500;

    /** For this many, processor time is known to some microseconds. */
    private static final int MORE_CHANGES = 200;

    private static final long FIRST_COMPANY = 50_000;
    private static final long FIRST_LOCATION = 9_000_000;
    private static final Product MANY = new Product(200, 50);
    private static final Product FEW = new Product(10, 1);

    private final Pipeline ours;
    private final Extent extent;
    private int change;

    /** @param locationsOfACompany number of locations at which each of the companies lists it */
    private record Product(int companies, int locationsOfACompany) {

        String barcode() {
            return "fan-out-" + locations();
        }

        int locations() {
            return companies * locationsOfACompany;
        }

        /** BPD's, and one for each company. */
        int entries() {
            return 1 + companies;
        }

        PublishedEvent changed(int change) {
            return CatalogEvents.bpd(barcode(), locations(), change);
        }

        PublishedEvent listing(int location) {
            return CatalogEvents.listing(
                    FIRST_COMPANY + location / locationsOfACompany, FIRST_LOCATION + location, barcode(), barcode());
        }

        /** Every entry in its state after a change. */
        Map<String, Optional<Markers>> entriesAfter(int change) {
            Optional<Markers> markers = Optional.of(new Markers(change, Markers.NONE, Markers.NONE, Markers.NONE));
            Map<String, Optional<Markers>> entries = new HashMap<>();
            entries.put(VariantKeys.encode(new ScopedVariant(Scope.everywhere(), barcode())), markers);
            for (int company = 0; company < companies; company++) {
                entries.put(
                        VariantKeys.encode(new ScopedVariant(new Scope.Company(FIRST_COMPANY + company), barcode())),
                        markers);
            }
            return entries;
        }
    }

    /** @param records number of records written, whatever they contain */
    private record Round(double seconds, long records) {}

    FanOut(Pipeline ours, Extent extent) {
        this.ours = ours;
        this.extent = extent;
    }

    /** Lists the products. */
    void load() throws Exception {
        for (Product product : List.of(FEW, MANY)) {
            ours.time(List.of(product.changed(++change)), new CountedRecords(1));
            List<PublishedEvent> listings = IntStream.range(0, product.locations())
                    .mapToObj(product::listing)
                    .toList();
            ours.time(listings, new CountedRecords(product.companies()));
        }
        microsAnEntry(MANY);
        microsAnEntry(FEW);
    }

    /** Changes a product this many times, until every entry shows the last change. */
    private Round change(Product product, int times) throws Exception {
        List<PublishedEvent> events = IntStream.range(0, times)
                .mapToObj(i -> product.changed(++change))
                .toList();
        ExpectedEntries entries = new ExpectedEntries(product.entriesAfter(change));
        Pipeline.Timing timing = ours.time(events, entries);
        System.err.printf(
                "  ours, %d locations of %d companies: %.2f ms and %.1f entries a change, %.1f µs of CPU an entry%n",
                product.locations(),
                product.companies(),
                timing.seconds() * 1e3 / times,
                (double) entries.records() / times,
                timing.cpuSeconds() * 1e6 / entries.records());
        return new Round(timing.seconds(), entries.records());
    }

    /**
     * Changes a product as often as it takes to write about the same number of entries, whatever the number of its
     * companies.
     */
    private double microsAnEntry(Product product) throws Exception {
        Round round = change(product, extent.fanOutChanges() * MANY.locations() / product.entries());
        return round.seconds() * 1e6 / round.records();
    }

    /** The number of entries per change, compared with the number of locations. */
    Row countEntries() throws Exception {
        int times = extent.fanOutChanges();
        double entries = (double) change(MANY, times).records() / times;
        double locations = MANY.locations();
        return Row.of(
                ENTRIES, "records", List.of(entries), List.of(locations), MANY.entries() / locations, Row.Better.LOWER);
    }

    /**
     * What a change adds to topics and changelogs, compared with one record of content and a small one for each company;
     * and the size of a small one.
     */
    List<Row> countBytes(KafkaSettings kafka) throws Exception {
        TopicSizes before = TopicSizes.inBytes(kafka).kept();
        int times = 2 * extent.fanOutChanges();
        for (int i = 0; i < times; i++) {
            change(MANY, 1);
        }
        TopicSizes added = TopicSizes.inBytes(kafka).kept().since(before);
        System.err.println("bytes a change:" + added.forEach(times));
        double content = (double) added.of(CatalogTopic.RESOLVED_VARIANTS.baseName()) / times;
        double reference = (double) added.of(CatalogTopic.COMPANY_VARIANTS.baseName()) / times / MANY.companies();
        return List.of(
                Row.of(
                        BYTES,
                        "bytes",
                        List.of((double) added.sum() / times),
                        List.of(content + MANY.companies() * LIMIT_REFERENCE_BYTES),
                        1,
                        Row.Better.LOWER),
                Row.of(
                        REFERENCE_BYTES,
                        "bytes",
                        List.of(reference),
                        List.of(LIMIT_REFERENCE_BYTES),
                        1,
                        Row.Better.LOWER));
    }

    /** The processor time that a change takes at an instance of the query API, beyond what it takes while nothing changes. */
    Row compareQueryApi(CatalogProcess api) throws Exception {
        IdleLoad idle = IdleLoad.of(api);
        List<Double> micros = new ArrayList<>();
        List<Double> limits = new ArrayList<>();
        // The first of its rounds is for warming up.
        for (int round = 0; round <= extent.rounds(); round++) {
            int times = extent.fanOutChanges() * MORE_CHANGES;
            double each = idle.microsBeyond(() -> {
                        change(MANY, times);
                        api.awaitCaughtUp();
                    })
                    / times;
            System.err.printf("  query-api: %.0f µs of processor a change%n", each);
            if (round > 0) {
                micros.add(each);
                limits.add(LIMIT_MICROS);
            }
        }
        return Row.of(QUERY_API, "µs", micros, limits, 1, Row.Better.LOWER);
    }

    /** Compared with a producer that writes a record made from our entries for each location, to a separate topic. */
    Row compareProducer(StreamsProcess processes) throws Exception {
        int times = extent.fanOutChanges();
        ExecutorService reading = Executors.newSingleThreadExecutor();
        processes.makeTopic(PlainProducer.TOPIC);
        try (JavaProcess producer =
                        processes.other(PlainProducer.class, MANY.barcode(), Integer.toString(MANY.locations()));
                EntryReader reader = new EntryReader(processes.kafka(), List.of(PlainProducer.TOPIC))) {
            producer.line();
            List<Double> millis = new ArrayList<>();
            List<Double> against = new ArrayList<>();
            // The first of its rounds is for warming up.
            for (int round = 0; round <= extent.rounds(); round++) {
                CountedRecords records = new CountedRecords((long) times * MANY.locations());
                Future<?> arrived = reading.submit(() -> {
                    reader.await(records);
                    return null;
                });
                long start = System.nanoTime();
                producer.tell(Integer.toString(times));
                arrived.get();
                double seconds = (System.nanoTime() - start) / 1e9;
                System.err.printf("  producer: %.2f ms for %d records%n", seconds * 1e3 / times, MANY.locations());
                if (round > 0) {
                    against.add(seconds * 1e3 / times);
                    millis.add(change(MANY, times).seconds() * 1e3 / times);
                }
            }
            return Row.of(ROW, "ms", millis, against, 0.1, Row.Better.LOWER);
        } finally {
            reading.shutdownNow();
        }
    }

    /** The cost of an entry with many companies and locations, compared with its cost with few. */
    Row compareFew() throws Exception {
        List<Double> many = new ArrayList<>();
        List<Double> few = new ArrayList<>();
        for (int round = 1; round <= extent.rounds(); round++) {
            many.add(microsAnEntry(MANY));
            few.add(microsAnEntry(FEW));
        }
        return Row.of(FLAT, "µs/entry", many, few, 1, Row.Better.LOWER);
    }
}
