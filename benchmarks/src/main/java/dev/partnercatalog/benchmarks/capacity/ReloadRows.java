package dev.partnercatalog.benchmarks.capacity;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.CatalogProcess;
import dev.partnercatalog.benchmarks.setup.GeneratedCatalog;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.records.CompanyVariant;
import dev.partnercatalog.records.ProductReference;
import dev.partnercatalog.records.SkuBarcode;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.resolution.VariantLayers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantRecords;
import dev.partnercatalog.schemas.key.ListingKey;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * How fast each application that reads entries takes a reload: all products change, and with each what refers to it at
 * the companies that list it. The records are written directly, while the application runs.
 */
public final class ReloadRows {

    private static final String RELOAD = "reload-";
    private static final List<String> APPLICATIONS = List.of("query-api", "webhook-sink");

    private static final int PRODUCTS = 12_000;
    private static final int QUICK_PRODUCTS = 1_000;

    /** The number of companies that list each product. */
    private static final int COMPANIES = 20;

    private static final double GOAL_PER_SECOND = 60_000;

    private final Run run;
    private final BenchmarkEnvironment.Part environment;
    private final KafkaSettings kafka;
    private final TopicWriter topics;
    private final int products;
    private long revision;

    private ReloadRows(Run run, BenchmarkEnvironment.Part environment, KafkaSettings kafka, TopicWriter topics) {
        this.run = run;
        this.environment = environment;
        this.kafka = kafka;
        this.topics = topics;
        this.products = run.pace().equals(Pace.QUICK) ? QUICK_PRODUCTS : PRODUCTS;
    }

    /** The group of these rows. */
    public static RowGroup group() {
        return new RowGroup() {
            @Override
            public List<String> names() {
                return APPLICATIONS.stream().map(RELOAD::concat).toList();
            }

            @Override
            public void measure(Run run) throws Exception {
                BenchmarkEnvironment.Part environment = run.environment().part("reload");
                KafkaSettings kafka = environment.kafka(run.pace().partitions());
                try (TopicWriter topics = new TopicWriter(kafka, environment.registry())) {
                    new ReloadRows(run, environment, kafka, topics).measure();
                }
            }
        };
    }

    private void measure() throws Exception {
        list();
        write(next());
        for (String application : APPLICATIONS) {
            if (run.wants(RELOAD + application)) {
                try (CatalogProcess process = start(application)) {
                    process.awaitReady();
                    process.awaitCaughtUp();
                    run.measured(measure(application, process));
                }
            }
        }
    }

    private Row measure(String application, CatalogProcess process) throws Exception {
        List<Double> perSecond = new ArrayList<>();
        List<Double> goals = new ArrayList<>();
        // The first of its rounds is for warming up.
        for (int round = 0; round <= run.pace().fewRounds(); round++) {
            List<ProducerRecord<String, byte[]>> records = next();
            long start = System.nanoTime();
            write(records);
            double written = (System.nanoTime() - start) / 1e9;
            process.awaitCaughtUp();
            double seconds = (System.nanoTime() - start) / 1e9;
            System.err.printf(
                    "  %s: %,d records written in %.1f s, read in %.1f%n",
                    application, records.size(), written, seconds);
            if (round > 0) {
                perSecond.add(records.size() / seconds);
                goals.add(GOAL_PER_SECOND);
            }
        }
        return Row.of(RELOAD + application, "records/s", perSecond, goals, 1, Row.Better.HIGHER);
    }

    private void list() throws IOException {
        for (int product = 0; product < products; product++) {
            for (long companyId : companies(product)) {
                topics.put(
                        CatalogTopic.SKU_BARCODES,
                        new ListingKey(companyId, companyId, GeneratedCatalog.sku(product)).encode(),
                        Long.toString(companyId),
                        new SkuBarcode(GeneratedCatalog.barcode(product)));
            }
        }
        topics.flush();
    }

    private void write(List<ProducerRecord<String, byte[]>> records) throws IOException {
        records.forEach(topics::put);
        topics.flush();
    }

    /** Every product and every reference with the next revision. */
    private List<ProducerRecord<String, byte[]>> next() {
        revision++;
        List<ProducerRecord<String, byte[]>> records = new ArrayList<>();
        for (int product = 0; product < products; product++) {
            String barcode = GeneratedCatalog.barcode(product);
            ScopedVariant everywhere = new ScopedVariant(Scope.everywhere(), barcode);
            VariantLayers layers = new VariantLayers(GeneratedCatalog.bpd(product), List.of(), null, null, null);
            records.add(topics.encode(everywhere, VariantRecords.variant(everywhere, revision, layers.resolve())));
            for (long companyId : companies(product)) {
                records.add(topics.encode(
                        new ScopedVariant(new Scope.Company(companyId), barcode),
                        new CompanyVariant(new ProductReference(revision, revision), null)));
            }
        }
        return records;
    }

    private static List<Long> companies(int product) {
        return Stream.iterate(product, company -> company + 1)
                .limit(COMPANIES)
                .map(company -> GeneratedCatalog.companyId(company % GeneratedCatalog.COMPANIES))
                .toList();
    }

    private CatalogProcess start(String application) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--secrets=" + environment.secrets()));
        if (application.equals("query-api")) {
            arguments.addAll(List.of("--http-port=0", "--auth-port=0"));
        }
        return CatalogProcess.start(
                application, environment, kafka, environment.folder().resolve(application), arguments);
    }
}
