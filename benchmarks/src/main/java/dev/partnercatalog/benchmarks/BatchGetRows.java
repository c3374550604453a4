package dev.partnercatalog.benchmarks;

import dev.partnercatalog.events.AllowedFields;
import dev.partnercatalog.events.Partner;
import dev.partnercatalog.events.WebhookSetting;
import dev.partnercatalog.records.ScopeConfig;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ScopeConfigKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Batch-gets compared with what could answer them instead, with the same client. */
final class BatchGetRows implements AutoCloseable {

    private static final int CONNECTIONS = 16;
    /** Before each measurement. */
    private static final double WARM_UP_SECONDS = 0.5;
    /** Of the top load: it leaves processors for what arrives, and for what brings it. */
    private static final double BUSY_SHARE = 0.25;

    private static final int CHANGES_A_SECOND = 1_000;

    private static final String CLIENT_ID = "benchmark";
    /** The client of a partner with all flags and two units. */
    private static final String CLIENT_WITH_FLAGS = "benchmark-flags";

    private final Run run;
    private final TopicWriter topics;
    private final int variants;
    /** Puts load on what is measured: always the same one, so that it is warm too. */
    private final JavaProcess generator;

    private final Set<String> warm = new HashSet<>();

    /** The recipient of requests: one with another name does other work. */
    private record Target(String name, JavaProcess process, int port, String token, boolean skus) {}

    private BatchGetRows(Run run) throws IOException {
        this.run = run;
        this.topics = new TopicWriter(run.kafka(), run.registry());
        this.variants = run.pace().of(GeneratedCatalog.VARIANTS, 10_000);
        this.generator = JavaProcess.start(run, LoadGenerator.class, JavaProcess.SMALL);
    }

    static void measure(Run run) throws Exception {
        System.err.println("writing the catalog ...");
        try (BatchGetRows rows = new BatchGetRows(run)) {
            rows.writeCatalog();
            try (CatalogProcess api = CatalogProcess.start(run, CatalogProcess.QUERY_API)) {
                api.awaitCaughtUp();
                rows.measure(api);
            }
        }
    }

    /** Writes the generated catalog, as resolved, to the topics that the API reads. */
    private void writeCatalog() throws IOException {
        for (String client : List.of(CLIENT_ID, CLIENT_WITH_FLAGS)) {
            boolean flags = client.equals(CLIENT_WITH_FLAGS);
            Partner partner = GeneratedCatalog.partner(
                    client,
                    new WebhookSetting(false, ""),
                    IntStream.range(0, GeneratedCatalog.COMPANIES),
                    GeneratedCatalog::locations,
                    new AllowedFields(flags, flags, flags, flags));
            topics.putPartner(partner, 1, 0);
        }
        for (int company = 0; company < GeneratedCatalog.COMPANIES; company++) {
            putUnits(GeneratedCatalog.companyId(company));
        }
        for (int company = 0; company < GeneratedCatalog.LISTING_COMPANIES; company++) {
            long companyId = GeneratedCatalog.companyId(company);
            for (int variant = 0; variant < GeneratedCatalog.listed(variants); variant++) {
                topics.putListing(
                        companyId, companyId, GeneratedCatalog.sku(variant), GeneratedCatalog.barcode(variant));
            }
        }
        IntStream.range(0, variants).mapToObj(variant -> encoded(variant, 1)).forEach(topics::put);
        GeneratedCatalog.specific(variants).forEach(this::put);
        topics.flush();
    }

    private void putUnits(long companyId) {
        String key = new ScopeConfigKey(CLIENT_WITH_FLAGS, companyId, null).encode();
        topics.put(
                CatalogTopic.SCOPE_CONFIGS,
                key,
                ScopeConfig.newBuilder()
                        .setPartnerId(CLIENT_WITH_FLAGS)
                        .setCompanyId(companyId)
                        .setAssetPriority(List.of())
                        .setVariantTypePreferences(Map.of())
                        .setCannabisUnitOfMeasure("mg/g")
                        .setTerpeneUnitOfMeasure("mg/g")
                        .build());
    }

    private void put(GeneratedCatalog.Specific entry) {
        int variant = entry.variant();
        int company = entry.company();
        boolean ofLocation = entry.ofLocation();
        long companyId = GeneratedCatalog.companyId(company);
        Scope scope = ofLocation
                ? new Scope.Location(companyId, GeneratedCatalog.locationId(company, entry.location()))
                : new Scope.Company(companyId);
        VariantLayers layers = new VariantLayers(
                GeneratedCatalog.bpd(variant),
                ofLocation ? null : GeneratedCatalog.override(variant, company),
                ofLocation ? null : GeneratedCatalog.attributes(variant, company),
                ofLocation ? GeneratedCatalog.locationAttributes(variant, company) : null);
        ScopedVariant key = new ScopedVariant(scope, GeneratedCatalog.barcode(variant));
        topics.put(topics.encode(key, VariantRecords.companyVariant(key, 1, layers.resolve(), 1)));
    }

