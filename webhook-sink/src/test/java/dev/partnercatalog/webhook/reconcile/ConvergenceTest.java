package dev.partnercatalog.webhook.reconcile;

import static dev.partnercatalog.webhook.reconcile.OnePartner.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.webhook.delivery.Lane;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
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

    private static final int SEQUENCES_PER_SEED = Integer.getInteger("sequences", 25);

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName(
            "D26: a partner ends with what it should have: one that takes messages as they come, and one that goes by"
                    + " timestamps even where messages overtake each other")
    void whatever_happened_a_partner_ends_with_what_it_should_have(long seed) {
        for (int i = 0; i < SEQUENCES_PER_SEED; i++) {
            new ConvergenceRun(seed * 1_000_003 + i, false).check();
            new ConvergenceRun(seed * 1_000_003 + i, true).check();
        }
    }

    /** A random sequence of changes, outcomes, restarts and crashes for two partners. Its seed repeats it. */
    private static final class ConvergenceRun {

        private static final ReconcileLimits SMALL =
                new ReconcileLimits(new ReconcileLimits.OfMessage(3, 4_000, 9), 2, 6, 2, 2);
        private static final List<ScopedVariant> VARIANTS = List.of(
                new ScopedVariant(new Scope.Company(1), "A"),
                new ScopedVariant(new Scope.Company(1), "B"),
                at("A"),
                at("B"),
                new ScopedVariant(Scope.of(1, 12), "A"),
                new ScopedVariant(Scope.of(1, 13), "A"),
                new ScopedVariant(new Scope.Company(2), "A"),
                new ScopedVariant(Scope.of(2, 21), "A"),
                new ScopedVariant(Scope.of(2, 21), "C"));

        private final long seed;
        private final Random random;
        private final World world;
        private final Arrivals arrivals;
        private final List<String> steps = new ArrayList<>();

        ConvergenceRun(long seed, boolean overtaking) {
            this.seed = seed;
            this.random = new Random(seed);
            this.world = new World(SMALL, 1 + random.nextInt(3));
            for (String id : List.of("p", "q")) {
                world.partner(id)
                        .allow(1, 1, false)
                        .allow(1, 11, true)
                        .allow(1, 12, false)
                        .allow(1, 13, true)
                        .allow(2, 2, false)
                        .allow(2, 21, false);
                world.partner(id).active = random.nextBoolean();
            }
            this.arrivals = new Arrivals(world, random, overtaking);
            world.configure();
        }

        void check() {
            try {
                int length = 5 + random.nextInt(60);
                for (int i = 0; i < length; i++) {
                    step();
                    arrivals.checkWhatWasSent();
                }
                quiet();
                for (Catalog.Partner partner : world.partners.values()) {
                    world.assertHas(partner, arrivals.copy(partner.id));
                }
                assertThat(world.settle()).as("sent though nothing differs").isEmpty();
                assertThat(world.left()).as("left to do").isZero();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + steps, e);
            } finally {
                world.close();
            }
        }

        private void step() {
            int products = random.nextInt(3);
            note(products + " products arrive");
            world.products.arrive(products);
            int kind = random.nextInt(100);
            if (kind < 30) {
                change();
            } else if (kind < 38) {
                configure();
            } else if (kind < 65) {
                note("turn");
                world.turn();
            } else if (kind < 70) {
                note("read some");
                world.read(random.nextInt(3));
            } else if (kind < 75) {
                note("tick");
                world.now += random.nextInt(2_000) - 500;
                world.tick();
            } else if (kind < 80) {
                note("commit");
                world.commit();
            } else if (kind < 94) {
                answer();
            } else if (kind < 97) {
                note("crash");
                arrivals.loseUnderWay();
                world.crash(random);
                arrivals.forgetWhatWasSent();
                readAgainBitByBit();
            } else {
                note("restart");
                arrivals.loseUnderWay();
                world.restart();
                arrivals.forgetWhatWasSent();
            }
        }

        /** Attempts during a repeated read would show if an older state followed a newer one. */
        private void readAgainBitByBit() {
            for (int i = random.nextInt(4); i > 0; i--) {
                note("tick, commit, read one");
                world.tick();
                world.commit();
                world.read(1);
            }
        }

        private void change() {
            ScopedVariant variant = VARIANTS.get(random.nextInt(VARIANTS.size()));
            boolean gone = random.nextInt(4) == 0;
            String name = "n" + random.nextInt(2);
            String badge = random.nextBoolean() ? null : "b" + random.nextInt(2);
            note("publish " + variant + (gone ? " gone" : " " + name + " " + badge));
            switch (random.nextInt(7)) {
                case 4 -> {
                    note("the product");
                    world.topics.publishProduct(Catalog.product(variant.barcode(), name, badge));
                }
                case 5, 6 -> {
                    note("a reference");
                    world.topics.refer(variant);
                    world.topics.publishListing(variant, "s", true);
                }
                case 0 -> {
                    note("of the company");
                    ScopedVariant company = variant.atCompany();
                    world.topics.publishEntry(company, gone ? null : Catalog.variant(company, name, badge));
                }
                case 1 -> {
                    note("under another SKU");
                    world.topics.publishListing(variant, "t", !gone);
                }
                case 2 -> {
                    note("except the entry");
                    world.topics.publishEntry(variant, null);
                    world.topics.publishListing(variant, "s", !gone);
                }
                default -> world.publish(variant, gone ? null : Catalog.variant(variant, name, badge));
            }
        }

        private void configure() {
            Catalog.Partner partner = world.partner(random.nextBoolean() ? "p" : "q");
            ScopedVariant scope = VARIANTS.get(random.nextInt(VARIANTS.size()));
            switch (random.nextInt(6)) {
                case 0 -> partner.active = !partner.active;
                case 5 -> partner.resync(scope, random.nextInt(3));
                case 1 -> partner.url = "https://" + (random.nextBoolean() ? "one" : "two") + ".example/hook";
                case 2 -> partner.forbid(scope.companyId(), scope.locationId());
                default -> partner.allow(scope.companyId(), scope.locationId(), random.nextBoolean());
            }
            note("configure " + partner.id + " " + partner.active + " " + partner.url + " " + partner.badgesByScope);
            world.configure();
        }

        private void answer() {
            List<ScriptedDelivery.Sent> underWay = world.delivery.underWay();
            if (underWay.isEmpty()) {
                return;
            }
            ScriptedDelivery.Sent sent = underWay.get(random.nextInt(underWay.size()));
            int kind = random.nextInt(9);
            note("answer " + kind + " to " + sent.message().id() + " of "
                    + sent.endpoint().partnerId());
            switch (kind) {
                case 0 -> sent.end(Outcome.unsent("not reached"));
                case 1 -> sent.end(Outcome.unanswered("lost on the way there"));
                case 2 -> {
                    arrivals.take(sent);
                    sent.end(Outcome.unanswered("lost on the way back"));
                }
                case 3 -> {
                    arrivals.delay(sent);
                    sent.end(Outcome.unanswered("still on its way"));
                }
                case 4 -> {
                    arrivals.take(sent);
                    sent.end(Outcome.answered(500, Duration.ofSeconds(1)));
                }
                case 5 -> sent.end(Outcome.answered(422, null));
                case 6 -> {
                    Outcome failed = Outcome.answered(500, null);
                    sent.end(sent.lane() == Lane.PROBE ? failed.suspected() : failed);
                }
                default -> {
                    arrivals.take(sent);
                    sent.accept();
                }
            }
            arrivals.takeLateOneNowAndThen();
        }

        /** Nothing changes any more, every partner is there and accepts everything. */
        private void quiet() {
            note("quiet");
            for (Catalog.Partner partner : world.partners.values()) {
                partner.active = true;
            }
            world.configure();
            world.products.arrive(Integer.MAX_VALUE);
            for (int turns = 0, idle = 0; idle < 60; turns++) {
                assertThat(turns).as("turns until it settles").isLessThan(5_000);
                world.now += 1_000; // so that refused records become due again
                world.turn();
                arrivals.checkWhatWasSent();
                idle = world.delivery.underWay().isEmpty() ? idle + 1 : 0;
                for (ScriptedDelivery.Sent sent : world.delivery.underWay()) {
                    arrivals.take(sent);
                    sent.accept();
                }
                if (arrivals.takeLateOne()) {
                    idle = 0;
                }
            }
        }

        private void note(String step) {
            steps.add(step);
        }
    }

    /** The partners' side of a random run: which messages arrive, in time or late, and what each partner may know. */
    private static final class Arrivals {

        private final World world;
        private final Random random;
        private final boolean overtaking;
        private final Map<String, Receiver> receivers = new HashMap<>();
        private final Map<String, Set<ScopedVariant>> everSent = new HashMap<>();
        private final Map<String, Set<ScopedVariant>> everShown = new HashMap<>();
        private final List<ScriptedDelivery.Sent> late = new ArrayList<>();
        private int looked;

        /** @param overtaking whether messages may overtake each other, and partners therefore go by their timestamps */
        Arrivals(World world, Random random, boolean overtaking) {
            this.world = world;
            this.random = random;
            this.overtaking = overtaking;
            for (String partnerId : world.partners.keySet()) {
                receivers.put(partnerId, new Receiver(overtaking));
                everSent.put(partnerId, new HashSet<>());
                everShown.put(partnerId, new HashSet<>());
            }
        }

        void take(ScriptedDelivery.Sent sent) {
            receiver(sent.endpoint().partnerId()).take(sent);
        }

        /** The message arrives late, or never. */
        void delay(ScriptedDelivery.Sent sent) {
            if (overtaking) {
                late.add(sent);
            }
        }

        void takeLateOneNowAndThen() {
            if (!late.isEmpty() && random.nextInt(3) == 0) {
                take(late.remove(random.nextInt(late.size())));
            }
        }

        /** Returns false if nothing is late any more. */
        boolean takeLateOne() {
            if (late.isEmpty()) {
                return false;
            }
            take(late.remove(0));
            return true;
        }

        /** Of what was in flight when the process ended, some messages had arrived. */
        void loseUnderWay() {
            for (ScriptedDelivery.Sent sent : world.delivery.underWay()) {
                if (random.nextBoolean()) {
                    take(sent);
                } else if (overtaking && random.nextBoolean()) {
                    late.add(sent);
                }
            }
        }

        /** After a stop or a kill nobody knows what was about to be sent: anything that a partner should once have had. */
        void forgetWhatWasSent() {
            everShown.forEach((partnerId, variants) -> known(partnerId).addAll(variants));
        }

        /** No variant is in two messages at once, and nothing is removed that was never sent. */
        void checkWhatWasSent() {
            everShown.forEach((partnerId, variants) -> variants.addAll(world.shown(world.partner(partnerId))));
            for (String partnerId : everSent.keySet()) {
                List<ScopedVariant> atOnce = world.delivery.underWay().stream()
                        .filter(sent -> sent.endpoint().partnerId().equals(partnerId))
                        .flatMap(sent -> sent.records().all().stream())
                        .toList();
                assertThat(atOnce).doesNotHaveDuplicates();
            }
            List<ScriptedDelivery.Sent> all = world.delivery.all();
            for (; looked < all.size(); looked++) {
                ScriptedDelivery.Sent sent = all.get(looked);
                Set<ScopedVariant> known = known(sent.endpoint().partnerId());
                assertThat(known)
                        .as("known to the partner")
                        .containsAll(sent.records().removed());
                known.addAll(sent.records().variants().keySet());
            }
        }

        Map<ScopedVariant, String> copy(String partnerId) {
            return receiver(partnerId).copy();
        }

        private Receiver receiver(String partnerId) {
            return Objects.requireNonNull(receivers.get(partnerId));
        }

        private Set<ScopedVariant> known(String partnerId) {
            return Objects.requireNonNull(everSent.get(partnerId));
        }
    }
}
