package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.WebhookSettings;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.webhook.delivery.Outcome;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
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
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The property that everything else serves: whatever happened, once everything is quiet a partner has exactly what
 * batch-get would return for everything listed and allowed. Random sequences of changes, outcomes, restarts and
 * crashes; a failure shows its seed and steps. {@code -Dsequences=N} runs N for each of the seeds.
 */
class ConvergenceTest {

    private static final int SEQUENCES_PER_SEED = Integer.getInteger("sequences", 100);
    private static final ReconcileLimits SMALL = new ReconcileLimits(3, 4_000, 2, 6, 9, 2, 2);
    private static final List<ScopedVariant> VARIANTS = List.of(
            new ScopedVariant(1, 1, "A"),
            new ScopedVariant(1, 1, "B"),
            new ScopedVariant(1, 11, "A"),
            new ScopedVariant(1, 11, "B"),
            new ScopedVariant(1, 12, "A"),
            new ScopedVariant(1, 13, "A"),
            new ScopedVariant(2, 2, "A"),
            new ScopedVariant(2, 21, "A"),
            new ScopedVariant(2, 21, "C"));

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void d26_a_partner_that_takes_messages_as_they_come_ends_with_what_it_should_have(long seed) {
        for (int i = 0; i < SEQUENCES_PER_SEED; i++) {
            new Run(seed * 1_000_003 + i, false).check();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void d26_a_partner_that_goes_by_timestamps_does_so_even_where_messages_overtake_each_other(long seed) {
        for (int i = 0; i < SEQUENCES_PER_SEED; i++) {
            new Run(seed * 1_000_003 + i, true).check();
        }
    }

    private static final class Run {

        private final long seed;
        private final Random random;
        private final boolean overtaking;
        private final World world;
        private final Map<String, Receiver> receivers = new HashMap<>();
        private final Map<String, Set<ScopedVariant>> everSent = new HashMap<>();
        private final List<ScriptedDelivery.Sent> late = new ArrayList<>();
        private final List<String> steps = new ArrayList<>();
        private int looked;

        Run(long seed, boolean overtaking) {
            this.seed = seed;
            this.random = new Random(seed);
            this.overtaking = overtaking;
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
                receivers.put(id, new Receiver(overtaking));
                everSent.put(id, new HashSet<>());
            }
            world.configure();
        }

        void check() {
            try {
                int length = 5 + random.nextInt(60);
                for (int i = 0; i < length; i++) {
                    step();
                    lookAtWhatWasSent();
                    if (i % 10 == 0) {
                        verify();
                    }
                }
                quiet();
                for (Catalog.Partner partner : world.partners.values()) {
                    assertThat(world.verify(partner))
                            .as("found by a verification")
                            .containsOnlyKeys(world.wanted(partner).keySet())
                            .allSatisfy(
                                    (variant, finding) -> assertThat(finding).isEqualTo(Verification.Finding.AGREES));
                    assertHas(
                            partner,
                            world.wanted(partner),
                            World.chosen(partner, receiver(partner.id).copy()));
                }
                assertThat(world.settle()).as("sent though nothing differs").isEmpty();
                assertThat(world.store().count('d')).as("marks left").isZero();
                assertThat(world.store().count('i')).as("intents left").isZero();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + steps, e);
            }
        }

        /** At every moment, whatever differs is known to be due or in doubt. */
        private void verify() {
            for (Catalog.Partner partner : world.partners.values()) {
                if (partner.active) {
                    assertThat(world.verify(partner))
                            .as("found by a verification of %s", partner.id)
                            .doesNotContainValue(Verification.Finding.DIFFERS)
                            .doesNotContainValue(Verification.Finding.MISSING)
                            .doesNotContainValue(Verification.Finding.EXTRA);
                }
            }
        }

        private static void assertHas(
                Catalog.Partner partner, Map<ScopedVariant, String> wanted, Map<ScopedVariant, String> copy) {
            Set<ScopedVariant> wrong = new HashSet<>(wanted.keySet());
            wrong.addAll(copy.keySet());
            wrong.removeIf(variant -> Objects.equals(wanted.get(variant), copy.get(variant)));
            assertThat(wrong)
                    .as("what %s lacks, has outdated or has too much", partner.id)
                    .isEmpty();
        }

        private void step() {
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
                loseUnderWay();
                world.crash(random);
                rememberInDoubt();
                readAgainBitByBit();
            } else {
                note("restart");
                loseUnderWay();
                world.restart();
                rememberInDoubt();
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
            String type = random.nextInt(3) == 0 ? "Vape" : "Flower";
            note("publish " + variant + (gone ? " gone" : " " + name + " " + badge + " " + type));
            switch (random.nextInt(4)) {
                case 0 -> {
                    note("of the company");
                    ScopedVariant company = variant.ofCompany();
                    world.publishEntry(
                            company, gone ? null : Catalog.variant(company, name, badge, type), Cause.UNKNOWN);
                }
                case 1 -> {
                    note("under another SKU");
                    world.publishListing(variant, "t", !gone, Cause.UNKNOWN);
                }
                case 2 -> {
                    note("except the entry");
                    world.publishEntry(variant, null, Cause.UNKNOWN);
                    world.publishListing(variant, "s", !gone, Cause.UNKNOWN);
                }
                default -> world.publish(variant, gone ? null : Catalog.variant(variant, name, badge, type));
            }
        }

        private void configure() {
            Catalog.Partner partner = world.partner(random.nextBoolean() ? "p" : "q");
            ScopedVariant scope = VARIANTS.get(random.nextInt(VARIANTS.size()));
            switch (random.nextInt(8)) {
                case 0 -> partner.active = !partner.active;
                case 6, 7 -> partner.settings(this::choose);
                case 5 -> partner.resync(scope, random.nextInt(3));
                case 1 -> partner.url = "https://" + (random.nextBoolean() ? "one" : "two") + ".example/hook";
                case 2 -> partner.forbid(scope.companyId(), scope.locationId());
                default -> partner.allow(scope.companyId(), scope.locationId(), random.nextBoolean());
            }
            note("configure " + partner.id + " " + partner.active + " " + partner.url + " " + partner.badgesByScope
                    + " " + partner.content());
            world.configure();
        }

        private void choose(WebhookSettings.Builder settings) {
            switch (random.nextInt(4)) {
                case 0 ->
                    settings.setFields(
                            random.nextBoolean()
                                    ? null
                                    : Stream.of("name", "badges", "catalogSource", "variantType")
                                            .filter(field -> random.nextBoolean())
                                            .toList());
                case 1 -> settings.setVariantTypes(random.nextBoolean() ? null : List.of("Flower"));
                case 2 -> settings.setRecordsPerMessage(1 + random.nextInt(3));
                default -> settings.setChangedFields(!settings.getChangedFields());
            }
        }

        private void answer() {
            List<ScriptedDelivery.Sent> underWay = world.delivery.underWay();
            if (underWay.isEmpty()) {
                return;
            }
            ScriptedDelivery.Sent sent = underWay.get(random.nextInt(underWay.size()));
            int kind = random.nextInt(8);
            note("answer " + kind + " to " + sent.message().id() + " of "
                    + sent.endpoint().partnerId());
            switch (kind) {
                case 0 -> sent.end(Outcome.unsent("not reached"));
                case 1 -> sent.end(Outcome.unanswered("lost on the way there"));
                case 2 -> {
                    take(sent);
                    sent.end(Outcome.unanswered("lost on the way back"));
                }
                case 3 -> {
                    if (overtaking) {
                        late.add(sent);
                    }
                    sent.end(Outcome.unanswered("still on its way"));
                }
                case 4 -> {
                    take(sent);
                    sent.end(Outcome.answered(500, Duration.ofSeconds(1)));
                }
                case 5 -> sent.end(Outcome.answered(422, null));
                default -> {
                    take(sent);
                    sent.accept();
                }
            }
            if (!late.isEmpty() && random.nextInt(3) == 0) {
                take(late.remove(random.nextInt(late.size())));
            }
        }

        private void take(ScriptedDelivery.Sent sent) {
            receiver(sent.endpoint().partnerId()).take(sent);
        }

        /** Of what was in flight when the process ended, some messages had arrived. */
        private void loseUnderWay() {
            for (ScriptedDelivery.Sent sent : world.delivery.underWay()) {
                if (random.nextBoolean()) {
                    take(sent);
                } else if (overtaking && random.nextBoolean()) {
                    late.add(sent);
                }
            }
        }

        /** An attempt that was recorded and then cut off can't be distinguished from one that was sent. */
        private void rememberInDoubt() {
            SinkState state = new SinkState(world.store());
            everSent.forEach((partnerId, known) -> VARIANTS.stream()
                    .filter(variant -> state.held(partnerId, variant).inDoubt())
                    .forEach(known::add));
            for (Intent intent : state.intents().load()) {
                Objects.requireNonNull(everSent.get(intent.partnerId())).addAll(intent.variants());
            }
        }

        /** Nothing changes any more, every partner is there and accepts everything. */
        private void quiet() {
            note("quiet");
            for (Catalog.Partner partner : world.partners.values()) {
                partner.active = true;
            }
            world.configure();
            for (int turns = 0, idle = 0; idle < 60; turns++) {
                assertThat(turns).as("turns until it settles").isLessThan(5_000);
                world.now += 1_000; // so that refused records become due again
                world.turn();
                lookAtWhatWasSent();
                idle = world.delivery.underWay().isEmpty() ? idle + 1 : 0;
                for (ScriptedDelivery.Sent sent : world.delivery.underWay()) {
                    take(sent);
                    sent.accept();
                }
                if (!late.isEmpty()) {
                    take(late.remove(0));
                    idle = 0;
                }
            }
        }

        /** No variant is in two messages at once, and nothing is removed that was never sent. */
        private void lookAtWhatWasSent() {
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
                Set<ScopedVariant> known =
                        Objects.requireNonNull(everSent.get(sent.endpoint().partnerId()));
                assertThat(known)
                        .as("known to the partner")
                        .containsAll(sent.records().removed());
                known.addAll(sent.records().variants().keySet());
            }
        }

        private Receiver receiver(String partnerId) {
            return Objects.requireNonNull(receivers.get(partnerId));
        }

        private void note(String step) {
            steps.add(step);
        }
    }
}
