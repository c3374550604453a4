package dev.partnercatalog.webhook.reconcile;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The property that everything else serves: whatever happened, once everything is quiet a partner has exactly what
 * batch-get would return for everything listed and allowed. Random sequences of changes, outcomes, restarts and
 * crashes; a failure shows its seed and steps. {@code -Dsequences=N} runs N for each of the seeds.
 */
@Order(1)
class ConvergenceTest {

    private static final int SEQUENCES_PER_SEED = Integer.getInteger("sequences", 100);

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void d26_a_partner_that_takes_messages_as_they_come_ends_with_what_it_should_have(long seed) {
        for (int i = 0; i < SEQUENCES_PER_SEED; i++) {
            new ConvergenceRun(seed * 1_000_003 + i, false).check();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void d26_a_partner_that_goes_by_timestamps_does_so_even_where_messages_overtake_each_other(long seed) {
        for (int i = 0; i < SEQUENCES_PER_SEED; i++) {
            new ConvergenceRun(seed * 1_000_003 + i, true).check();
        }
    }
}
