package dev.partnercatalog.standalone.cluster;

import dev.partnercatalog.runtime.store.SmallDisk;
import dev.partnercatalog.standalone.ApplicationProcess;
import dev.partnercatalog.standalone.KafkaNode;
import dev.partnercatalog.standalone.RawReceiver.BrokenPromise;
import dev.partnercatalog.standalone.RawReceiver.Reaction;
import dev.partnercatalog.standalone.cluster.FaultPlan.Fault;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Surroundings in which anything may go wrong: a broker and a registry that go away, small disks under instances, a
 * separate clock for each, a webhook receiver that fails, and upstream systems whose clocks are wrong. To be closed
 * after the cluster.
 */
final class Hazards implements Surroundings, AutoCloseable {
    /** Each of about twelve stores takes some before it contains anything. */
    private static final int DISK_MIB = 768;

    private static final List<Duration> OFFSETS = List.of(
            Duration.ofSeconds(90),
            Duration.ofSeconds(-90),
            Duration.ofHours(3),
            Duration.ofHours(-3),
            Duration.ofDays(8),
            Duration.ofDays(-400));

    /** How far behind a sink may still be after it was paused: its requests are as old as its pause was long. */
    private static final Duration LEFTOVERS = Duration.ofSeconds(30);

    /** The time within which an instance notices that its clock was set back. */
    private static final Duration CLOCK_SEEN = Duration.ofSeconds(5);

    /** The time within which the broker's clients have found it again. */
    private static final Duration RECONNECTED = Duration.ofSeconds(15);

    private final Random random;
    private final FaultRun run;
    private final Map<ApplicationProcess, ShiftedClock> clocks = new LinkedHashMap<>();
    private final Map<ApplicationProcess, SmallDisk> disks = new LinkedHashMap<>();
    private volatile boolean calm = true;

    Hazards(Random random, FaultRun run) {
        this.random = random;
        this.run = run;
    }

    @Override
    public void surround(ApplicationProcess instance) throws IOException, InterruptedException {
        ShiftedClock.in(Objects.requireNonNull(
                        instance.stateFolder().toAbsolutePath().getParent()))
                .ifPresent(found -> {
                    clocks.put(instance, found);
                    instance.withEnvironment(found.environment());
                });
        SmallDisk.mountIfAllowed(instance.stateFolder(), DISK_MIB).ifPresent(disk -> disks.put(instance, disk));
    }

    /** Stops or restarts what goes wrong besides the plan's faults: webhooks and timestamps. */
    void calm(boolean nothingFails) {
        calm = nothingFails;
    }

    @Override
    public Reaction reaction() {
        if (calm) {
            return Reaction.TAKE;
        }
        return switch (random.nextInt(16)) {
            case 0 -> Reaction.REFUSE;
            case 1 -> Reaction.BREAK_OFF;
            case 2 -> Reaction.TAKE_UNSEEN;
            default -> Reaction.TAKE;
        };
    }

    /** Brokers reject timestamps that are more than an hour ahead. */
    @Override
    public @Nullable Long timestamp() {
        if (calm) {
            return null;
        }
        return switch (random.nextInt(8)) {
            case 0 -> 0L;
            case 1 -> 1L;
            case 2 -> System.currentTimeMillis() - Duration.ofDays(3_650).toMillis();
            case 3 -> System.currentTimeMillis() + Duration.ofMinutes(50).toMillis();
            default -> null;
        };
    }

    /** A signed time is wrong if a clock is; and a sink that was paused while sending something sends it later. */
    @Override
    public boolean isFault(BrokenPromise broken) {
        return switch (broken.promise()) {
            case TIME -> !wasAny(Fault.Kind.CLOCK, "webhook-sink", broken.at());
            case ORDER -> !wasAny(Fault.Kind.PAUSE, "webhook-sink", broken.at());
            case ID, SIGNATURE -> true;
        };
    }

    private boolean wasAny(Fault.Kind kind, String application, Instant at) {
        return run.wasAny(
                fault -> fault.kind() == kind
                        && fault.subject() instanceof ApplicationProcess instance
                        && instance.application().equals(application),
                LEFTOVERS,
                at,
                at);
    }

    /** Whether an instance may have been unable to reach the broker at some moment between two times. */
    boolean brokerWasAway(Instant from, Instant to) {
        return run.wasAny(fault -> fault.kind() == Fault.Kind.BROKER, RECONNECTED, from, to);
    }

    /** What can go wrong here. */
    List<Function<Random, Fault>> faults(Cluster cluster) {
        List<Function<Random, Fault>> faults = new ArrayList<>();
        for (ApplicationProcess at : cluster.instances()) {
            faults.add(r -> new Fault(Fault.Kind.KILL, at, "killed", within(r, 0, 20), at::kill, at::start));
            faults.add(r -> paused(at, within(r, 1, 6)));
            faults.add(r -> paused(at, within(r, 13, 30)));
        }
        disks.forEach((at, disk) -> faults.add(
                r -> new Fault(Fault.Kind.DISK, at, "disk full", within(r, 5, 20), disk::fill, disk::makeRoom)));
        clocks.forEach((at, clock) -> faults.add(r -> shifted(at, clock, r)));
        KafkaNode broker = cluster.brokers.node(0);
        Fault.Step back = () -> cluster.brokers.startAgain(0);
        faults.add(r -> away(broker, "stopped", within(r, 1, 20), broker::terminate, back));
        faults.add(r -> away(broker, "killed", within(r, 0, 20), broker::kill, back));
        faults.add(r -> away(broker, "killed for a moment", Duration.ZERO, broker::kill, back));
        faults.add(r -> away(broker, "paused", within(r, 1, 25), broker::pause, broker::resume));
        faults.add(
                r -> away("the registry", "stopped", within(r, 1, 20), cluster::stopRegistry, cluster::startRegistry));
        return faults;
    }

    private static Fault paused(ApplicationProcess at, Duration length) {
        return new Fault(Fault.Kind.PAUSE, at, "paused", length, at::pause, at::resume);
    }

    private static Fault shifted(ApplicationProcess at, ShiftedClock clock, Random random) {
        Duration offset = OFFSETS.get(random.nextInt(OFFSETS.size()));
        return new Fault(
                Fault.Kind.CLOCK,
                at,
                "clock set by " + offset,
                within(random, 5, 25),
                () -> set(at, clock, offset),
                () -> set(at, clock, Duration.ZERO));
    }

    /** An instance whose clock goes back ends, unless it has only just begun to start: {@link FaultRun} restarts it. */
    private static void set(ApplicationProcess at, ShiftedClock clock, Duration ahead)
            throws IOException, InterruptedException {
        if (clock.set(ahead).isNegative()) {
            at.awaitEnd(CLOCK_SEEN);
        }
    }

    private static Fault away(Object server, String name, Duration length, Fault.Step begin, Fault.Step end) {
        Fault.Kind kind = server instanceof KafkaNode ? Fault.Kind.BROKER : Fault.Kind.REGISTRY;
        return new Fault(kind, server, name, length, begin, end);
    }

    private static Duration within(Random random, int shortestSeconds, int longestSeconds) {
        return Duration.ofMillis(1_000L * shortestSeconds + random.nextInt(1_000 * (longestSeconds - shortestSeconds)));
    }

    /** What isn't possible on this machine. */
    String missing() {
        return (disks.isEmpty() ? "no right to mount disks; " : "")
                + (clocks.isEmpty() ? "no C compiler for shifted clocks; " : "");
    }

    @Override
    public void close() {
        disks.values().forEach(SmallDisk::close);
    }
}
