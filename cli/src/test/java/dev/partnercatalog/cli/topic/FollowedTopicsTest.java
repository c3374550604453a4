package dev.partnercatalog.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.cli.output.OperatorFault;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.Test;

class FollowedTopicsTest {

    private static final String TOPIC = CatalogTopic.CLIENTS.name("catalog.");

    private final LogConsumer log = new LogConsumer();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final TopicReceiver receiver = new TopicReceiver() {
        @Override
        public void begin(int partitions) {
            received.clear();
        }

        @Override
        public void accept(ConsumerRecord<String, byte[]> record) {
            received.add(record.key());
        }
    };

    @Test
    void topics_that_are_not_there_yet_are_waited_for_and_a_reading_that_failed_begins_anew() {
        log.write(TOPIC, 0, "a", new byte[1]);
        log.write(TOPIC, 1, "b", new byte[1]);
        AtomicInteger questions = new AtomicInteger();
        AtomicInteger consumers = new AtomicInteger();
        try (FollowedTopics followed = new FollowedTopics(
                (topic, consumer) -> {
                    if (questions.getAndIncrement() == 0) {
                        throw new OperatorFault("there is no topic yet");
                    }
                    return 2;
                },
                () -> {
                    LogConsumer consumer = log.another();
                    if (consumers.getAndIncrement() == 1) {
                        consumer.setPollException(new KafkaException("gone"));
                    }
                    return consumer;
                },
                Map.of(TOPIC, receiver))) {
            await().until(() -> "there is no topic yet".equals(followed.fault()));
            await().until(() -> "gone".equals(followed.fault()));
            await().until(() -> followed.fault() == null);
            assertThat(received).containsExactlyInAnyOrder("a", "b");
        }
        assertThat(consumers).hasValue(3);
    }
}
