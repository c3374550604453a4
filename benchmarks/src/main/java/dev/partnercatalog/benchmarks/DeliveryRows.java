package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.resolution.FieldValues;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.webhook.state.SinkState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Deliveries to one partner's endpoint, of 50,000 variants that its companies list, and what the sink keeps of a partner.
 * Each variant has one company that lists and renames it, and all companies list the same number.
 */
final class DeliveryRows implements AutoCloseable {

    private static final int LISTED_BY_A_COMPANY = GeneratedCatalog.VARIANTS / GeneratedCatalog.COMPANIES;
    /** One in so many companies is the partner's. */
    private static final int COMPANIES_OF_ONE = 4;
    /** One round takes a second, and the next is some percent faster for a minute: one by one, they look steady too early. */
    private static final int WARMING_ROUNDS = 5;

    private final Run run;
    private final int companies;
    private final TopicWriter topics;
    private final Receiver receiver = new Receiver();
    private CatalogProcess sink;
    private long revision = 1;

    private DeliveryRows(Run run) throws Exception {
        this.run = run;
        this.companies = run.pace().of(GeneratedCatalog.COMPANIES, 10);
        this.topics = new TopicWriter(run.kafka(), run.registry());
        System.err.println("writing what is listed ...");
        for (int variant = 0; variant < companies * LISTED_BY_A_COMPANY; variant++) {
            put(variant);
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
        if (run.wants(Row.DELIVER_CPU, Row.RESYNC)) {
            Recipient partner = new Recipient("benchmark", companies / COMPANIES_OF_ONE);
            System.err.println("delivering for the first time ...");
            partner.send();
            run.warmUp(() -> List.of(partner.warmUp(run.pace().of(WARMING_ROUNDS, 1))));
            run.measure(
                    List.of(Row.DELIVER_CPU, Row.RESYNC),
                    () -> List.of(partner.resend().cpuSeconds * 1e6 / partner.listed(), partner.flip().seconds),
                    List::of);
        }
        if (run.wants(Row.HELD_BYTES)) {
            Recipient partner = new Recipient("whole", companies);
            long before = storedBytes();
            partner.send();
            run.measured(Row.HELD_BYTES, (double) (storedBytes() - before) / partner.listed());
        }
    }

    private void put(int variant) {
        int company = variant % companies;
        long companyId = GeneratedCatalog.companyId(company);
        String barcode = GeneratedCatalog.barcode(variant);
        ScopedVariant key = new ScopedVariant(new Scope.Company(companyId), barcode);
        FieldValues attributes = GeneratedCatalog.attributes(variant, company);
        topics.put(topics.encode(
                key, VariantRecords.companyVariant(key, 1, GeneratedCatalog.resolved(variant, attributes), 0)));
        topics.putListing(companyId, companyId, "sku-" + variant, barcode);
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
    private record Sent(double seconds, double cpuSeconds) {}

    /** A partner to which everything is sent, until its endpoint has accepted it. */
    private final class Recipient {

        private final String id;
        private final int ofCompanies;
        private boolean names;
        private long resyncs;

        /** @param ofCompanies number of companies that it may see completely, the first ones */
        Recipient(String id, int ofCompanies) {
            this.id = id;
            this.ofCompanies = ofCompanies;
        }

        /** The number of variants listed where the partner sees them. */
        int listed() {
            return ofCompanies * LISTED_BY_A_COMPANY;
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

        /** Both, so often; returns the processor time. */
        double warmUp(int rounds) throws Exception {
            double seconds = 0;
            for (int round = 0; round < rounds; round++) {
                seconds += resend().cpuSeconds + flip().cpuSeconds;
            }
            return seconds;
        }

        /** Sends what the setting makes due. */
        Sent send() throws Exception {
            double before = delivered();
            receiver.count();
            long asked = Pace.now();
            long cpu = sink.process().cpuNanos();
            configure();
            sink.await("delivering", () -> delivered() >= before + listed());
            double cpuSeconds = (sink.process().cpuNanos() - cpu) / 1e9;
            Receiver.Counted counted = receiver.counted();
            double seconds = (counted.last() - asked) / 1e6;
            System.err.printf(
                    "  sink: %d messages in %.2f s, %.1f µs of processor a variant%n",
                    counted.bodies(), seconds, cpuSeconds / listed() * 1e6);
            return new Sent(seconds, cpuSeconds);
        }

        private void configure() throws IOException {
            Partner partner = GeneratedCatalog.partner(
                    id,
                    new WebhookSetting(true, receiver.url() + "/"),
                    IntStream.range(0, ofCompanies),
                    company -> 0,
                    new AllowedFields(false, false, names, false));
            topics.putPartner(partner, revision++, resyncs);
            topics.flush();
        }

        private double delivered() throws IOException, InterruptedException {
            double delivered = sink.metric("catalog_webhook_delivered_total{partner=\"" + id + "\"}");
            return Double.isNaN(delivered) ? 0 : delivered;
        }
    }
}
