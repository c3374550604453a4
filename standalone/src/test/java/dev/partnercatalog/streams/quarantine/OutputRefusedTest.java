package dev.partnercatalog.streams.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import dev.partnercatalog.standalone.TopicRecords;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Kafka's producer says at once, on the thread that sends, that something is too large for it. */
@ExtendWith(CatalogExtension.class)
class OutputRefusedTest {

    private static final String TOPIC = "refused-output";
    private static final Quarantine.Position LARGE = new Quarantine.Position("in", 0, 1);
    private static final Quarantine.Position BEHIND = new Quarantine.Position("in", 0, 2);

    private final Quarantine quarantine = new Quarantine("dead");

    @Test
    void what_is_too_large_is_blamed_on_the_record_that_it_follows_from(CatalogAddresses catalog) throws Exception {
        String brokers = catalog.kafka().bootstrapServers();
        TopicRecords.create(Map.of("bootstrap.servers", brokers), TOPIC);
        Map<String, Object> properties = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                brokers,
                ProducerConfig.LINGER_MS_CONFIG,
                60_000,
                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                10_000);
        try (Producer<byte[], byte[]> producer = TopicRecords.producer(properties)) {
            quarantine.process(
                    LARGE,
                    () -> assertThat(send(producer, 20_000))
                            .failsWithin(Duration.ZERO)
                            .withThrowableThat()
                            .withCauseInstanceOf(RecordTooLargeException.class));
            quarantine.process(BEHIND, () -> {
                var unused = send(producer, 10);
                producer.flush();
            });
        }
        assertThatThrownBy(() -> quarantine.process(LARGE, () -> {}))
                .isInstanceOf(RejectedRecordException.class)
                .hasMessageContaining("can't be written");
        assertThatCode(() -> quarantine.process(BEHIND, () -> {})).doesNotThrowAnyException();
    }

    /** As Kafka Streams does, which asks the handler from the callback. */
    private Future<RecordMetadata> send(Producer<byte[], byte[]> producer, int bytes) {
        return producer.send(new ProducerRecord<>(TOPIC, new byte[bytes]), (metadata, fault) -> {
            if (fault != null) {
                quarantine.outputRefused(fault);
            }
        });
    }
}
