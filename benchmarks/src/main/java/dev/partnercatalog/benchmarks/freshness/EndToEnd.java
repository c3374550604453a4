package dev.partnercatalog.benchmarks.freshness;

import dev.partnercatalog.benchmarks.input.CatalogEvents;
import dev.partnercatalog.benchmarks.input.ChangingCatalog;
import dev.partnercatalog.benchmarks.input.CountedRecords;
import dev.partnercatalog.benchmarks.input.InputTopics;
import dev.partnercatalog.benchmarks.input.Marker;
import dev.partnercatalog.benchmarks.input.Pipeline;
import dev.partnercatalog.benchmarks.input.PublishedEvent;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.CatalogTopics;
import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.AllowedLocation;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Changes of BPD's data for variants that a partner's companies list, one after the other at a steady pace, until the
 * partner's webhook or the floor's reader has them.
 */
public final class EndToEnd implements AutoCloseable {

    /** How many changes are due per second: the first rate also warms up. */
    private static final int[] RATES = {1_000, 100};

    private static final String KNEE = "knee";
    private static final double KNEE_MS = 1_000;
    private static final double KNEE_GOAL = 2_000;
    private static final int KNEE_STEP = 500;
    private static final int MOST_STEPS = 8;

    private static final String RELOAD = "reload";
    private static final double RELOAD_LIMIT_MS = 2_000;
    private static final int RELOAD_RATE = 100;

    /** How often each product changes: one after the other, so that it lasts for longer than what is measured meanwhile. */
    private static final int RELOADS = 2;

    /** At least so many products, which take longer than the overrides also if the catalog is small. */
    private static final int RELOADED = 60_000;

    private static final double GOAL_P50 = 0.7;
    private static final double GOAL_P99 = 1.0;
    private static final String PRODUCTS = CatalogTopic.RESOLVED_VARIANTS.baseName();
    private static final String PARTNER_ID = "benchmark";

    /** The partner has the small companies: it sees few changes more than once. */
    private static final int FIRST_COMPANY = 400;

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** Greater than any round of the other rows. */
    private static final int FIRST_CHANGE = 1_000;

    private final Pipeline ours;
    private final Pipeline floor;
    private final VariantReceiver receiver;
    private final ChangingCatalog catalog;
    private final int[] variants;
    private final List<IntFunction<PublishedEvent>> products;
    private int next = FIRST_CHANGE;

    private EndToEnd(Pipeline ours, Pipeline floor, VariantReceiver receiver, ChangingCatalog catalog) {
        this.ours = ours;
        this.floor = floor;
        this.receiver = receiver;
        this.catalog = catalog;
        this.variants = catalog.listedVariants(company -> company >= FIRST_COMPANY);
        this.products = IntStream.of(variants)
                .<IntFunction<PublishedEvent>>mapToObj(variant -> change -> CatalogEvents.bpd(variant, change))
                .toList();
    }

    /** The rows' names. */
    public static List<String> names() {
        return Stream.concat(
                        IntStream.of(RATES).boxed().flatMap(rate -> Stream.of(p50(rate), p99(rate))),
                        Stream.of(KNEE, RELOAD))
                .toList();
    }

    private static String p50(int rate) {
        return "end-to-end-" + rate + "-p50";
    }

    private static String p99(int rate) {
        return "end-to-end-" + rate + "-p99";
    }

    /**
     * Publishes a partner whose webhook is here; the applications deliver to it.
     *
     * @param floor what the same changes pass through for comparison
     */
    public static EndToEnd start(Pipeline ours, Pipeline floor, ChangingCatalog catalog) throws IOException {
        VariantReceiver receiver = VariantReceiver.start();
        InputTopics inputs = ours.inputs();
        inputs.send(
                inputs.encode(new PublishedEvent(CatalogTopic.CLIENTS, PARTNER_ID, CatalogTopics.client(PARTNER_ID))));
        inputs.send(inputs.encode(new PublishedEvent(CatalogTopic.PARTNERS, PARTNER_ID, partner(receiver.url()))));
        inputs.flush();
        return new EndToEnd(ours, floor, receiver, catalog);
    }

