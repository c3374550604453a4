package dev.partnercatalog.operations.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.store.SingleObjectSerde;
import dev.partnercatalog.runtime.unreadable.OwnRecords;
import dev.partnercatalog.schemas.key.Partitioning;
import dev.partnercatalog.schemas.registry.RecordSerializer;
import dev.partnercatalog.schemas.registry.RegistryDouble;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which records of a table a backup has, and which it reports as lacking. */
class TableCopyTest {

    private static final String PREFIX = "catalog.";
    private static final String TOPIC = CatalogTopic.CLIENTS.name(PREFIX);
    private static final int PARTITIONS = 4;
    private static final byte[] NO_RECORD = {9};

    private final RegistryDouble server = new RegistryDouble();
    private final SchemaRegistry registry = new SchemaRegistry(server.url(), Duration.ofSeconds(5));
    private final SingleObjectSerde<Client> copies = new SingleObjectSerde<>(Client.class);
    private final Map<String, String> restored = new HashMap<>();
    private final TableCopy<Client> copy = new TableCopy<>(
            new OwnRecords<>(CatalogTopic.CLIENTS, Client.class, registry, PREFIX, PARTITIONS),
            copies,
            (partition, key, value) -> restored.put(
                    new String(key, StandardCharsets.UTF_8),
                    value == null ? "" : copies.decode(value).getPartnerId()));

    private long offset;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void a_record_that_cannot_be_read_counts_until_a_newer_one_of_its_key_replaces_it() {
        take("till", NO_RECORD);
        take("till", NO_RECORD);
        assertThat(copy.unreadable()).isEqualTo(1);

        take("till", client("till", "kiosk"));

        assertThat(copy.unreadable()).isZero();
        assertThat(restored).containsExactly(Map.entry("till", "kiosk"));
    }

    @Test
    void a_deletion_replaces_it_too() {
        take("till", NO_RECORD);
        take("till", null);
        assertThat(copy.unreadable()).isZero();
        assertThat(restored).containsExactly(Map.entry("till", ""));
    }

    @Test
    void what_it_replaced_is_not_restored() {
        take("till", client("till", "kiosk"));
        take("till", NO_RECORD);
        assertThat(copy.unreadable()).isEqualTo(1);
        assertThat(restored).containsExactly(Map.entry("till", ""));
    }

    @Test
    void a_key_in_a_wrong_partition_counts_there_until_it_is_deleted_there() {
        int wrong = (Partitioning.byKey("till", PARTITIONS) + 1) % PARTITIONS;
        byte[] key = "till".getBytes(StandardCharsets.UTF_8);
        take(wrong, key, client("till", "kiosk"));
        take("till", client("till", "kiosk"));
        assertThat(copy.unreadable()).isEqualTo(1);

        take(wrong, key, null);

        assertThat(copy.unreadable()).isZero();
        assertThat(restored).containsExactly(Map.entry("till", "kiosk"));
    }

    @Test
    void each_record_without_a_key_counts() {
        take(0, null, NO_RECORD);
        take(0, null, NO_RECORD);
        assertThat(copy.unreadable()).isEqualTo(2);
    }

    private void take(String key, byte @Nullable [] value) {
        take(Partitioning.byKey(key, PARTITIONS), key.getBytes(StandardCharsets.UTF_8), value);
    }

    private void take(int partition, byte @Nullable [] key, byte @Nullable [] value) {
        copy.take(new ConsumerRecord<>(TOPIC, partition, offset++, key, value));
    }

    private byte @Nullable [] client(String clientId, String partnerId) {
        return new RecordSerializer<Client>(registry, CatalogTopic.CLIENTS)
                .serialize(
                        TOPIC,
                        new Client(
                                clientId,
                                partnerId,
                                ByteBuffer.wrap(new byte[32]),
                                true,
                                Instant.ofEpochMilli(1_700_000_000_000L)));
    }
}
