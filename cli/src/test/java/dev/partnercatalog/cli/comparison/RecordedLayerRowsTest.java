package dev.partnercatalog.cli.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordedLayerRowsTest {

    private final RecordedLayerRows.Receiver receiver = new RecordedLayerRows.Receiver(10_000);

    @Test
    void a_barcode_that_grows_beyond_the_limit_is_left_out_whole() {
        put("4001/", 4_000);
        put("40010/", 1_000);
        put("4001/7/#override", 4_000);
        put("4001/8/#override", 4_000);
        put("4001/9/#override", 1);
        assertThat(receiver.rows().leftOut()).containsExactly("4001");
        assertThat(receiver.rows().rows().keys("")).containsExactly("40010/");
        put("4002/", 8_000);
        assertThat(receiver.rows().leftOut()).containsExactly("4001");
    }

    @Test
    void keys_and_rows_of_no_length_count_too() {
        for (int company = 1; company <= 100; company++) {
            put("4001/" + company + "/#listed", 0);
        }
        assertThat(receiver.rows().leftOut()).containsExactly("4001");
        assertThat(receiver.rows().rows().keys("")).isEmpty();
    }

    @Test
    void a_row_that_is_replaced_or_taken_away_makes_room() {
        for (int time = 0; time < 10; time++) {
            put("4001/", 6_000);
            put("4001/", null);
        }
        put("4001/", 6_000);
        assertThat(receiver.rows().leftOut()).isEmpty();
        assertThat(receiver.rows().rows().keys("")).containsExactly("4001/");
    }

    private void put(String key, @Nullable Integer bytes) {
        receiver.accept(new ConsumerRecord<>("layers", 0, 0, key, bytes == null ? null : new byte[bytes]));
    }
}
