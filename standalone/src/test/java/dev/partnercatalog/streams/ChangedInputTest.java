package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.runtime.StoreSources;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import dev.partnercatalog.runtime.store.RocksDbMemory;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.LinesAbout;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import dev.partnercatalog.streams.commit.PromptCommits;
import dev.partnercatalog.streams.partition.InputIdentities;
import dev.partnercatalog.streams.partition.NewPartitions;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The owner of an input adds partitions or makes it anew, with the clients and the settings of the resolver. */
@Tag("processes")
@Order(1)
class ChangedInputTest {

    private static final String IN = "changed.in";
    private static final String OUT = "changed.out";
    private static final String GROUP = "changed.streams-app";
    private static final int KEYS = 300;
    private static final int STEADY_KEYS = 12;
    private static final int WAITING = 20_000;
    private static final Duration SOON = Duration.ofMinutes(3);

    /** Records come all the time, but not faster than a test on a busy machine reads them. */
    private static final Duration PAUSE = Duration.ofMillis(10);

    /** Far below the five minutes that it takes by default. */
    private static final Duration SECONDS = Duration.ofSeconds(45);

    /** Longer than a partition stands still before that counts as a stall. */
    private static final Duration STALL = Duration.ofSeconds(45);

    private final LinesAbout lines = new LinesAbout(IN);
    private final List<Logger> logs = Stream.of(NewPartitions.class, InputIdentities.class)
            .map(LinesAbout::logger)
            .toList();
    private final RocksDbMemory memory = new RocksDbMemory(8 << 20);
    private final Map<String, String> newest = new HashMap<>();

    @TempDir
    Path folder;

    private EmbeddedBroker broker;
    private KafkaProducer<byte[], byte[]> producer;
    private Admin admin;
    private InputOwner owner;
    private @Nullable InputIdentities inputs;

    @BeforeEach
    void start() throws Exception {
        logs.forEach(log -> log.addAppender(lines));
        broker = EmbeddedBroker.start(folder.resolve("kafka"), 0);
        Properties ofProducer = properties();
        ofProducer.put("metadata.max.age.ms", 1_000);
        producer = new KafkaProducer<>(ofProducer, new ByteArraySerializer(), new ByteArraySerializer());
        admin = Admin.create(properties());
        owner = new InputOwner(admin);
        owner.create(OUT, 1);
        owner.create(IN, 2);
    }

    @AfterEach
    void stop() {
        logs.forEach(log -> log.detachAppender(lines));
        closeInputs();
        producer.close();
        admin.close();
        broker.close();
        memory.close();
    }

    @Test
    void keys_end_at_their_newer_values_and_new_partitions_are_read_within_seconds() throws Exception {
        try (KafkaConsumer<String, String> out = out()) {
            try (StreamsApplication application = application("state")) {
                application.start();
                send(0, "first", "0");
                send(1, "second", "0");
                awaitValue(out, "first", "0");
                awaitValue(out, "second", "0");
            }
            for (int i = 0; i < WAITING; i++) {
                send(i % 2, "waiting " + i % 100, "");
            }
            IntStream.range(0, KEYS).forEach(i -> send(i % 2, "key " + i, "older"));
            producer.flush();
            owner.raise(IN, 6);
            IntStream.range(0, KEYS).forEach(i -> send(2 + i % 4, "key " + i, "newer"));
            send(5, "last", "1");
            producer.flush();

            try (StreamsApplication application = application("state")) {
                application.start();
                awaitValue(out, "last", "1");
                await().atMost(SOON).untilAsserted(() -> {
                    read(out);
                    assertThat(newest.values().stream().filter("newer"::equals)).hasSize(KEYS);
                });
                assertThat(lines.list)
                        .anySatisfy(
                                line -> assertThat(line.getFormattedMessage()).contains("is new"));

                owner.raise(IN, 8);
                send(7, "while running", "1");
                await().atMost(SECONDS).until(() -> {
                    read(out);
                    return newest.containsKey("while running");
                });
            }
        }
    }

    @Test
    void new_partitions_are_read_within_seconds_while_their_producer_sends_all_the_time() throws Exception {
        AtomicInteger partitions = new AtomicInteger(2);
        AtomicInteger round = new AtomicInteger();
        try (KafkaConsumer<String, String> out = out();
                StreamsApplication application = application("state");
                PeriodicTask sending = new PeriodicTask("sending", PAUSE, () -> {
                    int count = partitions.get();
                    String number = Integer.toString(round.incrementAndGet());
                    IntStream.range(0, STEADY_KEYS).forEach(i -> send(i % count, "key " + i, number));
                })) {
            application.start();
            sending.start();
            awaitKeys(out, "key ", STEADY_KEYS);

            owner.raise(IN, 6);
            partitions.set(6);
            int moved = round.get() + 1;
            await().atMost(SECONDS).until(() -> {
                out.poll(Duration.ofMillis(200)).forEach(record -> {
                    String before = Objects.requireNonNull(newest.put(record.key(), record.value()));
                    assertThat(Integer.parseInt(record.value()))
                            .as("%s after %s", record.key(), before)
                            .isGreaterThan(Integer.parseInt(before));
                });
                return newest.values().stream().allMatch(value -> Integer.parseInt(value) > moved);
            });
            await().atMost(SECONDS).until(() -> application.unseenRecords().isEmpty());
        }
    }

