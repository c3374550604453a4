package dev.partnercatalog.webhook.reconcile;

import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random events over real HTTP, against receivers that misbehave in every way, with crashes and restarts in between:
 * once everything is quiet each of them has what batch-get would return, and nothing forbidden happened on the way. A
 * failure shows its seed and steps. {@code -Dchaos.seeds=N} sets the number of runs, {@code -Dchaos.steps=N} makes each
 * one longer.
 */
@Order(1)
class ChaosTest {

    private static final long SEEDS = Long.getLong("chaos.seeds", 40);

    @TempDir
    private Path folder = Path.of("");

    static LongStream seeds() {
        return LongStream.range(0, SEEDS);
    }

    static LongStream someSeeds() {
        return LongStream.range(0, SEEDS / 4);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName("D24, D26: whatever happens, every partner ends with what batch-get says")
    void whatever_happens_every_partner_ends_with_what_it_should_have(long seed) throws Exception {
        try (ChaosRun run = new ChaosRun(seed, true, folder)) {
            run.check();
        }
    }

    @ParameterizedTest
    @MethodSource("someSeeds")
    @DisplayName("D24: without kills, lost answers and resyncs nothing that a partner has accepted is sent to it again")
    void nothing_that_was_accepted_comes_again_while_nothing_is_killed_or_lost(long seed) throws Exception {
        try (ChaosRun run = new ChaosRun(seed, false, folder)) {
            run.check();
        }
    }
}
