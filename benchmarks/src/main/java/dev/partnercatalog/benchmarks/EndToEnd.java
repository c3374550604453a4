package dev.partnercatalog.benchmarks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.partnercatalog.events.AllowedCompany;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Changes of BPD's data for variants that a partner's companies list, one after the other at a steady pace, until the
 * partner's webhook or the floor's reader has them.
 */
final class EndToEnd implements AutoCloseable {

    /** How many changes are due per second: the first rate also warms up. */
    private static final int[] RATES = {1_000, 100};

    private static final double KNEE_MS = 1_000;
    private static final double KNEE_LIMIT = 2_000;
    private static final int KNEE_STEP = 500;
    private static final int MOST_STEPS = 8;
    private static final double RELOAD_LIMIT_MS = 2_000;
    private static final int RELOAD_RATE = 100;
    /** How often each product changes: one after the other, so that it lasts for longer than what is measured meanwhile. */
    private static final int RELOADS = 2;
    /** At least so many products, which take longer than the overrides also if the catalog is small. */
    private static final int RELOADED = 60_000;

    private static final String PARTNER = "benchmark";
    /** The partner has the small companies: it sees few changes more than once. */
    private static final int FIRST_COMPANY = 400;

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    /** Greater than any round of the other rows. */
    private static final int FIRST_CHANGE = 1_000;

    private final Run run;
    private final Pipeline ours;
    private final Pipeline floor;
    private final ChangingCatalog catalog;
    private final HttpServer receiver;
    private final ExecutorService receiving = Executors.newCachedThreadPool();
    private final AtomicReference<@Nullable Latencies> expected = new AtomicReference<>();
    private final int[] variants;
    private final List<IntFunction<CatalogEvents.Event>> products;
    private int next = FIRST_CHANGE;

    private EndToEnd(Run run, Pipeline ours, Pipeline floor, ChangingCatalog catalog) throws IOException {
        this.run = run;
        this.ours = ours;
        this.floor = floor;
        this.catalog = catalog;
        this.variants = catalog.listedVariants(company -> company >= FIRST_COMPANY);
        this.products = IntStream.of(variants)
                .<IntFunction<CatalogEvents.Event>>mapToObj(
                        variant -> change -> CatalogEvents.layer(Marker.BPD, variant, 0, change))
                .toList();
        this.receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.setExecutor(receiving);
        receiver.createContext("/", this::receive);
    }

    static boolean isWanted(Run run) {
        return run.wants(EnumSet.range(Row.END_TO_END_1000_P50, Row.RELOAD).toArray(Row[]::new));
    }

    /**
     * Publishes a partner whose webhook is here; the applications deliver to it.
     *
     * @param floor what the same changes pass through for comparison
     */
    static EndToEnd start(Run run, Pipeline ours, Pipeline floor, ChangingCatalog catalog) throws IOException {
        EndToEnd endToEnd = new EndToEnd(run, ours, floor, catalog);
        endToEnd.receiver.start();
        String url = "http://127.0.0.1:" + endToEnd.receiver.getAddress().getPort() + "/webhook";
        Stream<AllowedCompany> companies = IntStream.range(FIRST_COMPANY, GeneratedCatalog.COMPANIES)
                .mapToObj(company ->
                        Partners.company(company, GeneratedCatalog.locations(company), Partners.allFields(true)));
        TopicWriter inputs = ours.inputs();
        inputs.put(inputs.encode(new CatalogEvents.Event(CatalogTopic.CLIENTS, PARTNER, Partners.client(PARTNER))));
        inputs.put(inputs.encode(new CatalogEvents.Event(
                CatalogTopic.PARTNERS, PARTNER, Partners.partner(PARTNER, new WebhookSetting(true, url), companies))));
        inputs.flush();
        return endToEnd;
    }

    /** @param reloading publishes all other products meanwhile */
    void measure(TopicWriter reloading) throws Exception {
        double seconds = run.pace().of(3.0, 2.0);
        int warmUp = (int) (RATES[0] * run.pace().firstWarmUpSeconds());
        // What the partner has never had is sent first, so everything has been sent once when this has arrived.
        ours(0, products.size());
        ours(RATES[0], warmUp);
        floor(RATES[0], warmUp);
        for (int rate : RATES) {
            compare(rate, (int) (rate * seconds));
        }
        if (run.wants(Row.KNEE)) {
            run.measured(Row.KNEE, knee(2 * seconds), KNEE_LIMIT);
        }
        if (run.wants(Row.RELOAD)) {
            run.measured(Row.RELOAD, reload((int) (RELOAD_RATE * seconds), reloading), RELOAD_LIMIT_MS);
        }
    }

