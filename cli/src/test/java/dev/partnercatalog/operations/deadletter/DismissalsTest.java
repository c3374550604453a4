package dev.partnercatalog.operations.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DismissalsTest {

    private final Dismissals dismissals = new Dismissals();

    @Test
    void what_is_recorded_is_dismissed_and_nothing_else() {
        List<LogPosition> letters = LongStream.of(0, 1, 7, (1L << 20) - 1, 1L << 20, 1L << 40)
                .mapToObj(offset -> new LogPosition(0, offset))
                .toList();
        Dismissals.records(letters).forEach(dismissals::add);
        assertThat(letters).allMatch(dismissals::contain);
        assertThat(LongStream.of(2, 6, 8, (1L << 20) + 1, (1L << 40) + 1, (1L << 40) - 1)
                        .mapToObj(offset -> new LogPosition(0, offset)))
                .noneMatch(dismissals::contain);
        assertThat(dismissals.contain(new LogPosition(1, 7))).isFalse();
    }

    @Test
    void many_take_several_records_none_of_them_large() {
        List<LogPosition> letters = LongStream.range(0, 2L * Dismissals.MOST_IN_RECORD + 1)
                .mapToObj(offset -> new LogPosition(0, 999_999_999_999L + offset))
                .toList();
        List<byte[]> records = Dismissals.records(letters);
        assertThat(records).hasSize(3).allMatch(record -> record.length < 200_000);
        records.forEach(dismissals::add);
        assertThat(letters).allMatch(dismissals::contain);
    }

    @Test
    void records_that_nobody_of_ours_wrote_are_passed_over() {
        dismissals.add(null);
        dismissals.add(new byte[] {(byte) 0xff, 0, ' ', '-'});
        dismissals.add("0-1 x 0-99999999999999999999 0-3".getBytes(StandardCharsets.UTF_8));
        assertThat(dismissals.contain(new LogPosition(0, 1))).isTrue();
        assertThat(dismissals.contain(new LogPosition(0, 3))).isTrue();
        assertThat(dismissals.contain(new LogPosition(0, 2))).isFalse();
    }
}
