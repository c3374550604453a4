package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.runtime.internal.Meters;
import dev.partnercatalog.runtime.progress.ClusterState;
import dev.partnercatalog.runtime.progress.WaitingRecords;
import dev.partnercatalog.runtime.quarantine.Quarantine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Somebody else leaves a transaction open on a topic that an application reads. */
@Tag("processes")
@ExtendWith(CatalogExtension.class)
class OpenTransactionTest {

    private static final Duration SOON = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    private final String application = "open-" + UUID.randomUUID();
    private final String in = application + ".in";
    private final String out = application + ".out";
    private final CatalogAddresses catalog;

    OpenTransactionTest(CatalogAddresses catalog) throws Exception {
        this.catalog = catalog;
        try (Admin admin = Admin.create(properties())) {
            admin.createTopics(List.of(new NewTopic(in, 2, (short) 1), new NewTopic(out, 1, (short) 1)))
                    .all()
                    .get();
        }
    }

    @Test
    void counts_as_lag_until_it_ends() throws Exception {
        try (StreamsApplication streams = application();
                Meters meters = new Meters(folder);
                KafkaProducer<byte[], byte[]> upstream = producer(null);
                KafkaProducer<byte[], byte[]> somebody = producer(application)) {
            meters.watch(streams);
            streams.start();
            await().atMost(SOON).until(streams::isSettled);
            send(upstream, "before");
            somebody.initTransactions();
            somebody.beginTransaction();
            send(somebody, "open");
            send(upstream, "behind");

            await().atMost(SOON)
                    .until(() -> meters.text().contains("catalog_streams_lag_records{topic=\"" + in + "\"} 2"));
            assertThat(streams.health().isProgressing()).isTrue();

            somebody.commitTransaction();
            await().atMost(SOON)
                    .until(() -> meters.text().contains("catalog_streams_lag_records{topic=\"" + in + "\"} 0"));
        }
    }

    /** An open tail isn't readable; what was aborted, and the markers, are no records. */
    @ParameterizedTest
    @CsvSource({"open, 0, 0", "aborted, 3, 0", "committed, 3, 3", "read, 1, 0"})
    void only_records_between_a_position_and_an_end_count_as_waiting(String tail, int offsets, int waiting)
            throws Exception {
        TopicPartition partition = new TopicPartition(in, 0);
        try (KafkaProducer<byte[], byte[]> upstream = producer(null);
                KafkaProducer<byte[], byte[]> somebody = producer(application);
                Admin admin = Admin.create(properties())) {
            send(upstream, "read");
            somebody.initTransactions();
            somebody.beginTransaction();
            send(somebody, "a");
            send(somebody, "b");
            if (tail.equals("aborted")) {
                somebody.abortTransaction();
            } else if (!tail.equals("open")) {
                somebody.commitTransaction();
            }
            long position = tail.equals("read") ? 3 : 1;
            WaitingRecords records = new WaitingRecords(this::committedRecords);
            await().atMost(SOON).untilAsserted(() -> {
                Map<TopicPartition, Long> ends =
                        new ClusterState(admin, false).ends(List.of(partition), IsolationLevel.READ_COMMITTED);
                assertThat(ends).containsEntry(partition, position + offsets);
                assertThat(records.count(Map.of(partition, position), ends)).isEqualTo(waiting);
            });
        }
    }

    private KafkaConsumer<byte[], byte[]> committedRecords() {
        Properties properties = properties();
        properties.put("isolation.level", "read_committed");
        return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    private void send(KafkaProducer<byte[], byte[]> producer, String value) throws Exception {
        producer.send(new ProducerRecord<>(in, 0, null, value.getBytes(StandardCharsets.US_ASCII)))
                .get();
    }

    private KafkaProducer<byte[], byte[]> producer(@Nullable String transactionalId) {
        Properties properties = properties();
        if (transactionalId != null) {
            properties.put("transactional.id", transactionalId);
        }
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private StreamsApplication application() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(in, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .to(out, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
        Properties properties = properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, application);
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        return new StreamsApplication(application, builder.build(), properties, Quarantine.inLog());
    }

    private Properties properties() {
        return catalog.kafka().properties();
    }
}
