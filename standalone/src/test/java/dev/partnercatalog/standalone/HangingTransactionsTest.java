package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.StreamsApplication;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import dev.partnercatalog.standalone.embedded.HangingTransactions;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.coordinator.transaction.TransactionState;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogValue;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is left open of a transaction if its coordinator, which wrote "it is over" while partitions had no leader, no
 * longer knows about it. Here the coordinator is made to forget by the content of its own log.
 */
@Tag("processes")
@SuppressWarnings("try") // the watch only has to be open
class HangingTransactionsTest {

    private static final String IN = "t.in";
    private static final String OUT = "t.out";
    private static final String APPLICATION = "t.app";
    private static final String COORDINATORS = "__transaction_state";

    @TempDir
    Path folder;

    private EmbeddedBroker broker;

    @BeforeEach
    void start() throws Exception {
        broker = EmbeddedBroker.start(folder.resolve("kafka"), 0);
        TopicRecords.create(properties(), IN, OUT);
    }

    @AfterEach
    void stop() {
        broker.close();
    }

    @ParameterizedTest
    @CsvSource({"PREPARE_COMMIT, COMPLETE_COMMIT, open after", "PREPARE_ABORT, COMPLETE_ABORT, after"})
    void a_transaction_whose_end_the_brokers_forgot_to_write_is_committed_or_given_up_as_they_had_decided(
            TransactionState decided, TransactionState over, String read) throws Exception {
        leaveOpen(decided, over);
        send(IN, "after");
        try (HangingTransactions unused = HangingTransactions.watch(broker.bootstrapServers());
                StreamsApplication application = application()) {
            application.start();
            assertThat(committed("after")).containsExactly(read.split(" ", -1));
        }
    }

    @Test
    void a_transaction_of_which_nothing_tells_how_it_was_to_end_is_left_to_the_operator() throws Exception {
        leaveOpen(TransactionState.EMPTY);

        try (LinesAbout log = new LinesAbout("can't be ended from here", HangingTransactions.class.getName());
                HangingTransactions unused = HangingTransactions.watch(broker.bootstrapServers())) {
            // Its own topic, and the group's.
            await().until(() -> log.lines().size() == 2);
            assertThat(isOpen()).isTrue();
        }
    }

    @Test
    void a_transaction_that_is_under_way_is_left_alone() throws Exception {
        try (Producer<byte[], byte[]> busy = transaction(APPLICATION + "-busy-1");
                HangingTransactions unused = HangingTransactions.watch(broker.bootstrapServers());
                StreamsApplication application = application()) {
            application.start();
            busy.commitTransaction();
            send(IN, "after");
            assertThat(committed("after")).containsExactly("open", "after");
        }
    }

    private Producer<byte[], byte[]> transaction(String id) {
        Properties properties = properties();
        properties.put("transactional.id", id);
        properties.put("transaction.timeout.ms", 600_000);
        var producer = TopicRecords.producer(properties);
        producer.initTransactions();
        producer.beginTransaction();
        var unused = producer.send(new ProducerRecord<>(OUT, bytes("open")));
        Properties ofGroup = properties();
        ofGroup.put("group.id", APPLICATION);
        try (var consumer = TopicRecords.consumer(ofGroup)) {
            producer.sendOffsetsToTransaction(
                    Map.of(new TopicPartition(IN, 0), new OffsetAndMetadata(0)), consumer.groupMetadata());
        }
        producer.flush();
        return producer;
    }

    /**
     * Leaves what a broker leaves that is killed and comes back too early.
     *
     * @param last what the coordinator's log says last; only a prepared end has partitions
     */
    private void leaveOpen(TransactionState... last) throws Exception {
        Producer<byte[], byte[]> killed = transaction(APPLICATION + "-killed-1");
        ConsumerRecord<byte[], byte[]> ongoing = ongoing(APPLICATION + "-killed-1");
        Properties properties = properties();
        // No one else may write there.
        properties.put("client.id", "__admin_client");
        try (var producer = TopicRecords.producer(properties)) {
            for (TransactionState state : last) {
                var unused = producer.send(new ProducerRecord<>(
                        COORDINATORS, ongoing.partition(), ongoing.key(), ended(ongoing.value(), state)));
            }
        }
        broker.close();
        killed.close(Duration.ZERO);
        broker = EmbeddedBroker.start(folder.resolve("kafka"), 0);
        assertThat(description(APPLICATION + "-killed-1").topicPartitions()).isEmpty();
        assertThat(isOpen()).isTrue();
    }