    private ProducerRecord<String, byte[]> encoded(int variant, long revision) {
        ScopedVariant key = new ScopedVariant(Scope.everywhere(), GeneratedCatalog.barcode(variant));
        return topics.encode(key, VariantRecords.variant(key, revision, GeneratedCatalog.resolved(variant, null)));
    }

    private void measure(CatalogProcess api) throws Exception {
        Target ours = target("ours", api, CLIENT_ID, false);
        if (run.wants(Row.BATCH_GET, Row.BATCH_GET_FLAGS, Row.BATCH_GET_SKUS)) {
            try (JavaProcess server = JavaProcess.start(run, BareServer.class, JavaProcess.LIKE_THE_API)) {
                int port = port(server);
                compareWithBare(Row.BATCH_GET, ours, server, port);
                compareWithBare(
                        Row.BATCH_GET_FLAGS, target("ours, all flags", api, CLIENT_WITH_FLAGS, false), server, port);
                compareWithBare(Row.BATCH_GET_SKUS, target("ours, by SKU", api, CLIENT_ID, true), server, port);
            }
        }
        if (run.wants(Row.BATCH_GET_BUSY)) {
            compareBusy(ours);
        }
        if (run.wants(Row.BATCH_GET_DB)) {
            compareWithDatabase(ours);
        }
    }

    private static Target target(String name, CatalogProcess api, String client, boolean skus) throws Exception {
        return new Target(name, api.process(), api.port(), api.token(client), skus);
    }

    private static int port(JavaProcess server) throws IOException {
        return Integer.parseInt(server.line());
    }

    /** Compares with a bare handler that returns as many bytes, and reads as long a token but doesn't check it. */
    private void compareWithBare(Row row, Target ours, JavaProcess server, int port) throws Exception {
        if (run.wants(row)) {
            String token = Math.round(load(ours, 0).bytes()) + "." + ours.token;
            compare(row, ours, new Target("bare", server, port, token, ours.skus));
        }
    }

    private void compareWithDatabase(Target ours) throws Exception {
        System.err.println("starting a database ...");
        Path database = run.folder().resolve("database");
        try (JavaProcess server =
                JavaProcess.start(run, DatabaseServer.class, JavaProcess.LIKE_THE_API, database, variants)) {
            Target against = new Target("database", server, port(server), ours.token, ours.skus);
            double expected = load(ours, 0).bytes();
            double bytes = load(against, 0).bytes();
            // A system whose responses are much smaller or larger doesn't do the same.
            if (Math.abs(bytes / expected - 1) > 0.01) {
                throw new IllegalStateException("answers of " + bytes + " bytes against " + expected);
            }
            compare(Row.BATCH_GET_DB, ours, against);
        }
    }

    private void compare(Row row, Target ours, Target against) throws Exception {
        warmUp(ours);
        warmUp(against);
        run.measure(row, () -> throughput(ours), () -> throughput(against));
    }

    private void compareBusy(Target ours) throws Exception {
        warmUp(ours);
        double rate = throughput(ours) * BUSY_SHARE;
        int count = (int) (CHANGES_A_SECOND * (WARM_UP_SECONDS + run.pace().seconds()));
        // Encoded before, which takes nothing from what is measured.
        List<ProducerRecord<String, byte[]>> records = new SplittableRandom(CHANGES_A_SECOND)
                .ints(count, 0, variants)
                .mapToObj(variant -> encoded(variant, 2))
                .toList();
        Callable<List<Double>> idle = () -> load(ours, rate).percentiles();
        Callable<List<Double>> busy = () -> {
            CompletableFuture<Void> changing = CompletableFuture.runAsync(
                    () -> Pace.steadily(CHANGES_A_SECOND, count, (number, due) -> topics.put(records.get(number))));
            List<Double> percentiles = idle.call();
            changing.join();
            topics.flush();
            return percentiles;
        };
        run.warmUp(busy);
        run.measure(List.of(Row.BATCH_GET_BUSY), busy, idle);
    }

    private void warmUp(Target target) throws Exception {
        if (warm.add(target.name)) {
            run.warmUp(() -> List.of(throughput(target)));
        }
    }

    /** Returns the requests per second, after printing the processor time of each. */
    private double throughput(Target target) throws Exception {
        long cpu = target.process.cpuNanos();
        LoadGenerator.Measured measured = load(target, 0);
        System.err.printf(
                "  %s: %.0f requests/s, %.0f µs of processor and %.0f bytes each%n",
                target.name,
                measured.requestsPerSecond(),
                (target.process.cpuNanos() - cpu) / 1e3 / measured.sent(),
                measured.bytes());
        return measured.requestsPerSecond();
    }

    /** @param rate requests per second; 0 for as many as are answered */
    private LoadGenerator.Measured load(Target target, double rate) throws IOException {
        return LoadGenerator.ask(
                generator,
                new LoadGenerator.Load(
                        target.port,
                        CONNECTIONS,
                        WARM_UP_SECONDS,
                        run.pace().seconds(),
                        rate,
                        target.token,
                        variants,
                        target.skus));
    }

    @Override
    public void close() throws IOException {
        try (topics) {
            generator.close();
        }
    }
}
