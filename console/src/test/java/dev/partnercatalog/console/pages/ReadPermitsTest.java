package dev.partnercatalog.console.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partnercatalog.console.live.Outage;
import dev.partnercatalog.operations.OperatorFault;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadPermitsTest {

    private @Nullable Outage outage;
    private final ReadPermits permits = new ReadPermits(() -> Optional.ofNullable(outage), 3);

    @Test
    void while_the_brokers_are_away_nothing_is_tried_and_then_all_goes_on() {
        outage = new Outage("localhost:9092", Instant.EPOCH);
        assertThatThrownBy(() -> permits.use(() -> {
                    throw new AssertionError("tried");
                }))
                .isInstanceOf(OperatorFault.class)
                .hasMessageContaining("Kafka brokers");
        outage = null;
        assertThat(permits.use(() -> "done")).isEqualTo("done");
    }

    @Test
    void brokers_that_fail_at_it_are_told_as_such_and_hold_no_permit() {
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> permits.use(() -> {
                        throw new TimeoutException("nobody answers");
                    }))
                    .isInstanceOf(OperatorFault.class)
                    .hasMessageContaining("nobody answers");
        }
    }
}
