package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.benchmarks.input.CatalogEvents;
import dev.partnercatalog.benchmarks.input.CountedRecords;
import dev.partnercatalog.benchmarks.input.EntryReader;
import dev.partnercatalog.benchmarks.input.InputEvent;
import dev.partnercatalog.benchmarks.input.Pipeline;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.benchmarks.setup.StreamsProcess;
import dev.partnercatalog.schemas.key.Partitioning;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** A product that changes and is listed at many locations, and one that is at few. */
final class FanOut {

    static final String ROW = "fan-out";
    static final String FLAT = "fan-out-flat";

    private static final int MANY = 10_000;
    private static final int FEW = 10;
    private static final int LOCATIONS_OF_A_COMPANY = 100;
    private static final long FIRST_COMPANY = 50_000;
    private static final long FIRST_LOCATION = 9_000_000;

    private final Pipeline ours;
    private final Extent extent;
    private int change;

    FanOut(Pipeline ours, Extent extent) {
        this.ours = ours;
        this.extent = extent;
    }

    /** Lists the products. */
    void load() throws Exception {
        for (int locations : List.of(FEW, MANY)) {
            ours.time(List.of(changed(locations)), new CountedRecords(1));
            List<InputEvent> listings = IntStream.range(0, locations)
                    .mapToObj(i -> CatalogEvents.listing(
                            FIRST_COMPANY + i / LOCATIONS_OF_A_COMPANY,
                            FIRST_LOCATION + i,
                            barcode(locations),
                            barcode(locations)))
                    .toList();
            ours.time(listings, new CountedRecords(locations));
        }
        entriesPerSecond(MANY);
        entriesPerSecond(FEW);
    }

    private static String barcode(int locations) {
        return "fan-out-" + locations;
    }

    private InputEvent changed(int locations) {
        return CatalogEvents.bpd(barcode(locations), locations, ++change);
    }

    /** Changes one product so often that it is about as many entries, whatever the number of its locations. */
    private double entriesPerSecond(int locations) throws Exception {
        int entries = locations + 1;
        int times = times(locations);
        List<InputEvent> events =
                IntStream.range(0, times).mapToObj(i -> changed(locations)).toList();
        Pipeline.Timing timing = ours.time(events, new CountedRecords((long) times * entries));
        System.err.printf(
                "  ours, %d locations: %.0f entries/s, %.1f µs of processor an entry%n",
                locations, times * entries / timing.seconds(), timing.cpuSeconds() * 1e6 / times / entries);
        return times * entries / timing.seconds();
    }

    private int times(int locations) {
        return extent.fanOutChanges() * MANY / locations;
    }

    /** Against a producer that writes the same records, read from our topic, to a topic of its own. */
    Row compareProducer(StreamsProcess processes) throws Exception {
        int partition =
                Partitioning.byBarcode(barcode(MANY), processes.kafka().topics().partitions());
        int times = times(MANY);
        int entries = MANY + 1;
        ExecutorService reading = Executors.newSingleThreadExecutor();
        processes.makeTopic(PlainProducer.TOPIC);
        try (JavaProcess producer = processes.other(
                        PlainProducer.class, Integer.toString(partition), barcode(MANY), Integer.toString(entries));
                EntryReader reader = new EntryReader(processes.kafka(), PlainProducer.TOPIC)) {
            producer.line();
            List<Double> perSecond = new ArrayList<>();
            List<Double> against = new ArrayList<>();
            // The first of its rounds is to warm up.
            for (int round = 0; round <= extent.rounds(); round++) {
                CountedRecords records = new CountedRecords((long) times * entries);
                Future<?> arrived = reading.submit(() -> {
                    reader.await(records);
                    return null;
                });
                long start = System.nanoTime();
                producer.tell(Integer.toString(times));
                arrived.get();
                double seconds = (System.nanoTime() - start) / 1e9;
                System.err.printf("  producer: %.0f records/s%n", times * entries / seconds);
                if (round > 0) {
                    against.add(times * entries / seconds);
                    perSecond.add(entriesPerSecond(MANY));
                }
            }
            return Row.of(ROW, "entries/s", perSecond, against, 0.5, Row.Better.HIGHER);
        } finally {
            reading.shutdownNow();
        }
    }

    /** What an entry costs at many locations, against what it costs at few. */
    Row compareFew() throws Exception {
        List<Double> many = new ArrayList<>();
        List<Double> few = new ArrayList<>();
        for (int round = 1; round <= extent.rounds(); round++) {
            many.add(1e6 / entriesPerSecond(MANY));
            few.add(1e6 / entriesPerSecond(FEW));
        }
        return Row.of(FLAT, "µs/entry", many, few, 1, Row.Better.LOWER);
    }
}
