package dev.partnercatalog.standalone.cluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Which faults begin and end when, in order. It depends on its seed, and not on what happens meanwhile. */
record FaultPlan(List<Planned> steps) {
    private static final int AT_ONCE = 3;
    private static final int SHORTEST_GAP_MS = 500;
    private static final int LONGEST_GAP_MS = 6_000;

    /** @param at time since the beginning */
    record Planned(Duration at, Fault fault, boolean begins) {}

    /** Draws faults that begin within a time, each kind with the same probability. */
    static FaultPlan draw(Random random, Duration length, List<Function<Random, Fault>> kinds) {
        List<Planned> steps = new ArrayList<>();
        List<Planned> open = new ArrayList<>();
        Duration now = Duration.ZERO;
        while (now.compareTo(length) < 0) {
            Duration at = now;
            open.removeIf(end -> end.at().compareTo(at) <= 0);
            Fault fault = kinds.get(random.nextInt(kinds.size())).apply(random);
            boolean free = open.stream().noneMatch(end -> end.fault().subject().equals(fault.subject()));
            if (free && open.size() < AT_ONCE) {
                Planned end = new Planned(at.plus(fault.length()), fault, false);
                steps.add(new Planned(at, fault, true));
                steps.add(end);
                open.add(end);
            }
            now = at.plusMillis(SHORTEST_GAP_MS + random.nextInt(LONGEST_GAP_MS - SHORTEST_GAP_MS));
        }
        steps.sort(Comparator.comparing(Planned::at));
        return new FaultPlan(List.copyOf(steps));
    }

    /**
     * Something that goes wrong for a while.
     *
     * @param subject what it happens to; only one fault at a time
     */
    record Fault(Kind kind, Object subject, String name, Duration length, Step begin, Step end) {

        /** The kind of a fault determines which effects it may have. */
        enum Kind {
            KILL,
            PAUSE,
            DISK,
            CLOCK,
            BROKER,
            REGISTRY
        }

        /** Makes it begin or end. */
        @FunctionalInterface
        interface Step {
            void run() throws Exception;
        }

        @Override
        public String toString() {
            return subject + " " + name + " for " + length.toMillis() + " ms";
        }
    }
}
