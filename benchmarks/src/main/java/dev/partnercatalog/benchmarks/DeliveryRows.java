package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.webhook.state.SinkState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Deliveries to one partner's endpoint: of 50,000 variants that its companies list, compared with a bare loop that posts
 * the same bodies to the same receiver, and with the same without other partners; then of everything to a partner that
 * sees it all.
 */
final class DeliveryRows implements AutoCloseable {

    private static final String PARTNER = "benchmark";
    /** One in so many companies is the partner's. */
    private static final int COMPANIES_OF_ONE = 4;

    private static final int MOST_IDLE_SECONDS = 15;
    private static final double QUIETER = 0.8;

    private static final int HANGING = 20;
    private static final String HANGING_PARTNER = "{partner=\"hang-";
    private static final int CHANGES_A_SECOND = 100;

    private final Run run;
    private final BenchmarkEnvironment.Part part;
    private final TopicWriter writer;
    private final DeliveryTopics topics;
    private final JavaProcess receiver;
    private final String url;
    private CatalogProcess sink;
    private int changes;

    private DeliveryRows(Run run, BenchmarkEnvironment.Part part, int companies) throws Exception {
        this.run = run;
        this.part = part;
        this.writer = part.writer();
        this.topics = new DeliveryTopics(writer, companies);
        this.receiver = Receiver.start(part);
        this.url = "http://127.0.0.1:" + receiver.line();
        System.err.println("writing what is listed ...");
        topics.writeVariants();
        this.sink = CatalogProcess.start(part, CatalogProcess.WEBHOOK_SINK);
    }

    static void measure(Run run, BenchmarkEnvironment.Part part) throws Exception {
        int companies = run.pace().of(GeneratedCatalog.COMPANIES, 10);
        try (DeliveryRows rows = new DeliveryRows(run, part, companies)) {
            rows.sink.awaitCaughtUp();
            rows.measure(companies);
        }
    }

    private void measure(int companies) throws Exception {
        int few = companies / COMPANIES_OF_ONE;
        Recipient partner = new Recipient(PARTNER, few, 0, "/");
        System.err.println("delivering for the first time ...");
        Receiver.Counted first = partner.send().counted;
        boolean warm = partner.warmUp();
        if (run.wants(Row.DELIVER_CPU, Row.RESYNC)) {
            compareWithLoop(partner, warm, first);
        }
        if (run.wants(Row.ISOLATE)) {
            isolate(warm);
        }
        if (run.wants(Row.SINK_OTHERS)) {
            double idle = idleShare();
            boolean warmForOthers = run.warm("changes of others", () -> microsForOthers(few, idle));
            run.measure(Row.SINK_OTHERS, warmForOthers, () -> microsForOthers(few, idle));
        }
        if (run.wants(Row.HELD_BYTES, Row.RESYNC_1M)) {
            System.err.println("listing at locations ...");
            topics.listAtLocations();
            sink.awaitCaughtUp();
            wholeCatalog(new Recipient("whole", companies, DeliveryTopics.LOCATIONS, Receiver.SLOW), partner);
        }
    }

    /**
     * A full resend, and the changes after a flag.
     *
     * @param first the bodies of everything
     */
    private void compareWithLoop(Recipient partner, boolean warm, Receiver.Counted first) throws Exception {
        String secret = MasterKey.load(part.secrets()).webhookSecret(PARTNER, 0);
        long size = first.bytes() / first.bodies();
        try (JavaProcess loop = part.start(BareLoop.class, JavaProcess.LIKE_THE_OTHERS, url + "/", secret, size)) {
            int listed = partner.setting.listed();
            Callable<List<Double>> posting = () -> {
                long cpu = loop.cpuNanos();
                receiver.ask("count");
                loop.ask(run.pace().seconds() / 2);
                Receiver.Counted counted = Receiver.Counted.ask(receiver);
                double times = (double) counted.bytes() / first.bytes();
                return List.of((loop.cpuNanos() - cpu) / 1e3 / times / listed, counted.secondsBetween() / times);
            };
            boolean warmLoop = run.warm("bare loop", () -> posting.call().get(1));
            run.measure(
                    List.of(Row.DELIVER_CPU, Row.RESYNC),
                    warm && warmLoop,
                    () -> List.of(partner.resend().cpuSeconds * 1e6 / listed, partner.flip().seconds),
                    posting);
        }
    }

