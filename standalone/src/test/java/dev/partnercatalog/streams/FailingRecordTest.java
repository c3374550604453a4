package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.quarantine.DeadLetterHeaders;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.runtime.trace.Freshness;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import dev.partnercatalog.streams.variant.Completeness;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.cumulative.CumulativeTimer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A record at which the resolver fails, for an unforeseen reason, after it has stored and written what follows from it.
 * The fault is injected where the resolver measures the age of an event: it hits those of two hours ago.
 */
@ExtendWith(CatalogExtension.class)
class FailingRecordTest {

    /** Half a minute is enough on a quiet machine. */
    private static final Duration BOUND = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_record_that_fails_in_the_middle_of_the_resolver_is_set_aside(CatalogAddresses catalog) throws Exception {
        failAndGoOn(catalog, "failing-exception.", () -> {
            throw new IllegalStateException("the injected fault");
        });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void a_record_that_overflows_the_stack_in_the_middle_of_the_resolver_is_set_aside(CatalogAddresses catalog)
            throws Exception {
        failAndGoOn(catalog, "failing-error.", () -> {
            throw new StackOverflowError("the injected fault");
        });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void an_event_of_which_an_entry_follows_that_no_topic_takes_is_set_aside(CatalogAddresses catalog)
            throws Exception {
        run(catalog, "too-large.", () -> {}, (kafka, registry, application, meters) -> {
            try (Admin admin = Admin.create(kafka.properties())) {
                ConfigResource topic = new ConfigResource(ConfigResource.Type.TOPIC, "too-large.resolved-variants");
                AlterConfigOp smaller = new AlterConfigOp(
                        new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "10000"), AlterConfigOp.OpType.SET);
                admin.incrementalAlterConfigs(Map.of(topic, List.of(smaller)))
                        .all()
                        .get();
            }
            // The first one waits for what the producer has to know about the topic.
            publish(kafka, registry, "before", Instant.now());
            awaitKeys(kafka, CatalogTopic.RESOLVED_VARIANTS, "before");
            send(
                    kafka,
                    List.of(
                            event(kafka, registry, "large", incompressible(20_000), Instant.now()),
                            event(kafka, registry, "behind", "behind", Instant.now())));
            awaitKeys(kafka, CatalogTopic.RESOLVED_VARIANTS, "before", "behind");
            ConsumerRecord<byte[], byte[]> letter =
                    awaitKeys(kafka, CatalogTopic.DEAD_LETTERS, "large").get(0);
            assertThat(header(letter, DeadLetterHeaders.REASON)).contains("can't be written", "RecordTooLarge");
        });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void what_nobody_of_ours_wrote_into_an_internal_topic_is_set_aside(CatalogAddresses catalog) throws Exception {
        run(catalog, "internal.", () -> {}, (kafka, registry, application, meters) -> {
            publish(kafka, registry, "before", Instant.now());
            awaitKeys(kafka, CatalogTopic.RESOLVED_VARIANTS, "before");
            send(kafka, "internal.streams-app-layer-updates-repartition", "poison", new byte[] {1, 2, 3});
            publish(kafka, registry, "behind", Instant.now());
            awaitKeys(kafka, CatalogTopic.RESOLVED_VARIANTS, "before", "behind");
            ConsumerRecord<byte[], byte[]> letter =
                    awaitKeys(kafka, CatalogTopic.DEAD_LETTERS, "poison").get(0);
            assertThat(letter.value()).containsExactly(1, 2, 3);
            assertThat(header(letter, DeadLetterHeaders.REASON)).contains("internal topic can't be read");
        });
    }

    /** Brokers reject a record whose writer's clock is an hour ahead, unless the topic carries their own time. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void no_internal_topic_carries_the_time_of_an_instance_whose_clock_may_be_ahead(CatalogAddresses catalog)
            throws Exception {
        run(catalog, "clock.", () -> {}, (kafka, registry, application, meters) -> {
            publish(kafka, registry, "before", Instant.now());
            awaitKeys(kafka, CatalogTopic.RESOLVED_VARIANTS, "before");
            try (Admin admin = Admin.create(kafka.properties())) {
                List<ConfigResource> internal = admin.listTopics().names().get().stream()
                        .filter(topic -> topic.startsWith("clock.streams-app-"))
                        .map(topic -> new ConfigResource(ConfigResource.Type.TOPIC, topic))
                        .toList();
                assertThat(internal).hasSizeGreaterThan(4);
                assertThat(admin.describeConfigs(internal).all().get().values())
                        .extracting(config -> config.get(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG)
                                .value())
                        .containsOnly("LogAppendTime");
            }
        });
    }

    /** The log of a store is not checked when the store is restored; its content is examined when it is needed. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void poison_in_the_log_of_a_store_costs_the_barcode_that_it_is_about_and_no_other(CatalogAddresses catalog)
            throws Exception {
        run(catalog, "changelog.", () -> {}, (kafka, registry, application, meters) -> {
            publish(kafka, registry, "poisoned", Instant.now());
            awaitKeys(kafka, CatalogTopic.RESOLVED_VARIANTS, "poisoned");
        });
        KafkaSettings kafka = kafka(catalog, "changelog.");
        send(kafka, StreamsApp.layersTopic(kafka), "poisoned/", new byte[] {1, 2, 3});
        folder = Files.createTempDirectory("poison");
        run(catalog, "changelog.", () -> {}, (settings, registry, application, meters) -> {
            publish(kafka, registry, "poisoned", "another name", Instant.now());
            publish(kafka, registry, "behind", Instant.now());
            awaitKeys(kafka, CatalogTopic.RESOLVED_VARIANTS, "poisoned", "behind");
            ConsumerRecord<byte[], byte[]> letter =
                    awaitKeys(kafka, CatalogTopic.DEAD_LETTERS, "poisoned").get(0);
            assertThat(header(letter, DeadLetterHeaders.REASON)).contains("failed 3 times");
        });
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    void an_instance_whose_threads_fail_over_and_over_is_not_ready_until_they_do_not(CatalogAddresses catalog)
            throws Exception {
        AtomicBoolean away = new AtomicBoolean(true);
        Runnable fault = () -> {
            if (away.get()) {
                throw new RegistryUnavailableException("unavailable, as far as this test is concerned");
            }
        };
        isReadyOnlyWithoutTheFault(catalog, "failing-threads.", fault, () -> away.set(false), 0);
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
        isReadyOnlyWithoutTheFault(catalog, "not-getting-on.", fault, goOn::countDown, 1);
    }

    private void isReadyOnlyWithoutTheFault(
            CatalogAddresses catalog, String prefix, Runnable fault, Runnable mend, int stalledPartitions)
            throws Exception {
        run(catalog, prefix, fault, (kafka, registry, application, meters) -> {
            publish(kafka, registry, "before", Instant.now());
            awaitKeys(kafka, CatalogTopic.RESOLVED_VARIANTS, "before");
            await().dontCatchUncaughtExceptions().atMost(BOUND).until(application::isSettled);

            publish(kafka, registry, "faulty", Instant.now().minus(Duration.ofHours(2)));
            await().dontCatchUncaughtExceptions()
                    .atMost(BOUND)
                    .until(() -> !application.isProgressing() && !application.isSettled());
            assertThat(application.stalledPartitions()).isEqualTo(stalledPartitions);

            mend.run();
            awaitKeys(kafka, CatalogTopic.RESOLVED_VARIANTS, "before", "faulty");
            await().dontCatchUncaughtExceptions().atMost(BOUND.multipliedBy(2)).until(application::isSettled);
        });
    }

    private void failAndGoOn(CatalogAddresses catalog, String prefix, Runnable fault) throws Exception {
        run(catalog, prefix, fault, (kafka, registry, application, meters) -> {
            publish(kafka, registry, "before", Instant.now());
            awaitKeys(kafka, CatalogTopic.RESOLVED_VARIANTS, "before");

            publish(kafka, registry, "faulty", Instant.now().minus(Duration.ofHours(2)));
            publish(kafka, registry, "behind", Instant.now());
            awaitKeys(kafka, CatalogTopic.RESOLVED_VARIANTS, "before", "behind");

            ConsumerRecord<byte[], byte[]> letter =
                    awaitKeys(kafka, CatalogTopic.DEAD_LETTERS, "faulty").get(0);
            assertThat(letter.value()).isNotEmpty();
            assertThat(header(letter, DeadLetterHeaders.REASON)).contains("failed 3 times", "the injected fault");
            assertThat(header(letter, DeadLetterHeaders.TOPIC))
                    .isEqualTo(prefix + "streams-app-layer-updates-repartition");
            assertThat(meters.faults.get()).isEqualTo(3);
            assertThat(meters.get("catalog.quarantined.records")
                            .functionCounter()
                            .count())
                    .isEqualTo(1);
        });
    }

    /** What is done with a running resolver. */
    @FunctionalInterface
    private interface Steps {
        void take(KafkaSettings kafka, SchemaRegistry registry, StreamsApplication application, FaultyMeters meters)
                throws Exception;
    }

    private void run(CatalogAddresses catalog, String prefix, Runnable fault, Steps steps) throws Exception {
        KafkaSettings kafka = kafka(catalog, prefix);
        SchemaRegistry registry = catalog.schemas();
        registry.registerAll(prefix);
        try (Admin admin = Admin.create(kafka.properties())) {
            new TopicAdmin(admin, kafka.topics()).createAndCheck();
        }
        FaultyMeters meters = new FaultyMeters(fault);
        Quarantine quarantine = Quarantine.to(CatalogTopic.DEAD_LETTERS.name(prefix));
        quarantine.bindTo(meters);
        StreamsAppSettings settings = StreamsAppSettings.of(kafka, catalog.registry(), folder);
        try (RocksDbMemory memory = new RocksDbMemory(settings.storeMemoryBytes());
                StreamsApplication application = StreamsApp.application(
                        settings,
                        memory,
                        registry,
                        new Freshness(meters, "resolved"),
                        new Completeness(meters),
                        quarantine,
                        null)) {
            application.start();
            steps.take(kafka, registry, application, meters);
        }
    }

    private static KafkaSettings kafka(CatalogAddresses catalog, String prefix) {
        return new KafkaSettings(catalog.kafka().bootstrapServers(), new TopicSettings(prefix, 1, (short) 1), Map.of());
    }

    private static void publish(KafkaSettings kafka, SchemaRegistry registry, String barcode, Instant time)
            throws Exception {
        publish(kafka, registry, barcode, barcode, time);
    }

    private static void publish(KafkaSettings kafka, SchemaRegistry registry, String barcode, String name, Instant time)
            throws Exception {
        send(kafka, List.of(event(kafka, registry, barcode, name, time)));
    }

    private static ProducerRecord<byte[], byte[]> event(
            KafkaSettings kafka, SchemaRegistry registry, String barcode, String name, Instant time) {
        String topic = CatalogTopic.BPD_VARIANTS.name(kafka.topics().prefix());
        BpdVariant variant =
                BpdVariant.newBuilder().setBarcode(barcode).setName(name).build();
        return new ProducerRecord<>(
                topic,
                0,
                time.toEpochMilli(),
                barcode.getBytes(StandardCharsets.UTF_8),
                new RecordSerializer<BpdVariant>(registry, CatalogTopic.BPD_VARIANTS).serialize(topic, variant));
    }

    private static void send(KafkaSettings kafka, String topic, String key, byte[] value) throws Exception {
        send(kafka, List.of(new ProducerRecord<>(topic, 0, key.getBytes(StandardCharsets.UTF_8), value)));
    }

    /** Sends them in one batch, so that they are read at once and their results are written in one transaction. */
    private static void send(KafkaSettings kafka, List<ProducerRecord<byte[], byte[]>> records) throws Exception {
        Properties properties = kafka.properties();
        properties.put(ProducerConfig.LINGER_MS_CONFIG, 1_000);
        properties.put(ProducerConfig.BATCH_SIZE_CONFIG, 1 << 20);
        try (Producer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            List<Future<RecordMetadata>> sent =
                    records.stream().map(producer::send).toList();
            producer.flush();
            for (Future<RecordMetadata> one : sent) {
                one.get();
            }
        }
    }

    /** Waits until a topic contains exactly these keys, committed. */
    private static List<ConsumerRecord<byte[], byte[]>> awaitKeys(
            KafkaSettings kafka, CatalogTopic topic, String... keys) {
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        Map<String, Object> properties = Map.of(
                "bootstrap.servers",
                kafka.bootstrapServers(),
                "isolation.level",
                "read_committed",
                "group.id",
                "awaiting-" + System.nanoTime(),
                "auto.offset.reset",
                "earliest");
        try (Consumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(topic.name(kafka.topics().prefix())));
            // The threads that fail end with their own exceptions.
            await().dontCatchUncaughtExceptions().atMost(BOUND).untilAsserted(() -> {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
                assertThat(records)
                        .extracting(record -> new String(record.key(), StandardCharsets.UTF_8))
                        .containsExactly(keys);
            });
        }
        return records;
    }

    private static String incompressible(int length) {
        return new SplittableRandom(1)
                .ints(length, 'A', 'z')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
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
