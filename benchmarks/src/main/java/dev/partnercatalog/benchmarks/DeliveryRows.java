package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantField;
import dev.partnercatalog.runtime.variant.VariantRecords;
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
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries to one partner's endpoint: of 50,000 variants that its companies list, with and without other partners; then
 * of everything to a partner that sees it all. Each variant has one company that lists and renames it, and all companies
 * list the same number.
 */
final class DeliveryRows implements AutoCloseable {

    private static final String PARTNER = "benchmark";
    private static final int LISTED_BY_A_COMPANY = GeneratedCatalog.VARIANTS / GeneratedCatalog.COMPANIES;
    /** One in so many companies is the partner's. */
    private static final int COMPANIES_OF_ONE = 4;
    /** At so many locations a company also lists each of its variants for the rows of a whole catalog. */
    private static final int LOCATIONS = 4;

    /** So many messages a sink has in flight to one endpoint at most. */
    private static final int MOST_IN_FLIGHT = 16;

    private static final int HANGING = 20;
    private static final String HANGING_PARTNER = "{partner=\"hang-";
    private static final int CHANGES_A_SECOND = 100;

    private final Run run;
    private final int companies;
    private final TopicWriter topics;
    private final Receiver receiver = new Receiver();
    private CatalogProcess sink;
    private int changes;
    private long revision = 1;

    private DeliveryRows(Run run) throws Exception {
        this.run = run;
        this.companies = run.pace().of(GeneratedCatalog.COMPANIES, 10);
        this.topics = new TopicWriter(run.kafka(), run.registry());
        System.err.println("writing what is listed ...");
        for (int variant = 0; variant < variants(); variant++) {
            topics.put(encoded(variant, null));
            list(variant, GeneratedCatalog.companyId(variant % companies));
        }
        topics.flush();
        this.sink = CatalogProcess.start(run, CatalogProcess.WEBHOOK_SINK);
    }

    static void measure(Run run) throws Exception {
        try (DeliveryRows rows = new DeliveryRows(run)) {
            rows.sink.awaitCaughtUp();
            rows.measure();
        }
    }

    private void measure() throws Exception {
        int few = companies / COMPANIES_OF_ONE;
        Recipient partner = new Recipient(PARTNER, few, 0, "/");
        System.err.println("delivering for the first time ...");
        partner.send();
        run.warmUp(() -> List.of(partner.resend().cpuSeconds));
        // Also if these rows aren't wanted: it compiles what the others need.
        run.measure(
                List.of(Row.DELIVER_CPU, Row.RESYNC),
                () -> List.of(partner.resend().cpuSeconds * 1e6 / partner.listed(), partner.flip().seconds),
                List::of);
        if (run.wants(Row.ISOLATE)) {
            isolate();
        }
        if (run.wants(Row.SINK_OTHERS)) {
            run.measure(List.of(Row.SINK_OTHERS), () -> List.of(microsForOthers(few)), List::of);
        }
        if (run.wants(Row.HELD_BYTES, Row.RESYNC_1M)) {
            System.err.println("listing at locations ...");
            listAtLocations();
            sink.awaitCaughtUp();
            everything(new Recipient("whole", companies, LOCATIONS, Receiver.SLOW), partner);
        }
    }

    private int variants() {
        return companies * LISTED_BY_A_COMPANY;
    }

    private ProducerRecord<String, byte[]> encoded(int variant, @Nullable String description) {
        int company = variant % companies;
        FieldValues attributes = GeneratedCatalog.attributes(variant, company).toBuilder()
                .set(VariantField.DESCRIPTION, description)
                .build();
        ScopedVariant key = new ScopedVariant(
                new Scope.Company(GeneratedCatalog.companyId(company)), GeneratedCatalog.barcode(variant));
        return topics.encode(
                key, VariantRecords.companyVariant(key, revision++, GeneratedCatalog.resolved(variant, attributes), 0));
    }