    private TransactionDescription description(String id) throws Exception {
        try (Admin admin = admin()) {
            return admin.describeTransactions(List.of(id)).description(id).get();
        }
    }

    private static byte[] ended(byte[] ongoing, TransactionState state) {
        ByteBuffer bytes = ByteBuffer.wrap(ongoing);
        short version = bytes.getShort();
        TransactionLogValue value = new TransactionLogValue(new ByteBufferAccessor(bytes), version);
        value.setTransactionStatus(state.id()).setProducerEpoch((short) (value.producerEpoch() + 1));
        if (state != TransactionState.PREPARE_COMMIT && state != TransactionState.PREPARE_ABORT) {
            value.setTransactionPartitions(state == TransactionState.EMPTY ? null : List.of());
        }
        return MessageUtil.toVersionPrefixedBytes(version, value);
    }

    /** What the coordinator wrote when the transaction had its partitions. */
    private ConsumerRecord<byte[], byte[]> ongoing(String id) {
        // Its own topic, and the group's.
        return await().until(
                        () -> TopicRecords.of(kafka(), COORDINATORS).stream()
                                .filter(each -> TopicRecords.key(each).endsWith(id))
                                .filter(each -> partitions(each) == 2)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private static int partitions(ConsumerRecord<byte[], byte[]> entry) {
        ByteBuffer bytes = ByteBuffer.wrap(entry.value());
        short version = bytes.getShort();
        List<?> topics = new TransactionLogValue(new ByteBufferAccessor(bytes), version).transactionPartitions();
        return topics == null ? 0 : topics.size();
    }

    private boolean isOpen() throws Exception {
        TopicPartition partition = new TopicPartition(OUT, 0);
        try (Admin admin = admin()) {
            return admin
                    .describeProducers(List.of(partition))
                    .partitionResult(partition)
                    .get()
                    .activeProducers()
                    .stream()
                    .anyMatch(
                            producer -> producer.currentTransactionStartOffset().isPresent());
        }
    }

    private StreamsApplication application() {
        StreamsBuilder builder = new StreamsBuilder();
        builder.stream(IN, Consumed.with(Serdes.ByteArray(), Serdes.ByteArray()))
                .to(OUT, Produced.with(Serdes.ByteArray(), Serdes.ByteArray()));
        Properties properties = properties();
        properties.put(StreamsConfig.APPLICATION_ID_CONFIG, APPLICATION);
        properties.put(StreamsConfig.STATE_DIR_CONFIG, folder.resolve("state").toString());
        properties.put(StreamsConfig.PROCESSING_GUARANTEE_CONFIG, StreamsConfig.EXACTLY_ONCE_V2);
        properties.put(StreamsConfig.consumerPrefix("auto.offset.reset"), "earliest");
        return new StreamsApplication(APPLICATION, builder.build(), properties);
    }

    private void send(String topic, String value) {
        try (var producer = TopicRecords.producer(properties())) {
            var unused = producer.send(new ProducerRecord<>(topic, bytes(value)));
        }
    }

    /** What readers of committed records find, once they find a value. */
    private List<String> committed(String last) {
        return await().until(
                        () -> TopicRecords.of(kafka(), OUT).stream()
                                .map(each -> new String(each.value(), StandardCharsets.US_ASCII))
                                .toList(),
                        values -> values.contains(last));
    }

    private KafkaSettings kafka() {
        return new KafkaSettings(broker.bootstrapServers(), new TopicSettings("t.", 1, (short) 1), Map.of());
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", broker.bootstrapServers());
        return properties;
    }

    private Admin admin() {
        return Admin.create(properties());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
