package dev.partnercatalog.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.cli.topic.OpenTopics.TopicReceiver;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.BrokerUnavailableException;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OpenTopicsTest {
    /** Kafka's own clients would go on trying for ten seconds. */
    private static final Duration SOON = Duration.ofSeconds(8);

    private static final String TOPIC = CatalogTopic.CLIENTS.name("catalog.");

    @AutoClose
    private final TopicsInMemory memory = new TopicsInMemory();

    private final Receiver receiver = new Receiver();

    private static final class Receiver implements TopicReceiver {

        private final List<String> received = new CopyOnWriteArrayList<>();
        private long latest = Long.MAX_VALUE;

        @Override
        public long latest() {
            return latest;
        }

        @Override
        public void accept(ConsumerRecord<byte[], byte[]> record) {
            String value = record.value() == null ? "null" : new String(record.value(), StandardCharsets.UTF_8);
            received.add(TopicReceiver.key(record) + "=" + value);
        }
    }

    @Test
    void every_record_of_a_topic_or_a_partition_is_passed_on_and_later_what_has_arrived_since() {
        write(0, "a", "1");
        write(0, "b", null);
        write(1, "c", "3");
        try (OpenTopics topics = memory.open()) {
            topics.log(TOPIC).read(0, receiver::accept);
            assertThat(receiver.received).containsExactly("a=1", "b=null");
            receiver.received.clear();
            OpenTopics.Reading reading = topics.reading(CatalogTopic.CLIENTS, receiver);
            reading.advance();
            assertThat(receiver.received).containsExactlyInAnyOrder("a=1", "b=null", "c=3");
            write(0, "a", "4");
            reading.advance();
            assertThat(receiver.received).hasSize(4).endsWith("a=4");
        }
    }

    @Test
    void a_receiver_that_wants_the_latest_records_gets_no_others() {
        for (int i = 0; i < 5; i++) {
            write(0, "k", Integer.toString(i));
        }
        receiver.latest = 2;
        try (OpenTopics topics = memory.open()) {
            topics.read(CatalogTopic.CLIENTS, receiver);
        }
        assertThat(receiver.received).containsExactly("k=3", "k=4");
    }

    @Test
    void a_topic_that_cannot_be_read_is_told_by_name() {
        write(0, "a", "1");
        memory.failOnce(new KafkaException("gone"));
        try (OpenTopics topics = memory.open()) {
            assertThatThrownBy(() -> topics.read(CatalogTopic.CLIENTS, receiver))
                    .isInstanceOf(BrokerUnavailableException.class)
                    .hasMessageContainingAll("topic " + TOPIC, "gone");
        }
    }

    @Test
    void addresses_that_all_refuse_connections_are_named_at_once() throws Exception {
        try (Socket one = refusing();
                Socket other = refusing()) {
            String refusing = "127.0.0.1:" + one.getLocalPort() + ",127.0.0.1:" + other.getLocalPort();
            long begun = System.nanoTime();
            assertThatThrownBy(() -> brokers(refusing).require(CatalogTopic.LISTINGS))
                    .isInstanceOf(OperatorFault.class)
                    .hasMessage("no Kafka broker answers at " + refusing + ": start one"
                            + " ('./catalog standalone'), or give its address with --kafka");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(SOON);
        }
    }

    private void write(int partition, String key, @Nullable String value) {
        memory.write(TOPIC, partition, key, value == null ? null : value.getBytes(StandardCharsets.UTF_8));
    }

    /** Has a port where nobody listens, and nobody else can. */
    private static Socket refusing() throws IOException {
        Socket bound = new Socket();
        bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return bound;
    }

    private static Brokers brokers(String addresses) {
        return new Brokers(new KafkaSettings(addresses, new TopicSettings("catalog.", 2, (short) 1), Map.of()));
    }
}
