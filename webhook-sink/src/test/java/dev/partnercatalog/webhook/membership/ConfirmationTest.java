package dev.partnercatalog.webhook.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.membership.MemberConsumer.Confirmation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConfirmationTest {

    private static final Duration LEASE = Duration.ofSeconds(8);

    private final Confirmation confirmation = new Confirmation(Long.MAX_VALUE - 1, 1_767_225_600_000L);

    @Test
    void it_counts_until_the_time_is_over_by_either_clock() {
        assertThat(confirmation.isWithin(LEASE, later(7_999, 7_999))).isTrue();
        assertThat(confirmation.isWithin(LEASE, later(8_000, 0))).isFalse();
        assertThat(confirmation.isWithin(LEASE, later(0, 8_000))).isFalse();
    }

    @Test
    void a_wall_clock_that_is_set_back_makes_it_no_longer() {
        assertThat(confirmation.isWithin(LEASE, later(7_999, -3_600_000))).isTrue();
        assertThat(confirmation.isWithin(LEASE, later(8_000, -3_600_000))).isFalse();
    }

    private Confirmation later(long steadyMillis, long wallMillis) {
        return new Confirmation(
                confirmation.nanoTime() + Duration.ofMillis(steadyMillis).toNanos(),
                confirmation.epochMillis() + wallMillis);
    }
}
