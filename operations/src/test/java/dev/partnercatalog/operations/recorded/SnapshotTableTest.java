package dev.partnercatalog.operations.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.state.KeyValueIterator;
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
        TreeMap<String, byte[]> records = new TreeMap<>();
        for (String key : keys) {
            records.put(key, new byte[] {(byte) key.length()});
        }
        return new SnapshotTable(records);
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
