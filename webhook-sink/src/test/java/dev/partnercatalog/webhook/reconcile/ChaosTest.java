package dev.partnercatalog.webhook.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookControl;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.address.WebhookAddresses;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.runtime.trace.Cause;
import dev.partnercatalog.webhook.credential.CredentialTable;
import dev.partnercatalog.webhook.delivery.Backoff;
import dev.partnercatalog.webhook.delivery.EndpointLimits;
import dev.partnercatalog.webhook.delivery.Endpoints;
import dev.partnercatalog.webhook.delivery.HealthRecordsInMemory;
import dev.partnercatalog.webhook.delivery.HttpDelivery;
import dev.partnercatalog.webhook.delivery.HttpSettings;
import dev.partnercatalog.webhook.delivery.MessageDelivery;
import dev.partnercatalog.webhook.delivery.SigningSecrets;
import dev.partnercatalog.webhook.state.Intent;
import dev.partnercatalog.webhook.state.ScopedVariant;
import dev.partnercatalog.webhook.state.SinkState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random events over real HTTP, against receivers that misbehave in every way, with crashes and restarts in between:
 * once everything is quiet each of them has what batch-get would return, and nothing forbidden happened on the way. A
 * failure shows its seed and steps. {@code -Dchaos.seeds=N} sets the number of runs, {@code -Dchaos.steps=N} makes each
 * one longer.
 */
class ChaosTest {

    private static final long SEEDS = Long.getLong("chaos.seeds", 40);
    private static final int STEPS = Integer.getInteger("chaos.steps", 150);
    private static final ReconcileLimits SMALL = new ReconcileLimits(5, 6_000, 4, 30, 15, 10, 6);
    private static final Duration TIMEOUT = Duration.ofMillis(150);
    private static final List<String> PARTNERS = List.of("p", "q", "r", "s");
    private static final List<ScopedVariant> VARIANTS = variants();

    @TempDir
    private Path folder = Path.of("");

    static LongStream seeds() {
        return LongStream.range(0, SEEDS);
    }

    private static List<ScopedVariant> variants() {
        List<ScopedVariant> variants = new ArrayList<>();
        for (long company = 1; company <= 3; company++) {
            for (long location : new long[] {company, company * 10 + 1, company * 10 + 2}) {
                for (String barcode : List.of("A", "B", "C", "D")) {
                    variants.add(new ScopedVariant(company, location, barcode));
                }
            }
        }
        return variants;
    }

    @ParameterizedTest
    @MethodSource("seeds")
    @DisplayName("D24, D26: whatever happens, every partner ends with what batch-get says")
    void whatever_happens_every_partner_ends_with_what_it_should_have(long seed) throws Exception {
        try (Run run = new Run(seed)) {
            run.check();
        }
    }

    private final class Run implements AutoCloseable {

        private final long seed;
        private final Random random;
        private final MasterKey masterKey = MasterKey.loadOrCreate(folder.resolve("master.key"));
        private final HealthRecordsInMemory healthRecords = new HealthRecordsInMemory();
        private final WatchedDelivery watched = new WatchedDelivery();
        private final Map<String, ChaosReceiver> receivers = new TreeMap<>();
        private final List<String> steps = new ArrayList<>();
        private final World world;
        private final Map<String, String> secrets = new ConcurrentHashMap<>();
        private volatile long clock;

        Run(long seed) throws IOException {
            this.seed = seed;
            this.random = new Random(seed);
            this.world = new World(SMALL, this::process);
            for (String id : PARTNERS) {
                ChaosReceiver receiver =
                        new ChaosReceiver(random.nextLong(), () -> Objects.requireNonNull(secrets.get(id)));
                receivers.put(id, receiver);
                Catalog.Partner partner = world.partner(id);
                partner.url = receiver.url(0);
                partner.active = random.nextInt(4) > 0;
                secrets.put(id, secret(id));
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
            Endpoints endpoints = new Endpoints(
                    new EndpointLimits(3, 24, EndpointLimits.SUSPEND_AFTER),
                    time,
                    new Backoff(new Random(9)),
                    healthRecords);
            return watched.next(new HttpDelivery(
                    endpoints,
                    new WebhookAddresses(true),
                    new SigningSecrets(masterKey, Duration.ofHours(24), time)::of,
                    new CredentialTable(masterKey, Duration.ofHours(24)),
                    attempt -> {},
                    new HttpSettings(TIMEOUT, "chaos"),
                    24,
                    time));
        }

        /** Receivers verify concurrently, so the secrets they use change at one moment. */
        private void moveClock() {
            clock = world.now;
            PARTNERS.forEach(id -> secrets.put(id, secret(id)));
        }

        /** A partner adopts a new secret in its own time, within the day that it has. */
        private String secret(String id) {
            WebhookControl control = world.partner(id).control;
            Long rotatedAt = control.getSecretRotatedAt();
            boolean inTime = rotatedAt == null
                    || clock - rotatedAt > Duration.ofHours(20).toMillis();
            int generation = control.getSecretGeneration();
            return masterKey.webhookSecret(id, inTime ? generation : generation - 1);
        }

        void check() throws InterruptedException {
            try {
                for (int i = 0; i < STEPS; i++) {
                    step();
                    moveClock();
                }
                quiet();
                for (Catalog.Partner partner : world.partners.values()) {
                    assertHas(partner, Objects.requireNonNull(receivers.get(partner.id)));
                }
                assertThat(watched.faults()).isEmpty();
                assertThat(world.store().count('d')).as("marks left").isZero();
                assertThat(world.store().count('i')).as("intents left").isZero();
                assertThat(world.backlogs.isEmpty()
                                || world.backlogs.get(world.backlogs.size() - 1).getDue() == 0)
                        .as("the last reported backlog is zero")
                        .isTrue();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + steps, e);
            }
        }

