package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.resolution.Scope;
import dev.partnercatalog.resolution.ScopedVariant;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.Endpoints;
import dev.partnercatalog.webhook.delivery.HealthRecordsInMemory;
import dev.partnercatalog.webhook.delivery.HttpDelivery;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.ReconcileLimits;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
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

    private static final long SEEDS = Long.getLong("chaos.seeds", 12);

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

    /**
     * Random events over real HTTP, against receivers that misbehave in every way, with crashes and restarts in between. Its
     * seed repeats it, as far as threads allow. Without kills, lost answers and resyncs nothing that a receiver has accepted
     * may be sent to it again.
     */
    private static final class ChaosRun implements AutoCloseable {

        private static final int STEPS = Integer.getInteger("chaos.steps", 150);
        private static final ReconcileLimits SMALL =
                new ReconcileLimits(new ReconcileLimits.OfMessage(5, 6_000, 15), 4, 30, 10, 6);
        private static final Duration TIMEOUT = Duration.ofMillis(150);
        private static final Duration PATIENCE = Duration.ofMinutes(1);
        private static final int RESYNC = 5;
        private static final int RESYNC_PART = 11;
        private static final List<String> PARTNERS = List.of("p", "q", "r", "s");
        private static final List<ScopedVariant> VARIANTS = variants();

        private static List<ScopedVariant> variants() {
            List<ScopedVariant> variants = new ArrayList<>();
            for (long company = 1; company <= 3; company++) {
                for (long location : new long[] {company, company * 10 + 1, company * 10 + 2}) {
                    for (String barcode : List.of("A", "B", "C", "D")) {
                        variants.add(new ScopedVariant(Scope.of(company, location), barcode));
                    }
                }
            }
            return variants;
        }

        private final long seed;
        private final boolean kills;
        private final Random random;
        private final MasterKey masterKey;
        private final HealthRecordsInMemory healthRecords = new HealthRecordsInMemory();
        private final WatchedDelivery watched = new WatchedDelivery();
        private final ChaosPartners partners;
        private final List<String> steps = new ArrayList<>();
        /** What each partner should once have had, so that it may know of it though nobody saw it sent. */
        private final Map<String, Set<ScopedVariant>> shown = new HashMap<>();

        private final World world;
        private volatile long clock;
        private int urls;

        /** @param kills whether processes are killed, answers lost, and records asked for again */
        ChaosRun(long seed, boolean kills, Path folder) throws IOException {
            this.seed = seed;
            this.kills = kills;
            this.random = new Random(seed);
            this.masterKey = MasterKey.loadOrCreate(folder.resolve("master.key"));
            this.world = new World(SMALL, this::process);
            this.partners = new ChaosPartners(world, masterKey, kills);
            for (String id : PARTNERS) {
                Catalog.Partner partner = world.partner(id);
                partners.start(partner, random.nextLong());
                partner.active = random.nextInt(4) > 0;
                for (ScopedVariant variant : VARIANTS) {
                    if (random.nextInt(3) > 0) {
                        partner.allow(variant.companyId(), variant.locationId(), random.nextBoolean());
                    }
                }
            }
            world.configure();
        }

        private MessageDelivery process() {
            InstantSource time = () -> Instant.ofEpochMilli(clock);
            HttpDelivery http = WatchedDelivery.overHttp(masterKey, kills ? TIMEOUT : PATIENCE, time);
            return watched.next(new Endpoints(3, 24, time, new Backoff(new Random(9)), healthRecords, http));
        }

        private void moveClock() {
            clock = world.now;
            partners.adoptSecrets();
        }

        void check() throws InterruptedException {
            try {
                for (int i = 0; i < STEPS; i++) {
                    step();
                    moveClock();
                }
                quiet();
                partners.assertAllHaveWhatTheyShould();
                assertThat(watched.faults()).isEmpty();
                assertThat(world.left()).as("left to do").isZero();
                assertThat(world.backlogs.isEmpty()
                                || world.backlogs.get(world.backlogs.size() - 1).getDue() == 0)
                        .as("the last reported backlog is zero")
                        .isTrue();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + steps, e);
            }
        }

        private void step() throws InterruptedException {
            world.partners.forEach((id, partner) ->
                    shown.computeIfAbsent(id, none -> new HashSet<>()).addAll(world.shown(partner)));
            int kind = random.nextInt(100);
            if (kind < 35) {
                publish();
            } else if (kind < 50) {
                configure();
            } else if (kind < 86) {
                turns(1 + random.nextInt(3));
            } else if (kind < 90) {
                long pause = random.nextInt(3) == 0 ? random.nextInt(3_600_000) : random.nextInt(5_000);
                note("pause " + pause);
                world.now += pause;
            } else if (kind < 94) {
                note("tick without commit");
                world.read(random.nextInt(4));
                world.tick();
            } else if (kind < 97) {
                if (!kills) {
                    return;
                }
                note("crash");
                world.crash(random);
                shown.forEach(watched::mayKnow);
            } else {
                note("restart");
                if (!kills) {
                    finish();
                }
                world.restart();
                shown.forEach(watched::mayKnow);
            }
        }

        private void turns(int count) throws InterruptedException {
            note("turn " + count);
            for (int i = 0; i < count; i++) {
                world.turn();
                moveClock();
                watched.awaitOne(5);
            }
        }

        /** What was begun comes to its end, as before an orderly stop. */
        private void finish() throws InterruptedException {
            watched.startNoMore();
            while (world.unfinished.getRegisteredParties() > 1) {
                world.turn();
                moveClock();
                watched.awaitOne(5);
            }
            world.commit();
        }

        private void publish() {
            ScopedVariant variant = VARIANTS.get(random.nextInt(VARIANTS.size()));
            if (random.nextInt(8) == 0) {
                note("listing alone " + variant);
                world.topics.publishListing(variant, "t", random.nextBoolean());
            } else if (random.nextInt(4) == 0) {
                note("gone " + variant);
                world.publish(variant, null);
            } else {
                String name = switch (random.nextInt(16)) {
                    case 0 -> "poison";
                    case 1 -> "venom";
                    default -> "n" + random.nextInt(3);
                };
                String badge = random.nextBoolean() ? null : "b" + random.nextInt(2);
                note("publish " + variant + " " + name + " " + badge);
                world.publish(variant, name, badge);
            }
        }

        private void configure() {
            Catalog.Partner partner = world.partner(PARTNERS.get(random.nextInt(PARTNERS.size())));
            ScopedVariant scope = VARIANTS.get(random.nextInt(VARIANTS.size()));
            int kind = random.nextInt(17);
            if (!kills && (kind == RESYNC_PART || kind == RESYNC)) {
                return;
            }
            switch (kind) {
                case RESYNC_PART -> partner.resync(scope, random.nextInt(3));
                case 0 -> partner.active = !partner.active;
                case 1 -> partner.url = partners.url(partner, kills ? random.nextInt(3) : ++urls);
                case 2, 3 -> partner.forbid(scope.companyId(), scope.locationId());
                case 4 -> partner.badgesByScope.remove(scope.companyId());
                case RESYNC -> partner.control.setResyncs(partner.control.getResyncs() + 1);
                case 6, 7 -> partner.control.setResumes(partner.control.getResumes() + 1);
                case 8 -> partner.control.setSuspended(!partner.control.getSuspended());
                case 9 -> partners.rotateSecret(partner.control);
                case 10 -> partner.control.setPings(partner.control.getPings() + 1);
                default -> partner.allow(scope.companyId(), scope.locationId(), random.nextBoolean());
            }
            note("configure " + partner.id + " " + kind + " at " + scope);
            world.configure();
        }

        /** Nothing changes any more, every partner is there and accepts everything, and suspended ones are resumed. */
        private void quiet() throws InterruptedException {
            note("quiet");
            partners.behave();
            while (watched.underWay() > 0) {
                watched.awaitOne(1_000); // One of them may still receive a 410, and be suspended.
            }
            for (Catalog.Partner partner : world.partners.values()) {
                partner.active = true;
                partner.control.setSuspended(false);
                partner.control.setResumes(partner.control.getResumes() + 1);
            }
            world.configure();
            int idle = 0;
            for (int turns = 0; idle < 60 || world.left() > 0; turns++) {
                if (turns == 2_000) {
                    throw new AssertionError("never settles: " + recordedEndpoints() + " " + world.left() + " left");
                }
                if (turns % 100 == 99) {
                    resumeSuspended();
                }
                world.now += 1_000; // so that pauses end
                moveClock();
                world.turn();
                int before = watched.attempts();
                watched.awaitOne(200);
                idle = watched.underWay() == 0 && watched.attempts() == before ? idle + 1 : 0;
            }
        }

        /** On a slow machine a ping may have timed out, so that its partner has to request it again. */
        private void resumeSuspended() {
            for (WebhookEndpoint endpoint : recordedEndpoints()) {
                if (endpoint.getStatus() == EndpointStatus.SUSPENDED) {
                    WebhookControl control = world.partner(endpoint.getPartnerId()).control;
                    control.setResumes(control.getResumes() + 1);
                }
            }
            world.configure();
        }

        private List<WebhookEndpoint> recordedEndpoints() {
            return PARTNERS.stream()
                    .map(healthRecords::all)
                    .flatMap(List::stream)
                    .toList();
        }

        private void note(String step) {
            steps.add(step);
        }

        @Override
        public void close() {
            world.close();
            partners.close();
            watched.close();
        }
    }

    /** The endpoints of a run's partners, and the secrets with which they verify. */
    private static final class ChaosPartners implements AutoCloseable {

        private final World world;
        private final MasterKey masterKey;
        private final boolean losesAnswers;
        private final Map<String, ChaosReceiver> receivers = new TreeMap<>();
        private final Map<String, String> secrets = new ConcurrentHashMap<>();

        /** @param losesAnswers whether the endpoints lose answers */
        ChaosPartners(World world, MasterKey masterKey, boolean losesAnswers) {
            this.world = world;
            this.masterKey = masterKey;
            this.losesAnswers = losesAnswers;
        }

        /** Starts a partner's endpoint. */
        void start(Catalog.Partner partner, long seed) throws IOException {
            ChaosReceiver receiver =
                    new ChaosReceiver(seed, () -> Objects.requireNonNull(secrets.get(partner.id)), losesAnswers);
            receivers.put(partner.id, receiver);
            partner.url = receiver.url(0);
            secrets.put(partner.id, secret(partner));
        }

        /** One of the URLs of a partner's endpoint. */
        String url(Catalog.Partner partner, int number) {
            return receiver(partner).url(number);
        }

        /** Receivers verify concurrently, so the secrets they use change at one moment. */
        void adoptSecrets() {
            world.partners.values().forEach(partner -> secrets.put(partner.id, secret(partner)));
        }

        /** A partner adopts a new secret in its own time, within the day that it has. */
        private String secret(Catalog.Partner partner) {
            Long rotatedAt = partner.control.getSecretRotatedAt();
            boolean inTime = rotatedAt == null
                    || world.now - rotatedAt > Duration.ofHours(20).toMillis();
            int generation = partner.control.getSecretGeneration();
            return masterKey.webhookSecret(partner.id, inTime ? generation : generation - 1);
        }

        /** Not twice within the day that the partner has: then both sides would have no secret in common. */
        void rotateSecret(WebhookControl control) {
            Long before = control.getSecretRotatedAt();
            if (before == null || world.now - before > Duration.ofHours(24).toMillis()) {
                control.setSecretGeneration(control.getSecretGeneration() + 1);
                control.setSecretRotatedAt(world.now);
            }
        }

        void behave() {
            receivers.values().forEach(ChaosReceiver::behave);
        }

        /** Fails unless each partner has what it should have, and saw nothing that is forbidden. */
        void assertAllHaveWhatTheyShould() throws InterruptedException {
            for (Catalog.Partner partner : world.partners.values()) {
                world.assertHas(partner, receiver(partner).copy());
                assertThat(receiver(partner).faults())
                        .as("faults at %s", partner.id)
                        .isEmpty();
            }
        }

        private ChaosReceiver receiver(Catalog.Partner partner) {
            return Objects.requireNonNull(receivers.get(partner.id));
        }

        @Override
        public void close() {
            receivers.values().forEach(ChaosReceiver::close);
        }
    }
}
