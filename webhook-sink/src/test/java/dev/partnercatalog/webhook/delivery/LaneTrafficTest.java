package dev.partnercatalog.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LaneTrafficTest {

    private static final int BYTES = 1_000;
    private static final Duration QUICK = Duration.ofMillis(20);

    private final LaneTraffic window = new LaneTraffic(16, 1);

    @Test
    void it_grows_with_the_answers_up_to_its_bound() {
        assertThat(window.width()).isEqualTo(1);
        answered(15, QUICK);
        assertThat(window.width()).isEqualTo(16);
        window.answered(BYTES, QUICK);
        assertThat(window.width()).isEqualTo(16);
    }

    @Test
    void it_shrinks_while_the_endpoint_takes_much_longer_than_it_did_at_its_best() {
        answered(15, QUICK);
        answered(6, Duration.ofMillis(300));
        assertThat(window.width()).isEqualTo(10);
    }

    @Test
    void an_endpoint_that_has_become_slower_for_good_gets_its_width_back() {
        answered(15, QUICK);
        answered(500, Duration.ofMillis(300));
        assertThat(window.width()).isEqualTo(16);
    }

    @Test
    void one_message_is_ready_at_first_and_four_more_for_each_quick_answer() {
        assertThat(window.places()).isEqualTo(1 + 1);
        window.answered(BYTES, QUICK);
        assertThat(window.places()).isEqualTo(2 + 1 + 4);
    }

    @Test
    void a_large_message_is_slow_against_others_of_its_size_alone() {
        for (int i = 0; i < 8; i++) {
            window.answered(BYTES, QUICK);
            window.answered(100 * BYTES, Duration.ofMillis(500));
        }
        assertThat(window.width()).isEqualTo(16);
    }

    private void answered(int times, Duration time) {
        for (int i = 0; i < times; i++) {
            window.answered(BYTES, time);
        }
    }
}
