package dev.partnercatalog.benchmarks.delivery;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.CatalogProcess;
import dev.partnercatalog.benchmarks.setup.CpuTime;
import dev.partnercatalog.benchmarks.setup.Environment;
import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.benchmarks.setup.Metrics;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Deliveries to one partner's endpoint, of 50,000 variants that its companies list, against a bare loop that posts the
 * same bodies to the same receiver, and against the same with no other partner.
 */
public final class DeliveryRows {

    static final String DELIVER = "deliver";
    static final String RESYNC = "resync";
    static final String ISOLATE = "isolate";

    private static final String PARTNER = "benchmark";
    private static final int COMPANIES = 125;
    private static final int QUICK_COMPANIES = 10;

    /** As many as the sink has under way at one endpoint. */
    private static final int CONCURRENCY = 4;

    /** As the launcher runs it. */
    private static final List<String> OPTIONS = List.of("-Xmx512m", "-XX:+UseSerialGC");

    private final Run run;
    private final Pace pace;
    private final Environment.Part environment;
    private final DeliveryTopics topics;
    private final JavaProcess receiver;
    private final String url;
    private final int companies;
    private final int listed;
    private long resyncs;
    private boolean displayNames;

    private DeliveryRows(Run run, Environment.Part environment, DeliveryTopics topics, JavaProcess receiver)
            throws Exception {
        this.run = run;
        this.pace = run.pace();
        this.environment = environment;
        this.topics = topics;
        this.receiver = receiver;
        this.url = "http://127.0.0.1:" + receiver.line();
        this.companies = pace.equals(Pace.QUICK) ? QUICK_COMPANIES : COMPANIES;
        this.listed = companies * DeliveryTopics.LISTED_BY_A_COMPANY;
    }

    /** The group of these rows. */
    public static RowGroup group() {
        return new RowGroup() {
            @Override
            public List<String> names() {
                return List.of(DELIVER, RESYNC, ISOLATE);
            }

            @Override
            public void measure(Run run) throws Exception {
                int companies = run.pace().equals(Pace.QUICK) ? QUICK_COMPANIES : GeneratedCatalog.COMPANIES;
                Environment.Part environment = run.environment().part("delivery");
                try (TopicWriter writer =
                                new TopicWriter(environment.kafka(run.pace().partitions()), environment.registry());
                        DeliveryTopics topics = new DeliveryTopics(writer, companies);
                        JavaProcess receiver = JavaProcess.start(
                                environment.folder().resolve("receiver.log"),
                                environment.machineOptions(List.of("-Xmx256m", "-XX:+UseSerialGC")),
                                Receiver.class.getName())) {
                    new DeliveryRows(run, environment, topics, receiver).measure();
                }
            }
        };
    }

    private void measure() throws Exception {
        System.err.println("writing what is listed ...");
        topics.writeVariants();
        KafkaSettings kafka = environment.kafka(pace.partitions());
        Path folder = environment.folder().resolve("webhook-sink");
        List<String> arguments = List.of("--secrets=" + environment.secrets(), "--allow-private-webhooks");
        try (CatalogProcess sink =
                CatalogProcess.start("webhook-sink", environment, kafka, folder, OPTIONS, arguments)) {
            sink.awaitReady();
            sink.awaitCaughtUp();
            System.err.println("delivering for the first time ...");
            Path bodies = environment.folder().resolve("bodies");
            double before = delivered(sink);
            receiver.ask("count " + bodies);
            configure();
            awaitDelivered(sink, before);
            long bytes = counted().bytes();
            if (run.wants(DELIVER) || run.wants(RESYNC)) {
                compareWithLoop(sink, bodies, bytes);
            }
            if (run.wants(ISOLATE)) {
                run.measured(new Isolation(pace, topics, receiver, sink, url).measure());
            }
        }
    }