    @Test
    void a_new_partition_waits_for_what_a_transaction_hides_in_an_older_one_and_that_is_no_stall() throws Exception {
        Properties ofOther = properties();
        ofOther.put("transactional.id", "other");
        ofOther.put("transaction.timeout.ms", 300_000);
        try (KafkaConsumer<String, String> out = out();
                StreamsApplication application = application("state");
                KafkaProducer<byte[], byte[]> other =
                        new KafkaProducer<>(ofOther, new ByteArraySerializer(), new ByteArraySerializer())) {
            application.start();
            send(0, "key", "first");
            awaitValue(out, "key", "first");
            other.initTransactions();
            other.beginTransaction();
            other.send(new ProducerRecord<>(IN, 0, bytes("key"), bytes("older")))
                    .get();
            owner.raise(IN, 3);
            send(2, "key", "newer");

            await().atMost(SOON).until(() -> application.unseenRecords().equals(Map.of(IN, 2L)));
            await().during(STALL)
                    .atMost(SOON)
                    .until(() -> application.health().isProgressing() && application.stalledPartitions() == 0);
            other.commitTransaction();
            List<String> values = new ArrayList<>();
            await().atMost(SOON).until(() -> {
                out.poll(Duration.ofMillis(200)).forEach(record -> values.add(record.value()));
                return values.size() == 2;
            });
            assertThat(values).containsExactly("older", "newer");
            await().atMost(SOON).until(() -> application.unseenRecords().isEmpty());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"state", "state of another instance"})
    void a_topic_made_anew_is_read_from_its_beginning_though_the_group_has_a_position(String state) throws Exception {
        try (KafkaConsumer<String, String> out = out()) {
            try (StreamsApplication application = application("state")) {
                application.start();
                IntStream.range(0, 20).forEach(i -> send(i % 2, "old " + i, ""));
                awaitKeys(out, "old ", 20);
            }
            closeInputs();
            Map<TopicPartition, OffsetAndMetadata> positions = admin.listConsumerGroupOffsets(GROUP)
                    .partitionsToOffsetAndMetadata()
                    .get();
            assertThat(Objects.requireNonNull(positions.get(new TopicPartition(IN, 0)))
                            .offset())
                    .isEqualTo(10);
            owner.makeAnew(IN, 2);
            // As if the broker that keeps the group's positions had been away.
            admin.alterConsumerGroupOffsets(GROUP, positions).all().get();
            IntStream.range(0, KEYS).forEach(i -> send(i % 2, "new " + i, ""));
            producer.flush();

            try (StreamsApplication application = application(state)) {
                application.start();
                awaitKeys(out, "new ", KEYS);
            }
            assertSaid();

            try (StreamsApplication application = application(state)) {
                application.start();
                send(0, "later 0", "");
                awaitKeys(out, "later ", 1);
            }
            assertSaid();
        }
    }

    @Test
    void a_topic_made_anew_while_it_is_read_is_read_from_its_beginning() throws Exception {
        try (KafkaConsumer<String, String> out = out();
                StreamsApplication application = application("state")) {
            application.start();
            IntStream.range(0, 20).forEach(i -> send(i % 2, "old " + i, ""));
            awaitKeys(out, "old ", 20);
            owner.makeAnew(IN, 2);
            IntStream.range(0, KEYS).forEach(i -> send(i % 2, "new " + i, ""));
            producer.flush();
            awaitKeys(out, "new ", KEYS);
            await().atMost(SOON).untilAsserted(this::assertSaid);
            send(0, "later 0", "");
            awaitKeys(out, "later ", 1);
        }
    }

    /** Threads that start one after the other may also say that they wait for a partition. */
    private void assertSaid() {
        assertThat(lines.list)
                .filteredOn(line -> line.getLoggerName().equals(InputIdentities.class.getName()))
                .singleElement()
                .satisfies(line -> assertThat(line.getFormattedMessage())
                        .startsWith("topic " + IN + " was deleted and made anew")
                        .endsWith("until a deletion of it is published"));
    }

    private void awaitKeys(KafkaConsumer<String, String> out, String prefix, int count) {
        await().atMost(SOON).until(() -> {
            read(out);
            return newest.keySet().stream()
                            .filter(key -> key.startsWith(prefix))
                            .count()
                    == count;
        });
    }

    private void awaitValue(KafkaConsumer<String, String> out, String key, String value) {
        await().atMost(SOON).until(() -> {
            read(out);
            return value.equals(newest.get(key));
        });
    }

    private void read(KafkaConsumer<String, String> out) {
        out.poll(Duration.ofMillis(200)).forEach(record -> newest.put(record.key(), record.value()));
    }

    private void send(int partition, String key, String value) {
        var unused = producer.send(new ProducerRecord<>(IN, partition, bytes(key), bytes(value)));
    }

    /** @param state names the folder of its state */
    private StreamsApplication application(String state) {
        closeInputs();
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(IN, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .to(OUT, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
        KafkaSettings kafka =
                new KafkaSettings(broker.bootstrapServers(), new TopicSettings("changed.", 1, (short) 1), Map.of());
        Properties properties = StreamsApp.properties(
                StreamsAppSettings.of(kafka, URI.create("http://127.0.0.1:1"), folder.resolve(state)), memory);
        inputs = InputIdentities.connect(kafka, Set.of(IN), folder.resolve(state));
        inputs.start();
        properties.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        return new StreamsApplication(
                "changed",
                builder.build(),
                properties,
                Quarantine.inLog(),
                StoreSources.unknown(),
                new PromptCommits(inputs));
    }

    private void closeInputs() {
        if (inputs != null) {
            inputs.close();
        }
    }

    private KafkaConsumer<String, String> out() {
        Properties properties = properties();
        properties.put("isolation.level", "read_committed");
        var consumer = new KafkaConsumer<>(properties, new StringDeserializer(), new StringDeserializer());
        consumer.assign(List.of(new TopicPartition(OUT, 0)));
        consumer.seekToBeginning(consumer.assignment());
        return consumer;
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker.bootstrapServers());
        return properties;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
