package dev.partnercatalog.cli.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SnapshotTableTest {

    private final SnapshotTable table = table("a/", "a/1/#override", "a/1/2/#attributes", "ab/", "b/");

    @Test
    void a_key_finds_its_record_alone() {
        assertThat(table.get("a/")).containsExactly(2);
        assertThat(table.get("a")).isNull();
        assertThat(table.approximateNumEntries()).isEqualTo(5);
    }

    @Test
    void scans_are_sorted_and_keep_to_their_bounds() {
        assertThat(keys(table.all())).containsExactly("a/", "a/1/#override", "a/1/2/#attributes", "ab/", "b/");
        assertThat(keys(table.prefixScan("a/1/", new StringSerializer())))
                .containsExactly("a/1/#override", "a/1/2/#attributes");
        assertThat(keys(table.range("a/1/#override", "ab/")))
                .containsExactly("a/1/#override", "a/1/2/#attributes", "ab/");
        assertThat(keys(table.range(null, "a/"))).containsExactly("a/");
        assertThat(keys(table.range("b", null))).containsExactly("b/");
    }

    private static SnapshotTable table(String... keys) {
        SnapshotTable table = new SnapshotTable();
        for (String key : keys) {
            put(table, key, new byte[] {0});
            put(table, key, new byte[] {(byte) key.length()});
        }
        put(table, "gone", new byte[] {1});
        put(table, "gone", null);
        return table;
    }

    @SuppressWarnings("NullAway") // Kafka's contract: null values are tombstones
    private static void put(SnapshotTable table, String key, byte @Nullable [] value) {
        table.accept(new ConsumerRecord<>("t", 0, 0, key, value));
    }

    private static List<String> keys(KeyValueIterator<String, byte[]> entries) {
        List<String> keys = new ArrayList<>();
        try (entries) {
            while (entries.hasNext()) {
                String peeked = entries.peekNextKey();
                assertThat(entries.next().key).isEqualTo(peeked);
                keys.add(peeked);
            }
        }
        return keys;
    }
}
