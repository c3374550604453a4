package dev.partnercatalog.benchmarks.measure;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.List;

/**
 * How long to measure, and with how much data.
 *
 * @param rounds of both systems, in turn
 * @param variants of the catalog that is served
 * @param groupsAtOnce of rows, each of which mostly waits for what it starts; more than one tells little of how fast anything is
 * @param partitions of the topics: an application with few is sooner ready
 * @param machineOptions what each virtual machine is given, besides those that its application has
 */
public record Pace(
        int rounds,
        double firstWarmUpSeconds,
        double warmUpSeconds,
        double seconds,
        int variants,
        int groupsAtOnce,
        int partitions,
        List<String> machineOptions) {

    public static final Pace FULL = new Pace(3, 7, 0.5, 2.5, 200_000, 1, TopicSettings.DEFAULT_PARTITIONS, List.of());

    /** Without the optimizing compiler, which takes half of the processors and isn't done in so short a time. */
    public static final Pace QUICK = new Pace(1, 1, 0.5, 1, 10_000, 2, 3, List.of("-XX:TieredStopAtLevel=1"));

    public Pace {
        machineOptions = List.copyOf(machineOptions);
    }

    /** The number of rounds for what takes long to set up or to run. */
    public int fewRounds() {
        return (rounds + 1) / 2;
    }
}