        private void assertHas(Catalog.Partner partner, ChaosReceiver receiver) throws InterruptedException {
            Map<ScopedVariant, String> wanted = world.wanted(partner);
            Map<ScopedVariant, String> copy = receiver.copy();
            Set<ScopedVariant> wrong = new HashSet<>(wanted.keySet());
            wrong.addAll(copy.keySet());
            wrong.removeIf(variant -> Objects.equals(wanted.get(variant), copy.get(variant)));
            assertThat(wrong)
                    .as("what %s lacks, has outdated or has too much", partner.id)
                    .isEmpty();
            assertThat(receiver.faults()).as("faults at %s", partner.id).isEmpty();
        }

        private void step() throws InterruptedException {
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
                note("crash");
                world.crash(random);
                rememberInDoubt();
            } else {
                note("restart");
                world.restart();
                rememberInDoubt();
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

        private void publish() {
            ScopedVariant variant = VARIANTS.get(random.nextInt(VARIANTS.size()));
            if (random.nextInt(8) == 0) {
                note("listing alone " + variant);
                world.publishListing(variant, "t", random.nextBoolean(), Cause.UNKNOWN);
            } else if (random.nextInt(4) == 0) {
                note("gone " + variant);
                world.publish(variant, null);
            } else {
                String name = random.nextInt(12) == 0 ? "poison" : "n" + random.nextInt(3);
                String badge = random.nextBoolean() ? null : "b" + random.nextInt(2);
                note("publish " + variant + " " + name + " " + badge);
                world.publish(variant, name, badge);
            }
        }

        private void configure() {
            Catalog.Partner partner = world.partner(PARTNERS.get(random.nextInt(PARTNERS.size())));
            ScopedVariant scope = VARIANTS.get(random.nextInt(VARIANTS.size()));
            int kind = random.nextInt(17);
            switch (kind) {
                case 11 -> partner.resync(scope, random.nextInt(3));
                case 0 -> partner.active = !partner.active;
                case 1 ->
                    partner.url =
                            Objects.requireNonNull(receivers.get(partner.id)).url(random.nextInt(3));
                case 2, 3 -> partner.forbid(scope.companyId(), scope.locationId());
                case 4 -> partner.badgesByScope.remove(scope.companyId());
                case 5 -> partner.control.setResyncs(partner.control.getResyncs() + 1);
                case 6, 7 -> partner.control.setResumes(partner.control.getResumes() + 1);
                case 8 -> partner.control.setSuspended(!partner.control.getSuspended());
                case 9 -> rotateSecret(partner.control);
                case 10 -> partner.control.setPings(partner.control.getPings() + 1);
                default -> partner.allow(scope.companyId(), scope.locationId(), random.nextBoolean());
            }
            note("configure " + partner.id + " " + kind + " at " + scope);
            world.configure();
        }

        /** Not twice within the day that the partner has: then both sides would have no secret in common. */
        private void rotateSecret(WebhookControl control) {
            Long before = control.getSecretRotatedAt();
            if (before == null || world.now - before > Duration.ofHours(24).toMillis()) {
                control.setSecretGeneration(control.getSecretGeneration() + 1);
                control.setSecretRotatedAt(world.now);
            }
        }

        /** An attempt that was recorded and then cut off can't be distinguished from one that was sent. */
        private void rememberInDoubt() {
            SinkState state = new SinkState(world.store());
            for (String id : PARTNERS) {
                VARIANTS.stream()
                        .filter(variant -> state.held(id, variant).inDoubt())
                        .forEach(variant -> watched.mayKnow(id, variant));
            }
            for (Intent intent : state.intents().load()) {
                intent.variants().forEach(variant -> watched.mayKnow(intent.partnerId(), variant));
            }
        }

        /** Nothing changes any more, every partner is there and accepts everything, and suspended ones are resumed. */
        private void quiet() throws InterruptedException {
            note("quiet");
            receivers.values().forEach(ChaosReceiver::behave);
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
            for (int turns = 0;
                    idle < 60 || world.store().count('d') + world.store().count('i') > 0;
                    turns++) {
                if (turns == 2_000) {
                    throw new AssertionError("never settles: " + recordedEndpoints() + " " + left());
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

        /** What is due and what is known of it. */
        private List<String> left() {
            SinkState state = new SinkState(world.store());
            List<String> left = new ArrayList<>(List.of("now " + world.now + ", under way " + watched.underWay()));
            for (String id : PARTNERS) {
                VARIANTS.stream()
                        .filter(variant -> state.marks().get(id, variant) != null)
                        .forEach(variant -> left.add(id + " " + variant + " "
                                + state.marks().get(id, variant) + " " + state.held(id, variant)));
            }
            return left;
        }

        private List<WebhookEndpoint> recordedEndpoints() {
            return PARTNERS.stream()
                    .map(healthRecords::of)
                    .filter(Objects::nonNull)
                    .toList();
        }

        private void note(String step) {
            steps.add(step);
        }

        @Override
        public void close() {
            receivers.values().forEach(ChaosReceiver::close);
            watched.close();
        }
    }
}
