package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.freshness.Freshness;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.store.StoreSources;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import dev.partnercatalog.standalone.TopicRecords;
import dev.partnercatalog.streams.quarantine.DeadLetterHeaders;
import dev.partnercatalog.streams.quarantine.Quarantine;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.cumulative.CumulativeTimer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A record at which the resolver fails is set aside, and those behind it are processed. */
@ExtendWith(CatalogExtension.class)
// It waits for half a minute, so it starts before the others.
@Order(1)
class FailingRecordTest {

    @TempDir
    Path folder;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_record_that_fails_or_overflows_the_stack_in_the_middle_of_the_resolver_is_set_aside(CatalogAddresses catalog)
            throws Exception {
        AtomicInteger failures = new AtomicInteger();
        Runnable fault = () -> {
            if (failures.incrementAndGet() == 2) {
                throw new IllegalStateException("another fault");
            }
            throw new StackOverflowError("the injected fault");
        };
        try (FailingResolver resolver = FailingResolver.start(catalog, "failing.", folder, fault)) {
            resolver.publish("before", Instant.now());
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "before");
            resolver.publish("faulty", Instant.now().minus(Duration.ofHours(2)));
            resolver.publish("behind", Instant.now());
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "before", "behind");
            ConsumerRecord<byte[], byte[]> letter =
                    resolver.awaitKeys(CatalogTopic.DEAD_LETTERS, "faulty").get(0);
            assertThat(letter.value()).isNotEmpty();
            assertThat(FailingResolver.header(letter, DeadLetterHeaders.REASON))
                    .contains("failed 3 times", "the injected fault");
            assertThat(FailingResolver.header(letter, DeadLetterHeaders.TOPIC))
                    .isEqualTo("failing.streams-app-layer-updates-repartition");
            assertThat(failures).hasValueGreaterThanOrEqualTo(3);
            // Threads that fail over and over make it one that isn't ready.
            await().until(() -> !resolver.application().health().isProgressing()
                    && !resolver.application().isSettled());
            assertThat(resolver.meters()
                            .get("catalog.quarantined.records")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        }
    }

    /** Brokers reject a record whose writer's clock is an hour ahead, unless the topic carries their own time. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void no_internal_topic_carries_the_time_of_an_instance_whose_clock_may_be_ahead(CatalogAddresses catalog)
            throws Exception {
        try (Admin admin = Admin.create(catalog.kafka().properties())) {
            List<ConfigResource> internal = admin.listTopics().names().get().stream()
                    .filter(topic -> topic.startsWith(catalog.kafka().applicationId("streams-app") + "-"))
                    .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                    .toList();
            assertThat(internal).hasSizeGreaterThan(4);
            assertThat(admin.describeConfigs(internal).all().get().values())
                    .extracting(config -> config.get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
                            .value())
                    .containsOnly("LogAppendTime");
        }
    }

    /** The log of a store is not checked when the store is restored; its content is examined when it is needed. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void poison_in_an_internal_topic_or_the_log_of_a_store_costs_what_it_is_about_and_nothing_else(
            CatalogAddresses catalog) throws Exception {
        FailingResolver before = FailingResolver.start(catalog, "changelog.", folder.resolve("before"));
        try (before) {
            before.publish("poisoned", Instant.now());
            before.send("changelog.streams-app-layer-updates-repartition", "poison", new byte[] {1, 2, 3});
            before.publish("after", Instant.now());
            before.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "poisoned", "after");
            ConsumerRecord<byte[], byte[]> letter =
                    before.awaitKeys(CatalogTopic.DEAD_LETTERS, "poison").get(0);
            assertThat(letter.value()).containsExactly(1, 2, 3);
            assertThat(FailingResolver.header(letter, DeadLetterHeaders.REASON))
                    .contains("internal topic can't be read");
        }
        before.send(StreamsApp.layersTopic(before.kafka()), "poisoned/", new byte[] {1, 2, 3});
        try (FailingResolver resolver = FailingResolver.start(catalog, "changelog.", folder.resolve("after"))) {
            resolver.publish("poisoned", "another name", Instant.now());
            resolver.publish("behind", Instant.now());
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "poisoned", "after", "behind");
            ConsumerRecord<byte[], byte[]> letter = resolver.awaitKeys(CatalogTopic.DEAD_LETTERS, "poison", "poisoned")
                    .get(1);
            assertThat(FailingResolver.header(letter, DeadLetterHeaders.REASON)).contains("failed 3 times");
        }
    }

    /** Whatever its threads report: what waits isn't processed. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void an_instance_that_does_not_get_on_is_not_ready_until_it_does(CatalogAddresses catalog) throws Exception {
        CountDownLatch goOn = new CountDownLatch(1);
        Runnable fault = () -> {
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        };
        try (FailingResolver resolver = FailingResolver.start(catalog, "not-getting-on.", folder, fault)) {
            resolver.publish("before", Instant.now());
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "before");
            await().until(resolver.application()::isSettled);
            resolver.publish("faulty", Instant.now().minus(Duration.ofHours(2)));
            await().until(() -> !resolver.application().health().isProgressing()
                    && !resolver.application().isSettled());
            assertThat(resolver.application().positions().stalled()).hasSize(1);
            goOn.countDown();
            resolver.awaitKeys(CatalogTopic.RESOLVED_VARIANTS, "before", "faulty");
            await().until(resolver.application()::isSettled);
        }
    }

    /**
     * The resolver on separate topics. It fails, for an unforeseen reason, after it has stored and written what follows from
     * a record. The fault is injected where the resolver measures the age of an event: it hits those of two hours ago.
     */
    private static final class FailingResolver implements AutoCloseable {

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
            Quarantine quarantine = new Quarantine(CatalogTopic.DEAD_LETTERS.name(prefix));
            quarantine.bindTo(meters, Set.of());
            StreamsAppSettings settings = StreamsAppSettings.of(kafka, catalog.registry(), folder);
            RocksDbMemory memory = new RocksDbMemory(settings.instance().storeMemoryBytes());
            Freshness resolved = new Freshness(meters, "resolved");
            StreamsApplication application =
                    StreamsApp.application(settings, memory, registry, resolved, quarantine, StoreSources.unknown());
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
            try (Producer<byte[], byte[]> producer = TopicRecords.producer(kafka.properties())) {
                producer.send(record).get();
            }
        }

        /** Waits until a topic contains exactly these keys, committed. */
        List<ConsumerRecord<byte[], byte[]>> awaitKeys(CatalogTopic topic, String... keys) {
            return await().until(
                            () -> TopicRecords.of(
                                    kafka, topic.name(kafka.topics().prefix())),
                            records -> records.stream()
                                    .map(TopicRecords::key)
                                    .toList()
                                    .equals(List.of(keys)));
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

            FaultyMeters(Runnable fault) {
                this.fault = fault;
            }

            @Override
            protected Timer newTimer(Meter.Id id, DistributionStatisticConfig distribution, PauseDetector pauses) {
                return new CumulativeTimer(id, clock, distribution, pauses, TimeUnit.SECONDS, false) {
                    @Override
                    protected void recordNonNegative(long amount, TimeUnit unit) {
                        if (unit.toMinutes(amount) > 60) {
                            fault.run();
                        }
                        super.recordNonNegative(amount, unit);
                    }
                };
            }
        }
    }
}
