package dev.partnercatalog.streams;

import static org.awaitility.Awaitility.await;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.TopicRecords;
import dev.partnercatalog.streams.sweep.Sweeps;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.cumulative.CumulativeTimer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The resolver on separate topics. It fails, for an unforeseen reason, after it has stored and written what follows from
 * a record. The fault is injected where the resolver measures the age of an event: it hits those of two hours ago.
 */
final class FailingResolver implements AutoCloseable {

    private final KafkaSettings kafka;
    private final SchemaRegistry registry;
    private final FaultyMeters meters;
    private final RocksDbMemory memory;
    private final StreamsApplication application;

    private FailingResolver(
            KafkaSettings kafka,
            SchemaRegistry registry,
            FaultyMeters meters,
            RocksDbMemory memory,
            StreamsApplication application) {
        this.kafka = kafka;
        this.registry = registry;
        this.meters = meters;
        this.memory = memory;
        this.application = application;
    }

    /** One that doesn't fail. */
    static FailingResolver start(CatalogAddresses catalog, String prefix, Path folder) throws Exception {
        return start(catalog, prefix, folder, () -> {});
    }

    static FailingResolver start(CatalogAddresses catalog, String prefix, Path folder, Runnable fault)
            throws Exception {
        CatalogAddresses own = catalog.under(prefix, 1);
        own.create();
        KafkaSettings kafka = own.kafka();
        SchemaRegistry registry = catalog.schemas();
        FaultyMeters meters = new FaultyMeters(fault);
        Quarantine quarantine = Quarantine.to(CatalogTopic.DEAD_LETTERS.name(prefix));
        quarantine.bindTo(meters, Set.of());
        StreamsAppSettings settings = StreamsAppSettings.of(kafka, catalog.registry(), folder);
        RocksDbMemory memory = new RocksDbMemory(settings.instance().storeMemoryBytes());
        Freshness resolved = new Freshness(meters, "resolved");
        StreamsApplication application = StreamsApp.application(
                settings, memory, registry, resolved, quarantine, StoreSources.unknown(), new Sweeps(null, 1));
        application.start();
        return new FailingResolver(kafka, registry, meters, memory, application);
    }

    KafkaSettings kafka() {
        return kafka;
    }

    StreamsApplication application() {
        return application;
    }

    MeterRegistry meters() {
        return meters;
    }

    /** How often the fault has occurred. */
    int faults() {
        return meters.faults.get();
    }

    void publish(String barcode, Instant time) throws Exception {
        publish(barcode, barcode, time);
    }

    void publish(String barcode, String name, Instant time) throws Exception {
        String topic = CatalogTopic.BPD_VARIANTS.name(kafka.topics().prefix());
        BpdVariant variant =
                BpdVariant.newBuilder().setBarcode(barcode).setName(name).build();
        send(new ProducerRecord<>(
                topic,
                0,
                time.toEpochMilli(),
                barcode.getBytes(StandardCharsets.UTF_8),
                new RecordSerializer<BpdVariant>(registry, CatalogTopic.BPD_VARIANTS).serialize(topic, variant)));
    }

    void send(String topic, String key, byte[] value) throws Exception {
        send(new ProducerRecord<>(topic, 0, key.getBytes(StandardCharsets.UTF_8), value));
    }

    private void send(ProducerRecord<byte[], byte[]> record) throws Exception {
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(kafka.properties(), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(record).get();
        }
    }

    /** Waits until a topic contains exactly these keys, committed. */
    List<ConsumerRecord<byte[], byte[]>> awaitKeys(CatalogTopic topic, String... keys) {
        return await().until(
                        () -> TopicRecords.of(kafka, topic.name(kafka.topics().prefix())),
                        records ->
                                records.stream().map(TopicRecords::key).toList().equals(List.of(keys)));
    }

    static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try (memory) {
            application.close();
        }
    }

    /** Fails if something is measured that took more than an hour. */
    private static final class FaultyMeters extends SimpleMeterRegistry {

        private final Runnable fault;
        private final AtomicInteger faults = new AtomicInteger();

        FaultyMeters(Runnable fault) {
            this.fault = fault;
        }

        @Override
        protected Timer newTimer(Meter.Id id, DistributionStatisticConfig distribution, PauseDetector pauses) {
            return new CumulativeTimer(id, clock, distribution, pauses, TimeUnit.SECONDS, false) {
                @Override
                protected void recordNonNegative(long amount, TimeUnit unit) {
                    if (unit.toMinutes(amount) > 60) {
                        faults.incrementAndGet();
                        fault.run();
                    }
                    super.recordNonNegative(amount, unit);
                }
            };
        }
    }
}