    /** How long the partner waits for changes while the endpoints of others, to which the same is due, hang. */
    private void isolate(boolean warm) throws Exception {
        receiver.ask("watch");
        Callable<List<Double>> hanging = () -> {
            // Nobody accepts its connections: they take requests and are never answered.
            try (ServerSocket endpoint = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress())) {
                configureHanging(true, endpoint.getLocalPort());
                sink.awaitCaughtUp();
                // Of some, attempts have been given up and wait for their next turn.
                sink.await(
                        "holding a backlog",
                        () -> ofHanging("catalog_webhook_in_flight") >= HANGING / 2
                                && ofHanging("catalog_webhook_due")
                                        >= HANGING / 2 * DeliveryTopics.LISTED_BY_A_COMPANY);
                double p99 = p99();
                configureHanging(false, endpoint.getLocalPort());
                return List.of(p99);
            }
        };
        run.measure(List.of(Row.ISOLATE), warm, hanging, () -> {
            sink.await("alone", () -> !sink.metrics().contains("catalog_webhook_in_flight" + HANGING_PARTNER));
            return List.of(p99());
        });
    }

    private void configureHanging(boolean enabled, int port) throws IOException {
        WebhookSetting webhook = new WebhookSetting(enabled, "http://127.0.0.1:" + port + "/");
        topics.configure(IntStream.rangeClosed(1, HANGING)
                .mapToObj(i -> new DeliveryTopics.Setting("hang-" + i, 1, 0, webhook, false, 0))
                .toList());
    }

    private double ofHanging(String metric) throws IOException, InterruptedException {
        return sink.metrics()
                .lines()
                .filter(line -> line.startsWith(metric + HANGING_PARTNER))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** The 99th percentile of the time from a change to its receipt, in milliseconds, after some that don't count. */
    private double p99() throws Exception {
        double p99 = 0;
        for (double seconds : List.of(0.5, run.pace().seconds())) {
            int count = (int) (CHANGES_A_SECOND * seconds);
            Latencies latencies = new Latencies(changes, count, DeliveryTopics.LISTED_BY_A_COMPANY);
            latencies.publish(
                    writer,
                    CHANGES_A_SECOND,
                    IntStream.range(changes, changes + count)
                            .mapToObj(topics::changed)
                            .toList());
            changes += count;
            latencies.await(receiver);
            p99 = latencies.percentile(99);
        }
        return p99;
    }

    /** What changes cost that nobody is due, beyond what the sink takes while nothing changes. */
    private double microsForOthers(int ofPartner, double idle) throws Exception {
        long cpu = sink.process().cpuNanos();
        long start = System.nanoTime();
        int changed = topics.changeWithout(ofPartner, "change at " + start);
        sink.awaitCaughtUp();
        double anyway = idle * (System.nanoTime() - start);
        return (sink.process().cpuNanos() - cpu - anyway) / 1e3 / changed;
    }

    /**
     * The processor's share that it takes while there is nothing to do. Takes the seconds until one is hardly quieter
     * than the one before: compilers work on when everything else is done.
     */
    private double idleShare() throws InterruptedException {
        double share = Double.MAX_VALUE;
        for (int second = 0; second < MOST_IDLE_SECONDS; second++) {
            double before = share;
            long cpu = sink.process().cpuNanos();
            long start = System.nanoTime();
            TimeUnit.SECONDS.sleep(1);
            share = Math.min(before, (double) (sink.process().cpuNanos() - cpu) / (System.nanoTime() - start));
            if (share > QUIETER * before) {
                break;
            }
        }
        return share;
    }

    /**
     * A partner that sees all companies and some locations of each, to which nothing was ever sent: the cost of sending
     * it everything and of knowing that it has it.
     *
     * @param other another partner, for warming up
     */
    private void wholeCatalog(Recipient whole, Recipient other) throws Exception {
        long before = storedBytes();
        whole.send();
        run.measured(Row.HELD_BYTES, (double) (storedBytes() - before) / whole.setting.listed());
        if (run.wants(Row.RESYNC_1M)) {
            boolean warm = other.warmUp();
            Sent sent = whole.resend();
            // As many messages in parallel as the endpoint is sent, each as long as it takes.
            double bound = sent.counted.bodies() * Receiver.SLOW_MS / 1e3 / BareLoop.CONCURRENCY;
            run.measured(Row.RESYNC_1M, warm, sent.seconds, bound);
        }
    }

    /**
     * The bytes that the tables of the sink's logged store take on disk. Stops the sink, because then they are all that
     * the store contains, and starts it again.
     */
    private long storedBytes() throws Exception {
        sink.close();
        long bytes;
        try (Stream<Path> files = Files.walk(part.folder().resolve("webhook-sink/state"))) {
            bytes = files.filter(file ->
                            file.toString().endsWith(".sst") && file.toString().contains(SinkState.STORE))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
        sink = CatalogProcess.start(part, CatalogProcess.WEBHOOK_SINK);
        sink.awaitCaughtUp();
        return bytes;
    }

    @Override
    public void close() throws IOException {
        try (writer;
                receiver) {
            sink.close();
        }
    }

    /**
     * A completed send.
     *
     * @param seconds from the request to the last body
     * @param counted what arrived
     * @param cpuSeconds processor time of the sink
     */
    private record Sent(double seconds, Receiver.Counted counted, double cpuSeconds) {}

    /** A partner to which everything is sent, until its endpoint has accepted it. */
    private final class Recipient {

        private DeliveryTopics.Setting setting;

        Recipient(String id, int ofCompanies, int locations, String path) {
            setting = new DeliveryTopics.Setting(
                    id, ofCompanies, locations, new WebhookSetting(true, url + path), false, 0);
        }

        /** Resends everything, unchanged. */
        Sent resend() throws Exception {
            return next(setting.names(), setting.resyncs() + 1);
        }

        /** Toggles a flag that changes each record. */
        Sent flip() throws Exception {
            return next(!setting.names(), setting.resyncs());
        }

        private Sent next(boolean names, long resyncs) throws Exception {
            setting = new DeliveryTopics.Setting(
                    setting.partnerId(), setting.companies(), setting.locations(), setting.webhook(), names, resyncs);
            return send();
        }

        boolean warmUp() throws Exception {
            return run.warm("deliveries", () -> resend().cpuSeconds + flip().cpuSeconds);
        }

        /** Sends what the setting makes due. */
        Sent send() throws Exception {
            double before = delivered();
            receiver.ask("count");
            long asked = Pace.now();
            long cpu = sink.process().cpuNanos();
            topics.configure(List.of(setting));
            sink.await("delivering", () -> delivered() >= before + setting.listed());
            double cpuSeconds = (sink.process().cpuNanos() - cpu) / 1e9;
            Receiver.Counted counted = Receiver.Counted.ask(receiver);
            System.err.printf(
                    "  sink: %d messages in %.2f s, %.1f µs of processor a variant%n",
                    counted.bodies(), counted.secondsBetween(), cpuSeconds / setting.listed() * 1e6);
            return new Sent((counted.last() - asked) / 1e6, counted, cpuSeconds);
        }

        private double delivered() throws IOException, InterruptedException {
            double delivered = sink.metric("catalog_webhook_delivered_total{partner=\"" + setting.partnerId() + "\"}");
            return Double.isNaN(delivered) ? 0 : delivered;
        }
    }
}
