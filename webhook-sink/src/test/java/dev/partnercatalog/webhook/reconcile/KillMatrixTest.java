package dev.partnercatalog.webhook.reconcile;

import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A kill after each single step: each write of the store, each message that starts, each that arrives, each answer, and
 * each part of a turn and of a commit; what follows takes turns. {@code -Dkills.seeds=N} runs each scenario with N seeds; a seed repeats its run.
 */
@Order(1)
class KillMatrixTest {

    private static final long SEEDS = Long.getLong("kills.seeds", 1);

    static Stream<Arguments> runs() {
        return KillScenario.all().stream()
                .flatMap(scenario -> LongStream.range(0, SEEDS).mapToObj(seed -> Arguments.of(scenario, seed)));
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("runs")
    @DisplayName(
            "D24, D26, D32, D37: whenever it is killed, partners end with what they should have, and nothing goes back")
    void whenever_it_is_killed_partners_end_with_what_they_should_have(KillScenario scenario, long seed) {
        KillRun.Then[] after = KillRun.Then.values();
        int number = (int) seed;
        int steps = KillRun.count(scenario, seed);
        for (int step = 1; step <= steps; step++, number++) {
            for (KillRun.Kill kill : KillRun.Kill.values()) {
                KillRun.check(scenario, seed, new KillRun.At(step, kill, after[number++ % after.length]));
            }
        }
    }
}