    private void compareWithLoop(CatalogProcess sink, Path bodies, long bytes) throws Exception {
        String secret = MasterKey.load(environment.secrets()).webhookSecret(PARTNER, 0);
        try (JavaProcess loop = JavaProcess.start(
                environment.folder().resolve("loop.log"),
                environment.machineOptions(OPTIONS),
                BareLoop.class.getName(),
                url + "/",
                secret,
                bodies.toString(),
                Integer.toString(CONCURRENCY))) {
            loop.line();
            loop.ask(Double.toString(pace.firstWarmUpSeconds() / 2));
            warmUp(sink);
            List<Double> delivered = new ArrayList<>();
            List<Double> posted = new ArrayList<>();
            List<Double> resynced = new ArrayList<>();
            List<Double> reposted = new ArrayList<>();
            for (int round = 1; round <= pace.fewRounds(); round++) {
                if (run.wants(DELIVER)) {
                    delivered.add(listed / resend(sink).seconds());
                    posted.add(posted(loop, bytes));
                    System.err.printf("deliver round %d: %.0f %.0f%n", round, last(delivered), last(posted));
                }
                if (run.wants(RESYNC)) {
                    resynced.add(flip(sink));
                    reposted.add(listed / posted(loop, bytes));
                    System.err.printf("resync round %d: %.2f %.2f%n", round, last(resynced), last(reposted));
                }
            }
            if (run.wants(DELIVER)) {
                run.measured(Row.of(DELIVER, "variants/s", delivered, posted, 0.7, Row.Better.HIGHER));
            }
            if (run.wants(RESYNC)) {
                run.measured(Row.of(RESYNC, "s", resynced, reposted, 1.5, Row.Better.LOWER));
            }
        }
    }

    private void warmUp(CatalogProcess sink) throws Exception {
        long end = System.nanoTime() + (long) (pace.firstWarmUpSeconds() * 1e9);
        do {
            resend(sink);
            flip(sink);
        } while (System.nanoTime() < end);
    }

    /** Has everything sent again; returns what came. */
    private Counted resend(CatalogProcess sink) throws Exception {
        double before = delivered(sink);
        receiver.ask("count");
        resyncs++;
        configure();
        awaitDelivered(sink, before);
        return counted();
    }

    /** Changes a flag that changes each variant's record; returns the seconds to the last delivery. */
    private double flip(CatalogProcess sink) throws Exception {
        double before = delivered(sink);
        receiver.ask("count");
        displayNames = !displayNames;
        long flipped = Received.now();
        configure();
        awaitDelivered(sink, before);
        return (counted().lastMicros() - flipped) / 1e6;
    }

    private void awaitDelivered(CatalogProcess sink, double before) throws Exception {
        long cpu = CpuTime.of(sink.pid());
        sink.await("delivering", () -> delivered(sink) >= before + listed);
        System.err.printf("  sink: %.0f µs of processor a variant%n", (CpuTime.of(sink.pid()) - cpu) / 1e3 / listed);
    }

    /** Variants a second of the loop, which posts each of the bodies as often, give or take one. */
    private double posted(JavaProcess loop, long bytes) throws Exception {
        long cpu = CpuTime.of(loop.pid());
        receiver.ask("count");
        loop.ask(Double.toString(pace.seconds() / 2));
        Counted counted = counted();
        double variants = (double) listed * counted.bytes() / bytes;
        System.err.printf("  loop: %.2f µs of processor a variant%n", (CpuTime.of(loop.pid()) - cpu) / 1e3 / variants);
        return variants / counted.seconds();
    }

    private Counted counted() throws Exception {
        return Counted.parse(receiver.ask("counted"));
    }

    private static double delivered(CatalogProcess sink) throws IOException, InterruptedException {
        double delivered = Metrics.sum(sink.metrics(), "catalog_webhook_delivered_total{partner=\"" + PARTNER + "\"}");
        return Double.isNaN(delivered) ? 0 : delivered;
    }

    private void configure() throws Exception {
        topics.configure(List.of(partner()));
    }

    private DeliveryTopics.Setting partner() {
        return new DeliveryTopics.Setting(PARTNER, companies, url + "/", true, displayNames, resyncs);
    }

    private static double last(List<Double> values) {
        return values.get(values.size() - 1);
    }
}
