package dev.partnercatalog.cli.topic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.runtime.unreadable.UnreadableRecord;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TopicTableTest {

    private static final String TOPIC = "catalog.clients";
    private static final int PARTITIONS = 2;

    @AutoClose
    private final RegistryDouble registryServer = new RegistryDouble();

    private final SchemaRegistry registry = new SchemaRegistry(registryServer.url(), Duration.ofSeconds(5));
    private final TopicTable<Client> table = new TopicTable<>(
            new OwnRecords<>(CatalogTopic.CLIENTS, Client.class, registry, "catalog.", PARTITIONS),
            key -> !key.equals("unwanted"));
    private long offset;

    @Test
    void what_can_not_be_read_is_left_out_and_named_until_it_goes_and_what_it_replaced_does_not_hold() {
        put("good", written("good"));
        put("c", written("c"));
        put("c", new byte[] {1});
        put("no/client", new byte[] {1});
        put("another", written("c"));
        assertThat(table.records()).containsOnlyKeys("good");
        assertThat(table.unreadable())
                .extracting(UnreadableRecord::shownKey)
                .containsExactlyInAnyOrder("key c", "key no/client", "key another");
        assertThat(table.holds("c")).isTrue();
        put("c", written("c"));
        put("no/client", null);
        put("another", null);
        assertThat(table.unreadable()).isEmpty();
        assertThat(table.records()).containsOnlyKeys("c", "good");
    }

    @Test
    void a_record_in_another_partition_than_its_keys_takes_nothing_back() {
        put("c", written("c"));
        int wrong = 1 - Partitioning.byKey("c", PARTITIONS);
        put(wrong, "c", new byte[] {1});
        assertThat(table.get("c")).isNotNull();
        assertThat(table.unreadable()).hasSize(1);
        put(wrong, "c", null);
        assertThat(table.get("c")).isNotNull();
        assertThat(table.unreadable()).isEmpty();
        put("c", null);
        assertThat(table.get("c")).isNull();
        assertThat(table.holds("c")).isFalse();
    }

    @Test
    void only_wanted_keys_are_kept() {
        for (String key : List.of("a", "unwanted", "b")) {
            put(key, written(key));
        }
        assertThat(table.records()).containsOnlyKeys("a", "b");
    }

    private byte @Nullable [] written(String clientId) {
        try (var serializer = new RecordSerializer<Client>(registry, CatalogTopic.CLIENTS)) {
            return serializer.serialize(
                    TOPIC, new Client(clientId, "p", ByteBuffer.wrap(new byte[32]), true, Instant.EPOCH));
        }
    }

    private void put(String key, byte @Nullable [] value) {
        put(Partitioning.byKey(key, PARTITIONS), key, value);
    }

    @SuppressWarnings("NullAway") // Kafka's contract: null values are tombstones
    private void put(int partition, String key, byte @Nullable [] value) {
        table.accept(new ConsumerRecord<>(TOPIC, partition, offset++, key.getBytes(StandardCharsets.UTF_8), value));
    }
}