    private static Partner partner(URI webhook) {
        List<AllowedCompany> companies = IntStream.range(FIRST_COMPANY, GeneratedCatalog.COMPANIES)
                .mapToObj(EndToEnd::company)
                .toList();
        return new Partner(PARTNER_ID, "Benchmark", true, new WebhookSetting(true, webhook.toString()), companies);
    }

    private static AllowedCompany company(int company) {
        String id = Long.toString(GeneratedCatalog.companyId(company));
        List<AllowedLocation> locations = IntStream.range(0, GeneratedCatalog.locations(company))
                .mapToObj(location -> Long.toString(GeneratedCatalog.locationId(company, location)))
                .map(location -> new AllowedLocation(location, "Location " + location, location))
                .toList();
        return new AllowedCompany(
                id, "Company " + id, "cova", id, new AllowedFields(true, true, true, true), locations);
    }

    /**
     * Measures both in turn, at each rate for which a row is wanted.
     *
     * @param warmUp seconds during which changes pass through both before they count
     * @param seconds duration of a round of each
     * @param reloading publishes all other products meanwhile
     */
    public void measure(Run run, int rounds, double warmUp, double seconds, InputTopics reloading) throws Exception {
        // What the partner has never had is sent first, so everything has been sent once when this has arrived.
        ours(0, products.size());
        ours(RATES[0], (int) (RATES[0] * warmUp));
        floor(RATES[0], (int) (RATES[0] * warmUp));
        for (int rate : RATES) {
            if (run.wants(p50(rate)) || run.wants(p99(rate))) {
                measure(run, rate, rounds, (int) (rate * seconds));
            }
        }
        if (run.wants(KNEE)) {
            run.measured(knee(2 * seconds));
        }
        if (run.wants(RELOAD)) {
            run.measured(reload(seconds, reloading));
        }
    }

    /** The rate at which the 99th percentile passes a second: between two steps, as if it rose evenly. */
    private Row knee(double seconds) throws Exception {
        double knee = 0;
        double before = 0;
        for (int rate = RATES[0]; knee == 0; rate += KNEE_STEP) {
            Latencies latencies = ours(rate, (int) (rate * seconds));
            System.err.printf("  %d a second: %s%n", rate, latencies);
            double p99 = latencies.percentile(99);
            int from = rate == RATES[0] ? 0 : rate - KNEE_STEP;
            if (p99 > KNEE_MS) {
                knee = from + (rate - from) * (KNEE_MS - before) / (p99 - before);
            } else if (rate >= MOST_STEPS * KNEE_STEP) {
                knee = rate;
            }
            before = p99;
        }
        return Row.of(KNEE, "changes/s", List.of(knee), List.of(KNEE_GOAL), 1, Row.Better.HIGHER);
    }

    /** How long overrides of the partner's companies take while all other products change as fast as possible. */
    private Row reload(double seconds, InputTopics reloading) throws Exception {
        List<IntFunction<PublishedEvent>> overrides = catalog.listedOverrides(company -> company >= FIRST_COMPANY);
        // Each adds a layer the first time.
        overrides(0, overrides.size(), overrides);
        System.err.printf("  overrides alone: %s%n", overrides(RELOAD_RATE, (int) (RELOAD_RATE * seconds), overrides));
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        BitSet ofPartner = new BitSet();
        IntStream.of(variants).forEach(ofPartner::set);
        for (int left = Math.max(RELOADED, RELOADS * catalog.variants()); left > 0; left -= catalog.variants()) {
            int change = next++;
            IntStream.range(0, catalog.variants())
                    .filter(variant -> !ofPartner.get(variant))
                    .forEach(variant -> records.add(reloading.encode(CatalogEvents.bpd(variant, change))));
        }
        Future<?> reloaded = ours.await(
                new CountedRecords(records.size(), record -> record.topic().endsWith(PRODUCTS)));
        long start = System.nanoTime();
        Thread publisher = new Thread(() -> records.forEach(reloading::send), "reload");
        publisher.start();
        Latencies latencies = overrides(RELOAD_RATE, (int) (RELOAD_RATE * seconds), overrides);
        if (reloaded.isDone()) {
            throw new IllegalStateException("the reload ended before what was to be measured during it");
        }
        publisher.join();
        reloading.flush();
        reloaded.get();
        System.err.printf(
                "  overrides during a reload: %s; %.0f products a second%n",
                latencies, records.size() / ((System.nanoTime() - start) / 1e9));
        return Row.of(RELOAD, "ms", List.of(latencies.percentile(99)), List.of(RELOAD_LIMIT_MS), 1, Row.Better.LOWER);
    }

