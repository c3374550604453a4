package dev.partnercatalog.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ExpectedEntriesTest {

    private static final List<Integer> SHOWN = List.of(3, Marker.NONE, Marker.NONE, Marker.NONE);

    private final ExpectedEntries entries = new ExpectedEntries(Map.of("1", SHOWN, "1/2", ExpectedEntries.GONE));

    @Test
    void an_entry_is_there_when_it_shows_every_change_and_one_that_goes_when_it_is_gone() {
        take("1", Marker.BPD.text(2));
        take("1/2", Marker.BPD.text(3));
        assertThat(entries.missing()).isNotEmpty();
        take("1", Marker.BPD.text(3));
        assertThat(entries.missing()).isNotEmpty();
        take("1/2", null);
        assertThat(entries.missing()).isEmpty();
        assertThat(entries.records()).isEqualTo(4);
        assertThat(entries.bytes()).isEqualTo(3 * 10 + 1 + 3 + 1 + 3);
    }

    @Test
    void a_reference_shows_the_product_whose_revision_it_names_though_that_came_before_an_earlier_change() {
        byte[] product = new byte[] {0, 0, 0, 0, 1, 2, '1', 0, 0, 14};
        take("1", new String(product, StandardCharsets.ISO_8859_1) + Marker.BPD.text(3));
        ExpectedEntries next = entries.next(Map.of("1/3", SHOWN));
        next.take(new ConsumerRecord<>("t", 0, 0, bytes("1/3"), new byte[] {0, 0, 0, 0, 2, 2, 2, 12}));
        assertThat(next.missing()).isNotEmpty();
        next.take(new ConsumerRecord<>("t", 0, 1, bytes("1/3"), new byte[] {0, 0, 0, 0, 2, 2, 4, 14}));
        assertThat(next.missing()).isEmpty();
    }

    @SuppressWarnings("NullAway") // a null value is a tombstone
    private void take(String key, @Nullable String value) {
        entries.take(new ConsumerRecord<>("t", 0, 0, bytes(key), value == null ? null : bytes(value)));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
