package dev.partnercatalog.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.partnercatalog.query.table.StartingOffsets;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where the group of a new instance of the query API begins. */
@ExtendWith(CatalogExtension.class)
class StartingOffsetsTest {

    private static final String GROUP = "starting-offsets";
    private static final String BARCODE = "starting-offsets";

    @Test
    void a_group_without_members_begins_at_the_ends_and_one_with_a_member_where_it_stopped(CatalogAddresses catalog)
            throws Exception {
        String topic =
                CatalogTopic.RESOLVED_VARIANTS.name(catalog.kafka().topics().prefix());
        int partitions = catalog.kafka().topics().partitions();
        TopicPartition partition = new TopicPartition(topic, Partitioning.byBarcode(BARCODE, partitions));
        Properties properties = catalog.kafka().properties();
        try (Admin admin = Admin.create(properties)) {
            catalog.publish(CatalogTopic.BPD_VARIANTS, "{\"barcode\": \"" + BARCODE + "\", \"name\": \"first\"}");
            await().until(() -> end(admin, partition) > 0);
            long before = end(admin, partition);
            StartingOffsets.commitEnds(admin, GROUP, catalog.kafka().topics());
            assertThat(committed(admin)).hasSize(3 * partitions);
            assertThat(committed(admin, partition)).isGreaterThanOrEqualTo(before);

            properties.put("group.id", GROUP);
            properties.put("enable.auto.commit", "false");
            try (var member =
                    new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
                member.subscribe(List.of(topic));
                await().until(() -> {
                    member.poll(Duration.ofMillis(100));
                    return !member.assignment().isEmpty();
                });
                member.commitSync(Map.of(partition, new OffsetAndMetadata(0)));
                StartingOffsets.commitEnds(admin, GROUP, catalog.kafka().topics());
                assertThat(committed(admin, partition)).isZero();
            }

            StartingOffsets.commitEnds(admin, GROUP, catalog.kafka().topics());
            assertThat(committed(admin, partition)).isGreaterThanOrEqualTo(before);
        }
    }

    private static long end(Admin admin, TopicPartition partition) throws Exception {
        return admin.listOffsets(
                        Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(IsolationLevel.READ_COMMITTED))
                .partitionResult(partition)
                .get()
                .offset();
    }

    private static long committed(Admin admin, TopicPartition partition) throws Exception {
        return Objects.requireNonNull(committed(admin).get(partition)).offset();
    }

    private static Map<TopicPartition, OffsetAndMetadata> committed(Admin admin) throws Exception {
        return admin.listConsumerGroupOffsets(GROUP)
                .partitionsToOffsetAndMetadata()
                .get();
    }
}