    private void list(int variant, long locationId) {
        topics.putListing(
                GeneratedCatalog.companyId(variant % companies),
                locationId,
                "sku-" + variant,
                GeneratedCatalog.barcode(variant));
    }

    /** Another variant for partners that see these locations, but no entry. */
    private void listAtLocations() throws IOException {
        for (int variant = 0; variant < variants(); variant++) {
            for (int location = 0; location < LOCATIONS; location++) {
                list(variant, GeneratedCatalog.locationId(variant % companies, location));
            }
        }
        topics.flush();
    }

    /** How long the partner waits for changes while the endpoints of others, to which the same is due, hang. */
    private void isolate() throws Exception {
        Callable<List<Double>> hanging = () -> {
            // Nobody accepts its connections: they take requests and are never answered.
            try (ServerSocket endpoint = new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress())) {
                configureHanging(true, endpoint.getLocalPort());
                sink.awaitCaughtUp();
                // Of some, attempts have been given up and wait for their next turn.
                sink.await(
                        "holding a backlog",
                        () -> sink.metric("catalog_webhook_in_flight" + HANGING_PARTNER) >= HANGING / 2
                                && sink.metric("catalog_webhook_due" + HANGING_PARTNER)
                                        >= HANGING / 2 * LISTED_BY_A_COMPANY);
                List<Double> percentiles = percentiles();
                configureHanging(false, endpoint.getLocalPort());
                return percentiles;
            }
        };
        run.measure(List.of(Row.ISOLATE), hanging, () -> {
            sink.await("alone", () -> Double.isNaN(sink.metric("catalog_webhook_in_flight" + HANGING_PARTNER)));
            return percentiles();
        });
    }

    private void configureHanging(boolean enabled, int port) throws IOException {
        WebhookSetting webhook = new WebhookSetting(enabled, "http://127.0.0.1:" + port + "/");
        for (int i = 1; i <= HANGING; i++) {
            configure("hang-" + i, webhook, 1, 0, false, 0);
        }
        topics.flush();
    }

    /**
     * Puts a partner's configuration.
     *
     * @param ofCompanies number of companies that it may see completely, the first ones
     * @param locations number of locations that it may see of each of these companies
     * @param names a flag that changes each variant's record
     */
    private void configure(
            String id, WebhookSetting webhook, int ofCompanies, int locations, boolean names, long resyncs) {
        Partner partner = GeneratedCatalog.partner(
                id,
                webhook,
                IntStream.range(0, ofCompanies),
                company -> locations,
                new AllowedFields(false, false, names, false));
        topics.putPartner(partner, revision++, resyncs);
    }

    /** The percentiles of the time from a change to its receipt, after some changes that don't count. */
    private List<Double> percentiles() throws Exception {
        delivered(CHANGES_A_SECOND / 2);
        return delivered((int) (CHANGES_A_SECOND * run.pace().seconds())).percentiles();
    }

    /** Changes variants that the first company lists, in turn, and waits until the partner has them. */
    private Latencies delivered(int count) throws Exception {
        Latencies latencies = new Latencies(changes, count, LISTED_BY_A_COMPANY);
        List<ProducerRecord<String, byte[]>> records = IntStream.range(changes, changes + count)
                .mapToObj(change ->
                        encoded(change % LISTED_BY_A_COMPANY * companies, Marker.COMPANY_ATTRIBUTES.text(change)))
                .toList();
        receiver.watch(latencies);
        latencies.publish(topics, CHANGES_A_SECOND, records);
        changes += count;
        latencies.await();
        return latencies;
    }

    /** What changes cost that nobody is due, beyond what the sink takes in a second afterwards, while nothing changes. */
    private double microsForOthers(int ofPartner) throws Exception {
        int[] changed = IntStream.range(0, variants())
                .filter(variant -> variant % companies >= ofPartner)
                .toArray();
        long cpu = sink.process().cpuNanos();
        long start = System.nanoTime();
        IntStream.of(changed).forEach(variant -> topics.put(encoded(variant, "change at " + start)));
        topics.flush();
        sink.awaitCaughtUp();
        double seconds = (System.nanoTime() - start) / 1e9;
        long after = sink.process().cpuNanos();
        TimeUnit.SECONDS.sleep(1);
        double idle = seconds * (sink.process().cpuNanos() - after);
        return (after - cpu - idle) / 1e3 / changed.length;
    }

    /**
     * A partner that sees all companies and some locations of each, to which nothing was ever sent: the cost of sending
     * it everything and of knowing that it has it.
     *
     * @param other another partner, for warming up
     */
    private void everything(Recipient recipient, Recipient other) throws Exception {
        long before = storedBytes();
        recipient.send();
        run.measured(Row.HELD_BYTES, (double) (storedBytes() - before) / recipient.listed());
        if (run.wants(Row.RESYNC_1M)) {
            run.warmUp(() -> List.of(other.resend().cpuSeconds));
            Sent sent = recipient.resend();
            // As many messages in parallel as the endpoint is sent, each as long as it takes.
            double bound = sent.bodies * Receiver.SLOW_MS / 1e3 / MOST_IN_FLIGHT;
            run.measured(Row.RESYNC_1M, List.of(sent.seconds), List.of(bound));
        }
    }

    /**
     * The bytes that the tables of the sink's logged store take on disk. Stops the sink, because then they are all that
     * the store contains, and starts it again.
     */
    private long storedBytes() throws Exception {
        sink.close();
        long bytes;
        try (Stream<Path> files = Files.walk(run.folder().resolve("webhook-sink/state"))) {
            bytes = files.filter(file ->
                            file.toString().endsWith(".sst") && file.toString().contains(SinkState.STORE))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
        sink = CatalogProcess.start(run, CatalogProcess.WEBHOOK_SINK);
        sink.awaitCaughtUp();
        return bytes;
    }

    @Override
    public void close() throws IOException {
        try (topics;
                receiver) {
            sink.close();
        }
    }

    /**
     * A completed send.
     *
     * @param seconds from the request to the last body
     * @param cpuSeconds processor time of the sink
     */
    private record Sent(double seconds, long bodies, double cpuSeconds) {}

    /** A partner to which everything is sent, until its endpoint has accepted it. */
    private final class Recipient {

        private final String id;
        private final int ofCompanies;
        private final int locations;
        private final String path;
        private boolean names;
        private long resyncs;

        Recipient(String id, int ofCompanies, int locations, String path) {
            this.id = id;
            this.ofCompanies = ofCompanies;
            this.locations = locations;
            this.path = path;
        }

        /** The number of variants listed where the partner sees them. */
        int listed() {
            return ofCompanies * LISTED_BY_A_COMPANY * (1 + locations);
        }

        /** Resends everything, unchanged. */
        Sent resend() throws Exception {
            resyncs++;
            return send();
        }

        /** Toggles a flag that changes each record. */
        Sent flip() throws Exception {
            names = !names;
            return send();
        }

        /** Sends what the setting makes due. */
        Sent send() throws Exception {
            double before = delivered();
            receiver.count();
            long asked = Pace.now();
            long cpu = sink.process().cpuNanos();
            configure(id, new WebhookSetting(true, receiver.url() + path), ofCompanies, locations, names, resyncs);
            topics.flush();
            sink.await("delivering", () -> delivered() >= before + listed());
            double cpuSeconds = (sink.process().cpuNanos() - cpu) / 1e9;
            Receiver.Counted counted = receiver.counted();
            double seconds = (counted.last() - asked) / 1e6;
            System.err.printf(
                    "  sink: %d messages in %.2f s, %.1f µs of processor a variant%n",
                    counted.bodies(), seconds, cpuSeconds / listed() * 1e6);
            return new Sent(seconds, counted.bodies(), cpuSeconds);
        }

        private double delivered() throws IOException, InterruptedException {
            double delivered = sink.metric("catalog_webhook_delivered_total{partner=\"" + id + "\"}");
            return Double.isNaN(delivered) ? 0 : delivered;
        }
    }
}
