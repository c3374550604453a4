package dev.partnercatalog.benchmarks.measure;

import dev.partnercatalog.schemas.topic.TopicSettings;
import java.util.List;

/**
 * How long to measure, and with how much data.
 *
 * @param rounds rounds of both systems, in turn
 * @param variants variants of the served catalog
 * @param partitions partitions of the topics: an application with few is ready sooner
 * @param machineOptions options for each virtual machine besides those of its application
 */
public record Pace(
        int rounds,
        double firstWarmUpSeconds,
        double warmUpSeconds,
        double seconds,
        int variants,
        int partitions,
        List<String> machineOptions) {

    public static final Pace FULL = new Pace(3, 10, 1, 4, 200_000, TopicSettings.DEFAULT_PARTITIONS, List.of());

    /** Without the optimizing compiler, which takes half of the processors and doesn't finish in so short a time. */
    public static final Pace QUICK = new Pace(1, 1, 0.5, 1.5, 10_000, 3, List.of("-XX:TieredStopAtLevel=1"));

    public Pace {
        machineOptions = List.copyOf(machineOptions);
    }

    /** The number of rounds for what takes long to set up or to run. */
    public int fewRounds() {
        return (rounds + 1) / 2;
    }
}
