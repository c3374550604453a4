package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.operations.topic.Brokers;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import dev.partnercatalog.schemas.topic.TopicAdmin;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where {@code topic repartition} copies to: its own copies, and nothing else. */
@ExtendWith(CatalogExtension.class)
class RepartitionTargetTest {

    private static final int PARTITIONS = 2;
    private static final CatalogTopic TOPIC = CatalogTopic.BPD_VARIANTS;

    @Test
    void topics_that_hold_something_else_are_refused_and_stay_as_they_are(CatalogAddresses catalog) throws Exception {
        KafkaSettings taken = target(catalog, "taken.");
        try (Admin admin = Admin.create(taken.properties());
                Producer<byte[], byte[]> producer = new Brokers(taken).bytesProducer()) {
            new TopicAdmin(admin, taken.topics()).createAndCheck();
            producer.send(new ProducerRecord<>(TOPIC.name("taken."), new byte[] {1}, new byte[] {2}))
                    .get();
        }
        for (int attempt = 0; attempt < 2; attempt++) {
            CommandRun run = copy(catalog, taken);
            assertThat(run.endedWith(1)).isEmpty();
            assertThat(run.err()).contains("taken.bpd-variants holds records, and no recorded position says");
        }
    }

    @Test
    void a_copy_that_was_deleted_is_made_again_as_a_whole(CatalogAddresses catalog) throws Exception {
        catalog.publish(TOPIC, "{\"barcode\": \"copied-twice\", \"name\": \"n\"}");
        KafkaSettings copied = target(catalog, "copied.");
        assertThat(copy(catalog, copied).endedWith(0)).contains("the same");
        assertThat(copy(catalog, copied).endedWith(0)).contains("the same");
        try (Admin admin = Admin.create(copied.properties())) {
            List<String> names = Arrays.stream(CatalogTopic.values())
                    .map(topic -> topic.name("copied."))
                    .toList();
            admin.deleteTopics(names).all().get();
        }
        assertThat(copy(catalog, copied).endedWith(0)).contains("the same").doesNotContain("DIFFERENT");
    }

    private static KafkaSettings target(CatalogAddresses catalog, String prefix) {
        return new KafkaSettings(
                catalog.kafka().bootstrapServers(), new TopicSettings(prefix, PARTITIONS, (short) 1), Map.of());
    }

    private static CommandRun copy(CatalogAddresses catalog, KafkaSettings to) {
        return CommandRun.on(
                catalog,
                "topic",
                "repartition",
                "--to-prefix=" + to.topics().prefix(),
                "--partitions=" + PARTITIONS,
                "--once");
    }
}
