package dev.partnercatalog.webhook.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BacklogTest {

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @Test
    void an_empty_backlog_has_no_oldest() {
        Backlog backlog = new Backlog();
        backlog.add(5_000, 1);
        assertThat(backlog.oldest()).isEqualTo(5_000);
        backlog.remove(5_000, 1);

        assertThat(backlog.count()).isZero();
        assertThat(backlog.oldest()).isNull();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void the_count_is_exact_and_the_oldest_is_never_too_young_nor_much_too_old(long seed) {
        Random random = new Random(seed);
        Backlog backlog = new Backlog();
        List<Long> marks = new ArrayList<>();
        long now = 1_767_225_600_000L;
        long began = now;
        for (int i = 0; i < 20_000; i++) {
            now += random.nextInt(100) == 0 ? random.nextInt(3_600_000) : random.nextInt(1_000);
            if (marks.isEmpty() || random.nextInt(5) > 1) {
                marks.add(now);
                backlog.add(now, 1);
            } else {
                long gone = marks.remove(random.nextInt(Math.min(marks.size(), 50)));
                backlog.remove(gone, 1);
            }
            if (i % 500 == 0 && !marks.isEmpty()) {
                long span = Math.max(1_000, (now - began) / 100);
                assertThat(backlog.count()).isEqualTo(marks.size());
                assertThat(backlog.oldest())
                        .as("seed %d step %d", seed, i)
                        .isBetween(Collections.min(marks) - span, Collections.min(marks));
            }
        }
        marks.forEach(mark -> backlog.remove(mark, 1));
        assertThat(backlog.count()).isZero();
        assertThat(backlog.oldest()).isNull();
    }
}
