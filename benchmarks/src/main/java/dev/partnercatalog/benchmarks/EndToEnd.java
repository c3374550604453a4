package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Changes of BPD's data for variants that a partner's companies list, one after the other at a steady pace, until the
 * partner's webhook or the floor's reader has them.
 */
final class EndToEnd implements AutoCloseable {

    /**
     * Code is compiled by how often it runs. Until it is, a slow machine falls behind at a higher rate, and what each commit
     * needs runs seldom then.
     */
    private static final int WARMING_RATE = 300;

    private static final double WARMING_SECONDS = 100;

    private static final int CPU_RATE = 500;
    private static final double PROCESSORS = 2;

    private static final double KNEE_MS = 1_000;
    private static final int KNEE_FROM = 1_000;
    private static final int KNEE_STEP = 500;
    private static final int MOST_STEPS = 8;

    private static final int RELOAD_RATE = 100;

    private static final String PARTNER = "benchmark";
    /** The partner has the small companies: it sees few changes more than once. */
    private static final int FIRST_COMPANY = 400;
    /** Greater than any round of the other rows. */
    private static final int FIRST_CHANGE = 1_000;

    private final Run run;
    private final ChangingCatalog catalog;
    private final CatalogProcess resolver;
    private final Pipeline ours;
    private final Pipeline floor;
    private final Receiver receiver = new Receiver();
    private final CatalogProcess sink;
    private final List<IntFunction<ChangingCatalog.Event>> products;
    private int next = FIRST_CHANGE;

    /**
     * Publishes a partner whose webhook is a receiver, and starts the sink that delivers to it.
     *
     * @param floor what the same changes pass through for comparison
     */
    EndToEnd(Run run, ChangingCatalog catalog, CatalogProcess resolver, Pipeline ours, Pipeline floor)
            throws IOException {
        this.run = run;
        this.catalog = catalog;
        this.resolver = resolver;
        this.ours = ours;
        this.floor = floor;
        this.products = catalog.listedProducts(EndToEnd::isOfPartner);
        Partner partner = GeneratedCatalog.partner(
                PARTNER,
                new WebhookSetting(true, receiver.url() + "/"),
                IntStream.range(FIRST_COMPANY, GeneratedCatalog.COMPANIES),
                GeneratedCatalog::locations,
                new AllowedFields(true, true, true, true));
        TopicWriter inputs = ours.inputs();
        inputs.put(CatalogTopic.CLIENTS, PARTNER, GeneratedCatalog.client(PARTNER));
        inputs.put(CatalogTopic.PARTNERS, PARTNER, partner);
        inputs.flush();
        this.sink = CatalogProcess.start(run, CatalogProcess.WEBHOOK_SINK);
    }

    private static boolean isOfPartner(int company) {
        return company >= FIRST_COMPANY;
    }

    static boolean isWanted(Run run) {
        return run.wants(EnumSet.range(Row.END_TO_END_100_P50, Row.RELOAD).toArray(Row[]::new));
    }

    void measure() throws Exception {
        double seconds = run.pace().of(3.0, 2.0);
        // What the partner has never had is sent first, so everything has been sent once when this has arrived.
        delivered(products.size(), products.size(), products);
        if (run.wants(Row.CPU_CHANGE, Row.KNEE)) {
            // First, so that one warm-up is enough for the API too, which isn't there while latencies are measured.
            try (CatalogProcess api = CatalogProcess.start(run, CatalogProcess.QUERY_API)) {
                api.awaitCaughtUp();
                warmUp(seconds);
                processorTime(List.of(resolver, api, sink), seconds);
            }
        } else {
            warmUp(seconds);
        }
        compare(List.of(Row.END_TO_END_1000_P50, Row.END_TO_END_1000_P99), 1_000, seconds);
        compare(List.of(Row.END_TO_END_100_P50, Row.END_TO_END_100_P99), 100, seconds);
        if (run.wants(Row.RELOAD)) {
            reload((int) (RELOAD_RATE * seconds));
        }
    }

    private void warmUp(double seconds) throws Exception {
        int warming = (int) (WARMING_RATE * run.pace().of(WARMING_SECONDS, seconds));
        System.err.printf(
                "  warming up: %s%n",
                Run.text(delivered(WARMING_RATE, warming, products).percentiles()));
        run.warmUp(() -> floor(WARMING_RATE, (int) (WARMING_RATE * seconds)).percentiles());
    }

    private void compare(List<Row> rows, int rate, double seconds) throws Exception {
        int count = (int) (rate * seconds);
        if (run.wants(rows.toArray(Row[]::new))) {
            run.measure(
                    rows,
                    () -> delivered(rate, count, products).percentiles(),
                    () -> floor(rate, count).percentiles());
        }
    }

