package dev.partnercatalog.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.events.BpdVariant;
import dev.partnercatalog.records.ResolvedVariant;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.registry.RecordDeserializer;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.WrongTopicException;
import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import dev.partnercatalog.standalone.LinesAbout;
import dev.partnercatalog.standalone.TopicRecords;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The owner of an input adds partitions or makes it anew, as docs/operators/upgrades.md says and otherwise. */
@Tag("processes")
@Order(1)
@ExtendWith(CatalogExtension.class)
class ChangedInputTest {

    private static final int KEYS = 300;
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final String RUNBOOK = "docs/operators/upgrades.md";

    private final Map<String, String> newest = new HashMap<>();

    @TempDir
    Path folder;

    private LinesAbout log;
    private KafkaSettings kafka;
    private String input;
    private CatalogAddresses catalog;
    private Admin admin;
    private Producer<byte[], byte[]> producer;
    private KafkaConsumer<String, ResolvedVariant> entries;

    @BeforeEach
    void start(CatalogAddresses addresses, TestInfo test) throws Exception {
        catalog = addresses;
        String prefix =
                "changed-" + test.getTestMethod().orElseThrow().getName().length() + ".";
        kafka = catalog.under(prefix, 2).kafka();
        input = CatalogTopic.BPD_VARIANTS.name(prefix);
        log = new LinesAbout(input, InputTopics.class.getName());
        Properties ofProducer = kafka.properties();
        ofProducer.put("metadata.max.age.ms", 1_000);
        producer = TopicRecords.producer(ofProducer);
        admin = Admin.create(kafka.properties());
        try (StreamsApp first = application("state")) {
            assertThat(first.awaitReady(SOON)).isTrue();
        }
        Properties ofReader = kafka.properties();
        ofReader.put("isolation.level", "read_committed");
        entries = new KafkaConsumer<>(
                ofReader, new StringDeserializer(), new RecordDeserializer<>(catalog.schemas(), ResolvedVariant.class));
        String output = CatalogTopic.RESOLVED_VARIANTS.name(prefix);
        entries.assign(List.of(new TopicPartition(output, 0), new TopicPartition(output, 1)));
        entries.seekToBeginning(entries.assignment());
    }

    @AfterEach
    void stop() {
        log.close();
        entries.close();
        producer.close();
        admin.close();
    }

    @Test
    void partitions_added_after_a_drain_are_read_after_a_restart_and_no_older_event_is_applied_after_a_newer_one()
            throws Exception {
        try (StreamsApp running = application("state")) {
            publishAll(2, "older");
            awaitAll("older");
            raise(input, 6);
            await().until(running::hasFailed);
            assertThat(log.lines())
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains("has 6 partitions, and had 2", "stops", RUNBOOK));
        }
        try (StreamsApp again = application("state of another instance")) {
            publishAll(6, "newer");
            awaitAll("newer");
            publishAll(6, "newest");
            awaitAll("newest");
            assertThat(again.hasFailed()).isFalse();
        }
    }

    @Test
    void partitions_added_while_events_are_unread_are_not_read_until_those_are_given_up() throws Exception {
        publishAll(2, "older");
        raise(input, 3);
        publishAll(3, "newer");
        assertThatThrownBy(() -> application("state"))
                .isInstanceOf(WrongTopicException.class)
                .hasMessageContaining(input + " has 3 partitions, and had 2")
                .hasMessageContaining(RUNBOOK);
    }

    @Test
    void a_topic_made_anew_while_it_is_read_is_read_from_its_beginning_once_the_positions_are_gone() throws Exception {
        try (StreamsApp running = application("state")) {
            publishAll(2, "old");
            awaitAll("old");
            rebuild(input, 2);
            await().until(running::hasFailed);
            assertThat(log.lines())
                    .singleElement()
                    .satisfies(line -> assertThat(line).contains("was deleted and made anew", "stops", RUNBOOK));
        }
        publishAll(2, "new");
        admin.deleteConsumerGroupOffsets(
                        kafka.applicationId("streams-app"),
                        Set.of(new TopicPartition(input, 0), new TopicPartition(input, 1)))
                .all()
                .get();
        try (StreamsApp again = application("state")) {
            awaitAll("new");
            assertThat(again.hasFailed()).isFalse();
        }
    }

    private StreamsApp application(String state) {
        return StreamsApp.start(StreamsAppSettings.of(kafka, catalog.registry(), folder.resolve(state)));
    }

    /** To the partition that a key has while there are so many. */
    private void publishAll(int partitions, String name) {
        RecordSerializer<BpdVariant> events = new RecordSerializer<>(catalog.schemas(), CatalogTopic.BPD_VARIANTS);
        IntStream.range(0, KEYS).forEach(i -> {
            String barcode = "key-" + i;
            BpdVariant variant =
                    BpdVariant.newBuilder().setBarcode(barcode).setName(name).build();
            var unused = producer.send(new ProducerRecord<>(
                    input, i % partitions, barcode.getBytes(StandardCharsets.UTF_8), events.serialize(input, variant)));
        });
        producer.flush();
    }

    /** Waits until all entries have that name, after which none has another one. */
    private void awaitAll(String name) {
        await().until(() -> {
            entries.poll(Duration.ofMillis(200)).forEach(entry -> {
                assertThat(entry.value().getName()).as(entry.key()).isEqualTo(name);
                newest.put(entry.key(), name);
            });
            return newest.size() == KEYS && newest.values().stream().allMatch(name::equals);
        });
    }

    private void rebuild(String topic, int partitions) throws Exception {
        admin.deleteTopics(List.of(topic)).all().get();
        await().until(() -> !admin.listTopics().names().get().contains(topic));
        admin.createTopics(List.of(
                        new NewTopic(topic, partitions, (short) 1).configs(Map.of("cleanup.policy", "compact"))))
                .all()
                .get();
        awaitPartitions(topic, partitions);
    }

    private void raise(String topic, int partitions) throws Exception {
        admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                .all()
                .get();
        awaitPartitions(topic, partitions);
    }

    private void awaitPartitions(String topic, int partitions) {
        await().ignoreException(ExecutionException.class)
                .until(() -> Objects.requireNonNull(admin.describeTopics(List.of(topic))
                                        .allTopicNames()
                                        .get()
                                        .get(topic))
                                .partitions()
                                .stream()
                                .filter(partition -> partition.leader() != null)
                                .count()
                        == partitions);
    }
}
