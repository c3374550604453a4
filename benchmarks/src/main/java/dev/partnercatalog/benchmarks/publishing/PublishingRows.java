package dev.partnercatalog.benchmarks.publishing;

import dev.partnercatalog.benchmarks.input.CatalogEvents;
import dev.partnercatalog.benchmarks.input.PublishedEvent;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.TopicWriter;
import dev.partnercatalog.producer.CatalogProducer;
import dev.partnercatalog.producer.ProducerSettings;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** How fast the library for upstream teams publishes, compared with the same program and our own codec. */
public final class PublishingRows {

    static final String PUBLISH = "publish";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final double GOAL = 0.9;

    private PublishingRows() {}

    /** The group of these rows. */
    public static RowGroup group() {
        return new RowGroup() {
            @Override
            public List<String> names() {
                return List.of(PUBLISH);
            }

            @Override
            public void measure(Run run) throws Exception {
                PublishingRows.measure(run, run.environment().part("publishing"));
            }
        };
    }

    private static void measure(Run run, BenchmarkEnvironment.Part environment) throws Exception {
        KafkaSettings kafka = environment.kafka(run.pace().partitions());
        new TopicWriter(kafka, environment.registry()).close();
        ProducerSettings settings = new ProducerSettings(
                Map.of(
                        "bootstrap.servers", kafka.bootstrapServers(),
                        "apicurio.registry.url", environment.registry().toString()),
                kafka.topics().prefix());
        List<PublishedEvent> events = IntStream.range(0, run.pace().variants())
                .mapToObj(variant -> CatalogEvents.bpd(variant, 0))
                .toList();
        SchemaRegistry registry = new SchemaRegistry(environment.registry(), PATIENCE);
        try (CatalogProducer library = CatalogProducer.connect(settings);
                OwnCodecProducer own = new OwnCodecProducer(settings, registry, CatalogTopic.BPD_VARIANTS)) {
            publish(events, library);
            publish(events, own);
            List<Double> ours = new ArrayList<>();
            List<Double> against = new ArrayList<>();
            for (int round = 1; round <= run.pace().rounds(); round++) {
                ours.add(publish(events, library));
                against.add(publish(events, own));
            }
            run.measured(Row.of(PUBLISH, "events/s", ours, against, GOAL, Row.Better.HIGHER));
        }
    }

    /** Returns the events per second, until the broker has the last one. */
    private static double publish(List<PublishedEvent> events, CatalogProducer library) {
        long start = System.nanoTime();
        for (PublishedEvent event : events) {
            var unused = library.publish(event.topic(), event.value());
        }
        library.flush();
        return perSecond(events, start);
    }

    private static double publish(List<PublishedEvent> events, OwnCodecProducer own) {
        long start = System.nanoTime();
        events.forEach(own::publish);
        own.flush();
        return perSecond(events, start);
    }

    private static double perSecond(List<PublishedEvent> events, long start) {
        double perSecond = events.size() * 1e9 / (System.nanoTime() - start);
        System.err.printf("  %.0f events/s%n", perSecond);
        return perSecond;
    }
}
