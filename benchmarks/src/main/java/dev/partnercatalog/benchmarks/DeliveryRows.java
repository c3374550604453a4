package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.runtime.secret.MasterKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Deliveries to one partner's endpoint: of 50,000 variants that its companies list, compared with a bare loop that posts
 * the same bodies to the same receiver, and with the same without other partners; then of everything to a partner that
 * sees it all.
 */
final class DeliveryRows {

    private static final String PARTNER = "benchmark";
    /** One in so many companies is the partner's. */
    private static final int COMPANIES_OF_ONE = 4;

    private static final double LIMIT_CPU_SECONDS = 30;
    private static final double LIMIT_OTHERS_MICROS = 12;
    private static final double LIMIT_HELD_BYTES = 80;
    private static final int MOST_IDLE_SECONDS = 15;
    private static final double QUIETER = 0.8;

    private static final int HANGING = 20;
    private static final String HANGING_PARTNER = "{partner=\"hang-";
    private static final int EVENTS_A_SECOND = 100;

    private final Run run;
    private final BenchmarkEnvironment.Part part;
    private final DeliveryTopics topics;
    private final JavaProcess receiver;
    private final Sink sink;
    private final String url;
    private int events;

    private DeliveryRows(
            Run run, BenchmarkEnvironment.Part part, DeliveryTopics topics, JavaProcess receiver, Sink sink)
            throws IOException {
        this.run = run;
        this.part = part;
        this.topics = topics;
        this.receiver = receiver;
        this.sink = sink;
        this.url = "http://127.0.0.1:" + receiver.line();
    }

    static void measure(Run run) throws Exception {
        int companies = run.pace().of(GeneratedCatalog.COMPANIES, 10);
        BenchmarkEnvironment.Part part = run.environment().part("delivery");
        try (TopicWriter writer = TopicWriter.of(part);
                JavaProcess receiver = Receiver.start(part)) {
            System.err.println("writing what is listed ...");
            DeliveryTopics topics = new DeliveryTopics(writer, companies);
            topics.writeVariants();
            try (Sink sink = new Sink(part)) {
                sink.awaitCaughtUp();
                new DeliveryRows(run, part, topics, receiver, sink).measure(companies);
            }
        }
    }

    private void measure(int companies) throws Exception {
        int few = companies / COMPANIES_OF_ONE;
        PartnerDelivery partner = partner(PARTNER, few, 0, "/");
        if (run.wants(Row.DELIVER, Row.DELIVER_CPU, Row.RESYNC, Row.ISOLATE, Row.SINK_OTHERS)) {
            System.err.println("delivering for the first time ...");
            Path bodies = part.folder().resolve("bodies");
            long bytes = partner.send(bodies).counted().bytes();
            if (run.wants(Row.DELIVER, Row.DELIVER_CPU, Row.RESYNC)) {
                compareWithLoop(partner, bodies, bytes);
            }
            if (run.wants(Row.ISOLATE)) {
                isolate();
            }
            if (run.wants(Row.SINK_OTHERS)) {
                changesOfOthers(few);
            }
        }
        if (run.wants(Row.HELD_BYTES, Row.RESYNC_1M)) {
            System.err.println("listing at locations ...");
            topics.listAtLocations();
            sink.awaitCaughtUp();
            wholeCatalog(partner("whole", companies, DeliveryTopics.LOCATIONS, Receiver.SLOW), partner);
        }
    }

    private PartnerDelivery partner(String id, int ofCompanies, int locations, String path) {
        return new PartnerDelivery(
                sink,
                topics,
                receiver,
                new DeliveryTopics.Setting(id, ofCompanies, locations, new WebhookSetting(true, url + path), false, 0));
    }

    /**
     * A full resend, and the changes after a flag.
     *
     * @param bytes total size of all bodies
     */
    private void compareWithLoop(PartnerDelivery partner, Path bodies, long bytes) throws Exception {
        String secret = MasterKey.load(part.secrets()).webhookSecret(PARTNER, 0);
        try (JavaProcess loop = part.start(BareLoop.class, Sink.OPTIONS, url + "/", secret, bodies)) {
            loop.ask(run.pace().firstWarmUpSeconds() / 2);
            partner.warmUp(run.pace().firstWarmUpSeconds());
            List<Double> delivered = new ArrayList<>();
            List<Double> posted = new ArrayList<>();
            List<Double> cpuSeconds = new ArrayList<>();
            List<Double> resynced = new ArrayList<>();
            List<Double> reposted = new ArrayList<>();
            for (int round = 1; round <= run.pace().fewRounds(); round++) {
                PartnerDelivery.Sent sent = partner.resend();
                delivered.add(partner.listed() / sent.counted().secondsBetween());
                cpuSeconds.add(sent.cpuSeconds() * 1e6 / partner.listed());
                posted.add(posted(loop, partner.listed(), bytes));
                resynced.add(partner.flip().seconds());
                reposted.add(partner.listed() / posted(loop, partner.listed(), bytes));
            }
            run.measured(Row.DELIVER, delivered, posted);
            run.measured(Row.DELIVER_CPU, cpuSeconds, LIMIT_CPU_SECONDS);
            run.measured(Row.RESYNC, resynced, reposted);
        }
    }

    /** Variants per second of the loop, which posts each body the same number of times, give or take one. */
    private double posted(JavaProcess loop, int listed, long bytes) throws IOException {
        long cpu = loop.cpuNanos();
        receiver.ask("count");
        loop.ask(run.pace().seconds() / 2);
        Receiver.Counted counted = Receiver.Counted.ask(receiver);
        double variants = (double) listed * counted.bytes() / bytes;
        System.err.printf("  loop: %.2f µs of processor a variant%n", (loop.cpuNanos() - cpu) / 1e3 / variants);
        return variants / counted.secondsBetween();
    }

