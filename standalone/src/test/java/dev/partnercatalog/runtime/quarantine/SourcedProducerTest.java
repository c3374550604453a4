package dev.partnercatalog.runtime.quarantine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.standalone.CatalogAddresses;
import dev.partnercatalog.standalone.CatalogExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(CatalogExtension.class)
class SourcedProducerTest {

    private static final String TOPIC = "sourced-producer";
    private static final RecordPosition LARGE = new RecordPosition("in", 0, 1);
    private static final RecordPosition BEHIND = new RecordPosition("in", 0, 2);
    private static final RecordPosition LAST = new RecordPosition("in", 0, 3);

    private final Quarantine quarantine = Quarantine.inLog();
    private final CurrentRecord place = quarantine.currentRecords().add();

    @Test
    void what_is_too_large_is_blamed_on_the_record_that_it_came_of_though_another_is_in_hand_by_then(
            CatalogAddresses catalog) throws Exception {
        String brokers = catalog.kafka().bootstrapServers();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            NewTopic topic =
                    new NewTopic(TOPIC, 1, (short) 1).configs(Map.of(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, "10000"));
            admin.createTopics(List.of(topic)).all().get();
        }
        List<Future<RecordMetadata>> written = new ArrayList<>();
        try (SourcedProducer producer = new SourcedProducer(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                brokers,
                ProducerConfig.LINGER_MS_CONFIG,
                60_000,
                ProducerConfig.BATCH_SIZE_CONFIG,
                1 << 20,
                Quarantine.CONFIG,
                quarantine))) {
            quarantine.process(place, LARGE, () -> written.add(producer.send(record(20_000))));
            quarantine.process(place, BEHIND, () -> written.add(producer.send(record(10))));
            quarantine.process(place, LAST, producer::flush);
        }
        assertThat(written.get(0))
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .withCauseInstanceOf(RecordTooLargeException.class);
        assertThat(written.get(1)).succeedsWithin(Duration.ZERO);
        assertThatThrownBy(() -> quarantine.process(place, LARGE, () -> {}))
                .isInstanceOf(RepeatedFailureException.class)
                .hasMessageContaining("can't be written");
        assertThatCode(() -> quarantine.process(place, BEHIND, () -> {})).doesNotThrowAnyException();
        assertThatCode(() -> quarantine.process(place, LAST, () -> {})).doesNotThrowAnyException();
    }

    private static ProducerRecord<byte[], byte[]> record(int size) {
        return new ProducerRecord<>(TOPIC, new byte[size]);
    }
}
