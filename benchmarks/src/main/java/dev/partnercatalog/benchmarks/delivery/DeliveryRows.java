package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.CatalogProcess;
import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.benchmarks.setup.IdleLoad;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.runtime.KafkaSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Deliveries to one partner's endpoint: of 50,000 variants that its companies list, compared with what else posts the
 * same to the same receiver, and with the same without other partners; then of everything to a partner that sees it
 * all.
 */
public final class DeliveryRows {

    static final String DELIVER = "deliver";
    static final String CPU = "deliver-cpu";
    static final String RESYNC = "resync";
    static final String CAMEL = "deliver-camel";
    static final String ISOLATE = "isolate";
    static final String OTHERS = "sink-others";
    static final String HELD_BYTES = "held-bytes";
    static final String RESYNC_MILLION = "resync-1m";

    private static final String PARTNER = "benchmark";
    private static final String WHOLE = "whole";

    /** One in so many companies is the partner's. */
    private static final int COMPANIES_OF_ONE = 4;

    private static final double LIMIT_OTHERS_MICROS = 12;
    private static final int QUICK_COMPANIES = 10;

    private final Run run;
    private final BenchmarkEnvironment.Part environment;
    private final DeliveryTopics topics;
    private final JavaProcess receiver;
    private final int companies;
    private final String url;

    private DeliveryRows(
            Run run, BenchmarkEnvironment.Part environment, DeliveryTopics topics, JavaProcess receiver, int companies)
            throws Exception {
        this.run = run;
        this.environment = environment;
        this.topics = topics;
        this.receiver = receiver;
        this.companies = companies;
        this.url = "http://127.0.0.1:" + receiver.line();
    }

    /** The group of these rows. */
    public static RowGroup group() {
        return new RowGroup() {
            @Override
            public List<String> names() {
                return List.of(DELIVER, CPU, RESYNC, CAMEL, ISOLATE, OTHERS, HELD_BYTES, RESYNC_MILLION);
            }

            @Override
            public void measure(Run run) throws Exception {
                int companies = run.pace().equals(Pace.QUICK) ? QUICK_COMPANIES : GeneratedCatalog.COMPANIES;
                BenchmarkEnvironment.Part environment = run.environment().part("delivery");
                try (TopicWriter writer =
                                new TopicWriter(environment.kafka(run.pace().partitions()), environment.registry());
                        DeliveryTopics topics = new DeliveryTopics(writer, companies);
                        JavaProcess receiver = Receiver.start(environment)) {
                    new DeliveryRows(run, environment, topics, receiver, companies).measure();
                }
            }
        };
    }

    private void measure() throws Exception {
        System.err.println("writing what is listed ...");
        topics.writeVariants();
        KafkaSettings kafka = environment.kafka(run.pace().partitions());
        try (Sink sink = new Sink(environment, kafka)) {
            sink.awaitCaughtUp();
            PartnerDelivery partner = partner(sink, PARTNER, companies / COMPANIES_OF_ONE, 0, "/");
            if (wantsAny(DELIVER, CPU, RESYNC, CAMEL, ISOLATE, OTHERS)) {
                measureOne(sink, partner);
            }
            if (wantsAny(HELD_BYTES, RESYNC_MILLION)) {
                PartnerDelivery whole = partner(sink, WHOLE, companies, DeliveryTopics.LOCATIONS, Receiver.SLOW);
                new WholeCatalog(run, kafka, topics, sink, whole, partner).measure();
            }
        }
    }

    private void measureOne(Sink sink, PartnerDelivery partner) throws Exception {
        System.err.println("delivering for the first time ...");
        Path bodies = environment.folder().resolve("bodies");
        long bytes = partner.send(bodies).counted().bytes();
        if (wantsAny(DELIVER, CPU, RESYNC)) {
            new LoopRows(run, partner, receiver, bytes).measure(environment, PARTNER, url + "/", bodies);
        }
        if (run.wants(CAMEL)) {
            run.measured(new CamelRow(run.pace(), environment, partner, receiver).measure(url + "/", bodies));
        }
        if (run.wants(ISOLATE)) {
            run.measured(new Isolation(run.pace(), topics, receiver, sink.process(), url).measure());
        }
        if (run.wants(OTHERS)) {
            run.measured(changesOfOthers(sink.process()));
        }
    }

    /** What changes cost that nobody is due, beyond what the sink takes while nothing changes. */
    private Row changesOfOthers(CatalogProcess sink) throws Exception {
        IdleLoad idle = IdleLoad.of(sink);
        List<Double> micros = new ArrayList<>();
        List<Double> limits = new ArrayList<>();
        // The first of its rounds is for warming up.
        for (int round = 0; round <= run.pace().fewRounds(); round++) {
            String description = "round " + round;
            AtomicInteger changed = new AtomicInteger();
            double all = idle.microsBeyond(() -> {
                changed.set(topics.changeWithout(companies / COMPANIES_OF_ONE, description));
                sink.awaitCaughtUp();
            });
            double each = all / changed.get();
            System.err.printf("  sink: %.1f µs of processor a change that nobody is due%n", each);
            if (round > 0) {
                micros.add(each);
                limits.add(LIMIT_OTHERS_MICROS);
            }
        }
        return Row.of(OTHERS, "µs", micros, limits, 1, Row.Better.LOWER);
    }

    private PartnerDelivery partner(Sink sink, String id, int ofCompanies, int locations, String path) {
        return new PartnerDelivery(
                sink,
                topics,
                receiver,
                new DeliveryTopics.Setting(id, ofCompanies, locations, url + path, true, false, 0));
    }

    private boolean wantsAny(String... rows) {
        return Stream.of(rows).anyMatch(run::wants);
    }
}
