package dev.partnercatalog.benchmarks.freshness;

import dev.partnercatalog.benchmarks.input.CatalogEvents;
import dev.partnercatalog.benchmarks.input.ChangingCatalog;
import dev.partnercatalog.benchmarks.input.InputEvent;
import dev.partnercatalog.benchmarks.input.InputTopics;
import dev.partnercatalog.benchmarks.input.Pipeline;
import dev.partnercatalog.benchmarks.measure.Row;
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
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Changes of BPD's data of variants that a partner's companies list, one after the other at a steady pace, until the
 * partner's webhook or the floor's reader has them.
 */
public final class EndToEnd implements AutoCloseable {

    public static final String P50 = "end-to-end-p50";
    public static final String P99 = "end-to-end-p99";

    private static final double GOAL = 1.5;
    private static final String PARTNER_ID = "benchmark";

    /** The partner has the small companies: few changes are seen by it more than once. */
    private static final int FIRST_COMPANY = 400;

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** As many changes are on their way at once, at most, while the top load is looked for. */
    private static final int OUTSTANDING = 1_000;

    /** More than can be. */
    private static final int MOST_A_SECOND = 10_000;

    /** Greater than any round of the other rows. */
    private static final int FIRST_CHANGE = 1_000;

    private final Pipeline ours;
    private final Pipeline floor;
    private final VariantReceiver receiver;
    private final int[] variants;
    private int next = FIRST_CHANGE;

    private EndToEnd(Pipeline ours, Pipeline floor, VariantReceiver receiver, int[] variants) {
        this.ours = ours;
        this.floor = floor;
        this.receiver = receiver;
        this.variants = variants;
    }

    /**
     * Publishes a partner whose webhook is here; the applications deliver to it.
     *
     * @param floor what the same changes go through for comparison
     */
    public static EndToEnd start(Pipeline ours, Pipeline floor, ChangingCatalog catalog) throws IOException {
        VariantReceiver receiver = VariantReceiver.start();
        InputTopics inputs = ours.inputs();
        inputs.send(inputs.encode(new InputEvent(CatalogTopic.PARTNERS, PARTNER_ID, partner(receiver.url()))));
        inputs.flush();
        int[] variants = catalog.listedVariants(company -> company >= FIRST_COMPANY);
        return new EndToEnd(ours, floor, receiver, variants);
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
     * Measures both in turn.
     *
     * @param warmUp for so many seconds the top load goes through before it counts
     * @param seconds that a round takes of each
     */
    public List<Row> measure(int rounds, double warmUp, double seconds) throws Exception {
        // What the partner has never had is sent first, so everything has been sent once when this has arrived.
        ours(0, variants.length);
        topLoad(warmUp);
        double top = topLoad(seconds);
        double rate = top / 2;
        System.err.printf("  top load: %.0f changes a second%n", top);
        int count = (int) Math.ceil(rate * seconds);
        List<List<Double>> ours = List.of(new ArrayList<>(), new ArrayList<>());
        List<List<Double>> against = List.of(new ArrayList<>(), new ArrayList<>());
        // The first round is to warm up.
        for (int round = 0; round <= rounds; round++) {
            Latencies webhook = ours(rate, count);
            Latencies hops = floor(rate, count);
            System.err.printf(
                    "  ours: p50 %.0f ms, p99 %.0f ms; floor: p50 %.0f ms, p99 %.0f ms%n",
                    webhook.percentile(50), webhook.percentile(99), hops.percentile(50), hops.percentile(99));
            if (round > 0) {
                ours.get(0).add(webhook.percentile(50));
                ours.get(1).add(webhook.percentile(99));
                against.get(0).add(hops.percentile(50));
                against.get(1).add(hops.percentile(99));
            }
        }
        return List.of(
                Row.of(P50, "ms", ours.get(0), against.get(0), GOAL, Row.Better.LOWER),
                Row.of(P99, "ms", ours.get(1), against.get(1), GOAL, Row.Better.LOWER));
    }

    /** Changes a second that reach the webhook while a new one follows each that arrives. */
    private double topLoad(double seconds) throws Exception {
        // A variant that changes again on its way would be delivered once for both.
        int outstanding = Math.min(OUTSTANDING, variants.length / 2);
        Semaphore room = new Semaphore(outstanding);
        Latencies delivered = new Latencies(next, (int) (MOST_A_SECOND * seconds), room::release);
        receiver.expect(delivered);
        InputTopics topics = ours.inputs();
        int first = next;
        long start = System.nanoTime();
        while (System.nanoTime() - start < seconds * 1e9) {
            acquire(room, 1);
            int variant = variants[(next - first) % variants.length];
            delivered.due(next, System.nanoTime());
            topics.send(topics.encode(CatalogEvents.bpd(variant, next++)));
        }
        topics.flush();
        acquire(room, outstanding);
        return (next - first) / ((System.nanoTime() - start) / 1e9);
    }

    private static void acquire(Semaphore room, int places) throws IOException, InterruptedException {
        if (!room.tryAcquire(places, PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new IOException("changes did not arrive");
        }
    }

    private Latencies ours(double rate, int count) throws Exception {
        Latencies delivered = new Latencies(next, count, () -> {});
        Latencies committed = new Latencies(next, count, () -> {});
        receiver.expect(delivered);
        Future<?> arrived = ours.await(committed);
        publish(ours.inputs(), rate, count, List.of(delivered, committed));
        arrived.get();
        delivered.await(PATIENCE);
        System.err.printf(
                "  until the entry is committed: p50 %.0f ms, p99 %.0f ms; then in %d messages%n",
                committed.percentile(50), committed.percentile(99), receiver.messages());
        return delivered;
    }

    private Latencies floor(double rate, int count) throws Exception {
        Latencies latencies = new Latencies(next, count, () -> {});
        Future<?> arrived = floor.await(latencies);
        publish(floor.inputs(), rate, count, List.of(latencies));
        arrived.get();
        return latencies;
    }

    /** @param rate a second, 0 for as fast as it goes */
    private void publish(InputTopics topics, double rate, int count, List<Latencies> latencies) throws IOException {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        int first = next;
        for (int i = 0; i < count; i++) {
            records.add(topics.encode(CatalogEvents.bpd(variants[i % variants.length], next++)));
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