    /** The processor time of a change, and how many changes two processors could take if nothing else took any. */
    private void processorTime(List<CatalogProcess> parts, double seconds) throws Exception {
        int count = (int) (CPU_RATE * seconds);
        Callable<Double> ofOurs = () -> {
            double sum = 0;
            List<Long> before =
                    parts.stream().map(part -> part.process().cpuNanos()).toList();
            delivered(CPU_RATE, count, products);
            for (int i = 0; i < parts.size(); i++) {
                double micros = (parts.get(i).process().cpuNanos() - before.get(i)) / 1e3 / count;
                System.err.printf(
                        "  %s: %.0f µs of processor a change%n", parts.get(i).application(), micros);
                sum += micros;
            }
            return sum;
        };
        Callable<Double> ofFloor = () -> {
            long before = floor.application().cpuNanos();
            floor(CPU_RATE, count);
            return (floor.application().cpuNanos() - before) / 1e3 / count;
        };
        Row.Result change = run.measure(Row.CPU_CHANGE, ofOurs, ofFloor);
        if (run.wants(Row.KNEE)) {
            run.measured(Row.KNEE, List.of(knee(2 * seconds)), List.of(PROCESSORS * 1e6 / change.ours()));
        }
    }

    /** The rate at which the 99th percentile passes a second: between two steps, as if it rose evenly. */
    private double knee(double seconds) throws Exception {
        double before = 0;
        for (int rate = KNEE_FROM; ; rate += KNEE_STEP) {
            List<Double> percentiles =
                    delivered(rate, (int) (rate * seconds), products).percentiles();
            System.err.printf("  %d a second: %s%n", rate, Run.text(percentiles));
            double p99 = percentiles.get(1);
            if (p99 > KNEE_MS) {
                int from = rate == KNEE_FROM ? 0 : rate - KNEE_STEP;
                return from + (rate - from) * (KNEE_MS - before) / (p99 - before);
            }
            if (rate >= MOST_STEPS * KNEE_STEP) {
                return rate;
            }
            before = p99;
        }
    }

    /** How long overrides of the partner's companies take while all other products change, again and again. */
    private void reload(int count) throws Exception {
        List<IntFunction<ChangingCatalog.Event>> overrides = catalog.listedOverrides(EndToEnd::isOfPartner);
        // Each adds a layer the first time.
        delivered(overrides.size(), overrides.size(), overrides);
        List<Double> undisturbed = delivered(RELOAD_RATE, count, overrides).percentiles();
        System.err.printf("  overrides alone: %s%n", Run.text(undisturbed));
        try (TopicWriter reloading = new TopicWriter(run.kafka(), run.registry())) {
            // Once these are published again, each is a change again.
            List<ProducerRecord<String, byte[]>> records = IntStream.range(0, 2)
                    .boxed()
                    .flatMap(any -> catalog.otherProducts(EndToEnd::isOfPartner, next++))
                    .map(reloading::encode)
                    .toList();
            AtomicBoolean measured = new AtomicBoolean();
            FutureTask<Void> publishing = new FutureTask<>(() -> {
                while (!measured.get()) {
                    records.stream().takeWhile(any -> !measured.get()).forEach(reloading::put);
                    resolver.await(
                            "half of the reload",
                            () -> measured.get()
                                    || resolver.metric("catalog_streams_lag_records") < records.size() / 2.0);
                }
                return null;
            });
            new Thread(publishing, "reload").start();
            try {
                run.measure(List.of(Row.RELOAD), () -> List.of(reloading(count, overrides, publishing)), List::of);
            } finally {
                measured.set(true);
            }
            publishing.get();
        }
    }

    /** The 99th percentile of a round while the reload goes on. */
    private double reloading(int count, List<IntFunction<ChangingCatalog.Event>> overrides, Future<Void> publishing)
            throws Exception {
        double p99 = delivered(RELOAD_RATE, count, overrides).percentile(99);
        if (publishing.isDone()) {
            publishing.get(); // Throws why it has failed.
        }
        return p99;
    }

    /** Publishes changes of these things, and waits until the partner has them. */
    private Latencies delivered(double rate, int count, List<IntFunction<ChangingCatalog.Event>> things)
            throws Exception {
        Latencies latencies = new Latencies(next, count, things.size());
        receiver.watch(latencies);
        latencies.publish(ours.inputs(), rate, records(ours.inputs(), count, things));
        latencies.await();
        return latencies;
    }

    private Latencies floor(double rate, int count) throws Exception {
        Latencies latencies = new Latencies(next, count, products.size());
        Future<?> arrived = floor.await(latencies);
        latencies.publish(floor.inputs(), rate, records(floor.inputs(), count, products));
        arrived.get();
        return latencies;
    }

    private List<ProducerRecord<String, byte[]>> records(
            TopicWriter topics, int count, List<IntFunction<ChangingCatalog.Event>> things) {
        return IntStream.range(0, count)
                .mapToObj(i -> topics.encode(things.get(i % things.size()).apply(next++)))
                .toList();
    }

    @Override
    public void close() throws IOException {
        try (receiver) {
            sink.close();
        }
    }
}