    /** How long the partner waits for changes while the endpoints of others, to which the same is due, hang. */
    private void isolate() throws Exception {
        receiver.ask("count");
        List<Double> ours = new ArrayList<>();
        List<Double> against = new ArrayList<>();
        for (int round = 1; round <= run.pace().fewRounds(); round++) {
            configureHanging(true);
            sink.process().await("hanging", () -> Integer.parseInt(receiver.ask("hanging")) == HANGING);
            // Only then has everything been compared, which isn't part of the measurement. A variant that is in a
            // message and changes again counts twice.
            sink.process()
                    .await("holding the backlog", () -> dueToHanging() >= HANGING * DeliveryTopics.LISTED_BY_A_COMPANY);
            eventsP99(run.pace().warmUpSeconds());
            ours.add(eventsP99(run.pace().seconds()));
            configureHanging(false);
            sink.process()
                    .await(
                            "alone",
                            () -> !sink.process().metrics().contains("catalog_webhook_in_flight" + HANGING_PARTNER));
            receiver.ask("release");
            sink.process().await("released", () -> receiver.ask("hanging").equals("0"));
            eventsP99(run.pace().warmUpSeconds());
            against.add(eventsP99(run.pace().seconds()));
        }
        run.measured(Row.ISOLATE, ours, against);
    }

    private void configureHanging(boolean enabled) throws IOException {
        WebhookSetting webhook = new WebhookSetting(enabled, url + Receiver.HANG);
        topics.configure(IntStream.rangeClosed(1, HANGING)
                .mapToObj(i -> new DeliveryTopics.Setting("hang-" + i, 1, 0, webhook, false, 0))
                .toList());
    }

    private double dueToHanging() throws IOException, InterruptedException {
        String metrics = sink.process().metrics();
        return IntStream.rangeClosed(1, HANGING)
                .mapToDouble(i -> CatalogProcess.sum(metrics, "catalog_webhook_due" + HANGING_PARTNER + i + "\"}"))
                .sum();
    }

    /** The 99th percentile of the time from an event to its receipt, in milliseconds. */
    private double eventsP99(double seconds) throws Exception {
        int count = (int) (EVENTS_A_SECOND * seconds);
        int from = events;
        long[] written = new long[count];
        receiver.ask("watch");
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            Pace.await(start + i * 1_000_000_000L / EVENTS_A_SECOND);
            written[i] = Receiver.now();
            topics.change(events, Receiver.EVENT + events);
            events++;
        }
        sink.process().await("delivering the changes", () -> events().size() == count);
        double[] millis = new double[count];
        for (Receiver.Event event : events()) {
            int number = event.number() - from;
            millis[number] = (event.micros() - written[number]) / 1e3;
        }
        Arrays.sort(millis);
        System.err.printf("  %.1f ms at the median%n", millis[count / 2]);
        return millis[(int) (count * 0.99)];
    }

    private List<Receiver.Event> events() throws IOException {
        return Receiver.Event.ask(receiver).stream().distinct().toList();
    }

    /** What changes cost that nobody is due, beyond what the sink takes while nothing changes. */
    private void changesOfOthers(int ofPartner) throws Exception {
        CatalogProcess process = sink.process();
        double idle = idleShare(process.process());
        List<Double> micros = new ArrayList<>();
        // The first of its rounds is for warming up.
        for (int round = 0; round <= run.pace().fewRounds(); round++) {
            long cpu = process.process().cpuNanos();
            long start = System.nanoTime();
            int changed = topics.changeWithout(ofPartner, "round " + round);
            process.awaitCaughtUp();
            long anyway = (long) (idle * (System.nanoTime() - start));
            double each = (process.process().cpuNanos() - cpu - anyway) / 1e3 / changed;
            System.err.printf("  sink: %.1f µs of processor a change that nobody is due%n", each);
            if (round > 0) {
                micros.add(each);
            }
        }
        run.measured(Row.SINK_OTHERS, micros, LIMIT_OTHERS_MICROS);
    }

    /**
     * The processor's share that it takes while there is nothing to do. Takes the seconds until one is hardly quieter
     * than the one before: compilers work on when everything else is done.
     */
    private static double idleShare(JavaProcess process) throws InterruptedException {
        double share = Double.MAX_VALUE;
        for (int second = 0; second < MOST_IDLE_SECONDS; second++) {
            double before = share;
            long cpu = process.cpuNanos();
            long start = System.nanoTime();
            TimeUnit.SECONDS.sleep(1);
            share = Math.min(before, (double) (process.cpuNanos() - cpu) / (System.nanoTime() - start));
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
    private void wholeCatalog(PartnerDelivery whole, PartnerDelivery other) throws Exception {
        if (run.wants(Row.HELD_BYTES)) {
            long before = sink.storedBytes();
            whole.send();
            double held = (double) (sink.storedBytes() - before) / whole.listed();
            run.measured(Row.HELD_BYTES, held, LIMIT_HELD_BYTES);
            if (run.wants(Row.RESYNC_1M)) {
                other.warmUp(run.pace().firstWarmUpSeconds());
            }
        } else {
            whole.send();
        }
        if (run.wants(Row.RESYNC_1M)) {
            PartnerDelivery.Sent sent = whole.resend();
            // As many messages in parallel as the endpoint is sent, each as long as it takes.
            double bound = sent.counted().bodies() * Receiver.SLOW_MS / 1e3 / Sink.CONCURRENCY;
            run.measured(Row.RESYNC_1M, sent.seconds(), bound);
        }
    }
}
