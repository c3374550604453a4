package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.membership.KnownMembership;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A kill after each single step: each write of the store, each message that starts, each that arrives, each answer, and
 * each part of a turn and of a commit; what follows takes turns, and so do the kinds of kills, two for each step. {@code
 * -Dkills.seeds=N} runs each scenario with N seeds and all kinds for each step; a seed repeats its run.
 */
@Order(1)
class KillMatrixTest {

    private static final long SEEDS = Long.getLong("kills.seeds", 0);
    private static final int TURNS = SEEDS == 0 ? KillRun.Kill.values().length / 2 : 1;

    static Stream<Arguments> runs() {
        return KillScenario.all().stream()
                .flatMap(scenario ->
                        LongStream.range(0, Math.max(1, SEEDS)).mapToObj(seed -> Arguments.of(scenario, seed)));
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("runs")
    @DisplayName(
            "D24, D26, D32, D37: whenever it is killed, partners end with what they should have, and nothing goes back")
    void whenever_it_is_killed_partners_end_with_what_they_should_have(KillScenario scenario, long seed) {
        KillRun.Kill[] kills = KillRun.Kill.values();
        KillRun.Then[] after = KillRun.Then.values();
        int number = (int) seed;
        int steps = KillRun.count(scenario, seed);
        for (int step = 1; step <= steps; step++, number++) {
            for (int kill = step % TURNS; kill < kills.length; kill += TURNS) {
                KillRun.check(scenario, seed, new KillRun.At(step, kills[kill], after[number++ % after.length]));
            }
        }
    }

    /** One run of a scenario, with a kill after one of its steps, or with none. */
    private static final class KillRun implements AutoCloseable {

        /** What is left of the process after a kill. */
        enum Kill {
            /** Another instance continues with what was committed. */
            COMMITTED,
            /** Another instance continues with all that was written, and a catalog as it was when that was committed. */
            WRITTEN,
            /** The same instance starts again, with all that it wrote and kept. */
            KEPT,
            /** The same instance starts again, with a part of what it wrote, and a part of what it kept of each topic. */
            PARTLY_KEPT,
            /** The process only stands still, and goes on when another instance has taken over. */
            PAUSED,
            /** Another instance continues, which doesn't know the newest configurations for a while. */
            OLDER_CONFIGURATION
        }

        /** What happens afterwards. */
        enum Then {
            NOTHING,
            THE_REST,
            /** All that was still to happen has happened when it starts again. */
            THE_REST_MEANWHILE,
            /** It is killed again while the rest happens. */
            ANOTHER_KILL
        }

        record At(int step, Kill kill, Then then) {

            private static final At NEVER = new At(Integer.MAX_VALUE, Kill.COMMITTED, Then.NOTHING);
        }

        private static final class Killed extends RuntimeException {

            private static final long serialVersionUID = 1;
        }

        private final List<KillScenario.Act> acts;
        private final Random random;
        private final Random ofKill;
        private final World world = new World(ReconcileLimits.DEFAULT, 8);
        private final PartnersSide partners;
        private final At at;
        private @Nullable SinkUnderTest paused;
        private List<ScriptedDelivery.Sent> ofPaused = List.of();
        private int act;
        private int steps;
        private int kills;
        private boolean settled;
        private int lastStep;

        private KillRun(KillScenario scenario, long seed, At at) {
            this.acts = scenario.acts();
            this.random = new Random(seed);
            this.ofKill = new Random(seed * 1_000_003 + at.toString().hashCode());
            this.at = at;
            this.lastStep = at.step();
            world.partner("p").allow(1, 1, false).allow(1, 11, false);
            world.partner("q").allow(1, 11, true);
            world.configure();
            this.partners = new PartnersSide(world);
            if (scenario.sendsAgain()) {
                partners.mayBeSentAgain();
            }
            world.afterEachStep(() -> step(false), () -> step(true));
            world.delivery.atEachStart(sent -> {
                partners.started(sent);
                step(false);
            });
        }

        /** The number of steps without a kill. Without one, nothing that is the same is sent twice. */
        static int count(KillScenario scenario, long seed) {
            try (KillRun run = new KillRun(scenario, seed, At.NEVER)) {
                run.go();
                return run.steps;
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(scenario + ", seed " + seed + ", no kill", e);
            }
        }

        /** Fails unless partners have what they should have after all. */
        static void check(KillScenario scenario, long seed, At at) {
            try (KillRun run = new KillRun(scenario, seed, at)) {
                run.go();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(scenario + ", seed " + seed + ", " + at, e);
            }
        }

        /** @param betweenCalls whether the sink isn't at work at this moment, so that it can go on later */
        private void step(boolean betweenCalls) {
            steps += settled ? 0 : 1;
            if (steps >= lastStep && (betweenCalls || at.kill() != Kill.PAUSED)) {
                lastStep = Integer.MAX_VALUE;
                throw new Killed();
            }
        }

        private void go() {
            for (Kill next = at.kill(); ; next = Kill.PARTLY_KEPT) {
                try {
                    goOn();
                    return;
                } catch (Killed killed) {
                    kill(next);
                    lastStep =
                            at.then() == Then.ANOTHER_KILL && kills++ == 0 ? steps + 1 + ofKill.nextInt(60) : lastStep;
                }
            }
        }

        private void goOn() {
            while (act < acts.size()) {
                acts.get(act++).on(world);
                for (int turns = random.nextInt(4); turns > 0; turns--) {
                    turn();
                }
            }
            quiet();
        }

        private void turn() {
            world.now += random.nextInt(8) == 0 ? 1_000 : 0;
            partners.noteShown();
            world.turn();
            world.delivery.underWay().forEach(this::answer);
            if (ofKill.nextInt(4) == 0) {
                overcome();
            }
        }

        private void answer(ScriptedDelivery.Sent sent) {
            boolean refused = sent.records().variants().values().stream().anyMatch(json -> json.contains("poison"));
            switch (random.nextInt(9)) {
                case 0 -> {} // It is still on its way.
                case 1 -> end(sent, false, Outcome.unsent("not reached"));
                case 2 -> end(sent, false, Outcome.unanswered("lost on the way there"));
                case 3 -> end(sent, !refused, Outcome.unanswered("lost on the way back"));
                case 4 -> end(sent, !refused, failed(sent));
                default -> end(sent, !refused, Outcome.answered(refused ? 422 : 204, null));
            }
        }

        private static Outcome failed(ScriptedDelivery.Sent sent) {
            Outcome failed = Outcome.answered(500, null);
            boolean suspect = sent.lane() == Lane.PROBE;
            return suspect ? failed.suspected() : failed;
        }

        private void end(ScriptedDelivery.Sent sent, boolean arrives, Outcome outcome) {
            if (arrives) {
                partners.take(sent);
                step(true);
            }
            partners.learns(sent, outcome);
            sent.end(outcome);
            step(true);
        }

        private void kill(Kill kill) {
            List<ScriptedDelivery.Sent> underWay = world.delivery.underWay();
            underWay.stream().filter(sent -> ofKill.nextBoolean()).forEach(partners::take);
            partners.mayBeSentAgain();
            if (at.then() == Then.THE_REST_MEANWHILE) {
                acts.subList(act, acts.size()).forEach(rest -> rest.on(world));
            }
            if (at.then() == Then.THE_REST_MEANWHILE || at.then() == Then.NOTHING) {
                act = acts.size();
            }
            int written = world.uncommitted();
            int unread = world.unread();
            switch (kill) {
                case COMMITTED -> elsewhere(0);
                case WRITTEN -> elsewhere(written);
                case KEPT -> world.crash(written, unread, unread);
                case PARTLY_KEPT ->
                    world.crash(ofKill.nextInt(written + 1), ofKill.nextInt(unread + 1), ofKill.nextInt(unread + 1));
                case PAUSED -> {
                    paused = world.pause(ofKill.nextInt(written + 1), ofKill);
                    ofPaused = underWay;
                }
                case OLDER_CONFIGURATION -> {
                    world.lag(1 + ofKill.nextInt(world.revisions()));
                    elsewhere(ofKill.nextInt(written + 1));
                }
            }
            readAgain();
        }

        /** What was read before is read again one by one, while it may already send. */
        private void readAgain() {
            for (int rounds = ofKill.nextInt(4); rounds > 0; rounds--) {
                partners.noteShown();
                world.tick();
                world.commit();
                world.delivery.underWay().forEach(this::answer);
                world.read(1);
            }
        }

        private void elsewhere(int reached) {
            world.products.arriveAgain(ofKill);
            world.crash(reached, 0, 0);
        }

        /** A paused instance goes on, and the newest configurations arrive. */
        private void overcome() {
            world.lag(0);
            SinkUnderTest awake = paused;
            paused = null;
            if (awake != null) {
                int before = world.delivery.all().size();
                awake.committed(new KnownMembership(false));
                ofPaused.forEach(sent ->
                        sent.end(ofKill.nextBoolean() ? Outcome.answered(204, null) : Outcome.unanswered("lost")));
                for (int ticks = 0; ticks < 2; ticks++) {
                    awake.tick(world.now, true, true);
                    awake.committed(new KnownMembership(false));
                }
                awake.stop();
                assertThat(world.delivery.all())
                        .as("sent by an instance that lost the partition")
                        .hasSize(before);
            }
        }

        /** Nothing changes any more, and both partners accept everything. */
        private void quiet() {
            world.products.arrive(Integer.MAX_VALUE);
            if (!world.partner("p").active) {
                world.partner("p").active = true;
                world.configure();
            }
            for (int turns = 0, idle = 0; idle < 15 || world.left() > 0; turns++, idle++) {
                assertThat(turns).as("turns until it settles").isLessThan(1_000);
                settled = idle > 2 && world.left() == 0;
                world.now += 1_000; // so that refused records become due again
                partners.noteShown();
                world.turn();
                for (ScriptedDelivery.Sent sent : world.delivery.underWay()) {
                    end(sent, true, Outcome.answered(204, null));
                    idle = 0;
                }
                if (idle == 4) {
                    overcome();
                }
            }
            partners.assertHaveWhatTheyShould();
        }

        @Override
        public void close() {
            world.close();
        }
    }
}