    private void compare(int rate, int count) throws Exception {
        List<Row> rows = Row.named("end-to-end-" + rate);
        if (run.wants(rows.toArray(Row[]::new))) {
            List<Latencies> ofOurs = new ArrayList<>();
            List<Latencies> ofFloor = new ArrayList<>();
            for (int round = 0; round < run.pace().rounds(); round++) {
                ofOurs.add(ours(rate, count));
                ofFloor.add(floor(rate, count));
                System.err.printf("  %d a second: ours: %s; floor: %s%n", rate, ofOurs.get(round), ofFloor.get(round));
            }
            run.measured(rows.get(0), percentiles(ofOurs, 50), percentiles(ofFloor, 50));
            run.measured(rows.get(1), percentiles(ofOurs, 99), percentiles(ofFloor, 99));
        }
    }

    private static List<Double> percentiles(List<Latencies> rounds, double percent) {
        return rounds.stream().map(round -> round.percentile(percent)).toList();
    }

    /** The rate at which the 99th percentile passes a second: between two steps, as if it rose evenly. */
    private double knee(double seconds) throws Exception {
        double before = 0;
        for (int rate = RATES[0]; ; rate += KNEE_STEP) {
            Latencies latencies = ours(rate, (int) (rate * seconds));
            System.err.printf("  %d a second: %s%n", rate, latencies);
            double p99 = latencies.percentile(99);
            if (p99 > KNEE_MS) {
                int from = rate == RATES[0] ? 0 : rate - KNEE_STEP;
                return from + (rate - from) * (KNEE_MS - before) / (p99 - before);
            }
            if (rate >= MOST_STEPS * KNEE_STEP) {
                return rate;
            }
            before = p99;
        }
    }

    /** How long overrides of the partner's companies take while all other products change as fast as possible. */
    private double reload(int count, TopicWriter reloading) throws Exception {
        List<IntFunction<CatalogEvents.Event>> overrides = catalog.listedOverrides(company -> company >= FIRST_COMPANY);
        // Each adds a layer the first time.
        overrides(0, overrides.size(), overrides);
        System.err.printf("  overrides alone: %s%n", overrides(RELOAD_RATE, count, overrides));
        List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
        BitSet ofPartner = new BitSet();
        IntStream.of(variants).forEach(ofPartner::set);
        for (int left = Math.max(RELOADED, RELOADS * catalog.variants()); left > 0; left -= catalog.variants()) {
            int change = next++;
            IntStream.range(0, catalog.variants())
                    .filter(variant -> !ofPartner.get(variant))
                    .mapToObj(variant -> CatalogEvents.layer(Marker.BPD, variant, 0, change))
                    .forEach(event -> records.add(reloading.encode(event)));
        }
        Future<?> reloaded =
                ours.await(AwaitedRecords.counted(records.size(), CatalogTopic.RESOLVED_VARIANTS.baseName()));
        Thread publisher = new Thread(() -> records.forEach(reloading::put), "reload");
        publisher.start();
        Latencies latencies = overrides(RELOAD_RATE, count, overrides);
        if (reloaded.isDone()) {
            throw new IllegalStateException("the reload ended before what was to be measured during it");
        }
        publisher.join();
        reloading.flush();
        reloaded.get();
        return latencies.percentile(99);
    }

    private Latencies overrides(double rate, int count, List<IntFunction<CatalogEvents.Event>> overrides)
            throws Exception {
        Latencies delivered = new Latencies(Marker.OVERRIDE, next, count, overrides.size());
        expected.set(delivered);
        publish(ours.inputs(), rate, overrides, delivered);
        delivered.await(PATIENCE);
        return delivered;
    }

    private Latencies ours(double rate, int count) throws Exception {
        Latencies delivered = new Latencies(Marker.BPD, next, count, products.size());
        Latencies committed = new Latencies(Marker.BPD, next, count, products.size());
        expected.set(delivered);
        Future<?> arrived = ours.await(committed);
        publish(ours.inputs(), rate, products, delivered, committed);
        arrived.get();
        delivered.await(PATIENCE);
        System.err.printf("  until the entry is committed: %s%n", committed);
        return delivered;
    }

    private Latencies floor(double rate, int count) throws Exception {
        Latencies latencies = new Latencies(Marker.BPD, next, count, products.size());
        Future<?> arrived = floor.await(latencies);
        publish(floor.inputs(), rate, products, latencies);
        arrived.get();
        return latencies;
    }

    /** @param rate changes per second, 0 for as fast as possible */
    private void publish(
            TopicWriter topics, double rate, List<IntFunction<CatalogEvents.Event>> things, Latencies... latencies)
            throws IOException {
        int count = latencies[0].count();
        int first = next;
        List<ProducerRecord<String, byte[]>> records = IntStream.range(0, count)
                .mapToObj(i -> topics.encode(things.get(i % things.size()).apply(next++)))
                .toList();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long due = rate == 0 ? System.nanoTime() : start + (long) (i / rate * 1e9);
            Pace.await(due);
            for (Latencies each : latencies) {
                each.due(first + i, due);
            }
            topics.put(records.get(i));
        }
        topics.flush();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            long now = System.nanoTime();
            exchange.sendResponseHeaders(204, -1);
            Latencies latencies = expected.get();
            if (latencies != null) {
                latencies.arrived(body, now);
            }
        }
    }

    @Override
    public void close() {
        receiver.stop(0);
        receiving.shutdownNow();
    }
}