    private Latencies overrides(double rate, int count, List<IntFunction<PublishedEvent>> overrides) throws Exception {
        Latencies delivered = new Latencies(Marker.OVERRIDE, next, count, overrides.size());
        receiver.expect(delivered);
        publish(ours.inputs(), rate, count, overrides, List.of(delivered));
        delivered.await(PATIENCE);
        return delivered;
    }

    private void measure(Run run, int rate, int rounds, int count) throws Exception {
        List<Latencies> ours = new ArrayList<>();
        List<Latencies> floor = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            ours.add(ours(rate, count));
            floor.add(floor(rate, count));
            System.err.printf("  %d a second: ours: %s; floor: %s%n", rate, ours.get(round - 1), floor.get(round - 1));
        }
        if (run.wants(p50(rate))) {
            run.measured(row(p50(rate), 50, GOAL_P50, ours, floor));
        }
        if (run.wants(p99(rate))) {
            run.measured(row(p99(rate), 99, GOAL_P99, ours, floor));
        }
    }

    private static Row row(String name, double percent, double goal, List<Latencies> ours, List<Latencies> floor) {
        return Row.of(name, "ms", percentiles(ours, percent), percentiles(floor, percent), goal, Row.Better.LOWER);
    }

    private static List<Double> percentiles(List<Latencies> rounds, double percent) {
        return rounds.stream().map(round -> round.percentile(percent)).toList();
    }

    private Latencies ours(double rate, int count) throws Exception {
        Latencies delivered = new Latencies(Marker.BPD, next, count, products.size());
        Latencies committed = new Latencies(Marker.BPD, next, count, products.size());
        receiver.expect(delivered);
        Future<?> arrived = ours.await(committed);
        publish(ours.inputs(), rate, count, products, List.of(delivered, committed));
        arrived.get();
        delivered.await(PATIENCE);
        System.err.printf(
                "  until the entry is committed: %s, %.1f entries for each change; then in %d messages%n",
                committed, committed.recordsOfEach(), receiver.messages());
        return delivered;
    }

    private Latencies floor(double rate, int count) throws Exception {
        Latencies latencies = new Latencies(Marker.BPD, next, count, products.size());
        Future<?> arrived = floor.await(latencies);
        publish(floor.inputs(), rate, count, products, List.of(latencies));
        arrived.get();
        return latencies;
    }

    /** @param rate changes per second, 0 for as fast as possible */
    private void publish(
            InputTopics topics,
            double rate,
            int count,
            List<IntFunction<PublishedEvent>> things,
            List<Latencies> latencies)
            throws IOException {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        int first = next;
        for (int i = 0; i < count; i++) {
            records.add(topics.encode(things.get(i % things.size()).apply(next++)));
        }
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long due = rate == 0 ? System.nanoTime() : start + (long) (i / rate * 1e9);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            for (Latencies each : latencies) {
                each.due(first + i, due);
            }
            topics.send(records.get(i));
        }
        topics.flush();
    }

    @Override
    public void close() {
        receiver.close();
    }
}
