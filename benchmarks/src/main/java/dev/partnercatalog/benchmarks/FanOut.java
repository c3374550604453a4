package dev.partnercatalog.benchmarks;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.variant.VariantKeys;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** A changing product that 200 companies list at 10,000 locations. */
final class FanOut {

    private static final String TOPIC = "plain-producer";
    private static final long FIRST_COMPANY = 50_000;
    private static final long FIRST_LOCATION = 9_000_000;
    private static final int COMPANIES = 200;
    private static final int LOCATIONS = 10_000;
    private static final String BARCODE = "fan-out-" + LOCATIONS;

    private final Run run;
    private final BenchmarkEnvironment.Part part;
    private final Pipeline ours;
    private int change;

    FanOut(Run run, BenchmarkEnvironment.Part part, Pipeline ours) {
        this.run = run;
        this.part = part;
        this.ours = ours;
    }

    /** Compared with a producer that writes a record made from our entry for each location, to a separate topic. */
    void measure() throws Exception {
        // In a round, so many at once: each bears its part of the wait for the commit.
        int times = run.pace().of(5, 2);
        ours.time(List.of(changed()), AwaitedRecords.counted(1, ""));
        List<CatalogEvents.Event> listings = IntStream.range(0, LOCATIONS)
                .mapToObj(location -> CatalogEvents.listing(
                        FIRST_COMPANY + location * COMPANIES / LOCATIONS, FIRST_LOCATION + location, BARCODE, BARCODE))
                .toList();
        ours.time(listings, AwaitedRecords.counted(COMPANIES, ""));
        millis(times * LOCATIONS / COMPANIES);
        makeTopic();
        KafkaSettings kafka = part.kafka();
        try (JavaProcess producer = part.start(
                        PlainProducer.class,
                        Sink.OPTIONS,
                        kafka.bootstrapServers(),
                        CatalogTopic.RESOLVED_VARIANTS.name(kafka.topics().prefix()),
                        kafka.topics().partitions(),
                        TOPIC,
                        BARCODE,
                        LOCATIONS);
                EntryReader reader = new EntryReader(kafka, List.of(TOPIC))) {
            producer.line();
            List<Double> millis = new ArrayList<>();
            List<Double> against = new ArrayList<>();
            // The first of its rounds is for warming up.
            for (int round = 0; round <= run.pace().rounds(); round++) {
                Future<?> arrived = reader.await(AwaitedRecords.counted((long) times * LOCATIONS, TOPIC));
                long start = System.nanoTime();
                producer.tell(times);
                arrived.get();
                double each = (System.nanoTime() - start) / 1e6 / times;
                System.err.printf("  producer: %.2f ms for %d records%n", each, LOCATIONS);
                if (round > 0) {
                    against.add(each);
                    millis.add(millis(times));
                }
            }
            run.measured(Row.FAN_OUT, millis, against);
        }
    }

    private CatalogEvents.Event changed() {
        return CatalogEvents.bpd(BARCODE, LOCATIONS, ++change);
    }

    /** Changes the product this many times, until every entry shows the last change; returns the time of one. */
    private double millis(int times) throws Exception {
        List<CatalogEvents.Event> events =
                IntStream.range(0, times).mapToObj(i -> changed()).toList();
        Map<String, List<Integer>> shown = IntStream.rangeClosed(0, COMPANIES)
                .mapToObj(i -> i == 0 ? Scope.everywhere() : new Scope.Company(FIRST_COMPANY + i - 1))
                .map(scope -> VariantKeys.encode(new ScopedVariant(scope, BARCODE)))
                .collect(Collectors.toMap(key -> key, key -> List.of(change, Marker.NONE, Marker.NONE, Marker.NONE)));
        ExpectedEntries entries = new ExpectedEntries(shown);
        double each = ours.time(events, entries).seconds() * 1e3 / times;
        System.err.printf("  ours: %.2f ms and %.1f entries a change%n", each, (double) entries.records() / times);
        return each;
    }

    /** With the same settings as those of entries. */
    private void makeTopic() throws Exception {
        TopicSettings topics = part.kafka().topics();
        NewTopic topic = new NewTopic(TOPIC, topics.partitions(), topics.replicationFactor());
        topic.configs(Map.of(
                TopicConfig.CLEANUP_POLICY_CONFIG,
                TopicConfig.CLEANUP_POLICY_COMPACT,
                TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG,
                "LogAppendTime",
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(TopicSettings.MAX_RECORD_BYTES)));
        try (Admin admin = Admin.create(part.kafka().properties())) {
            admin.createTopics(List.of(topic)).all().get();
        }
    }
}
