package dev.partnercatalog.benchmarks.measure;

import dev.partnercatalog.schemas.topic.TopicSettings;

/**
 * How long to measure, and on how much.
 *
 * @param rounds of both systems, in turn
 * @param variants of the catalog that is served
 * @param partitions of the topics: an application with few is sooner ready
 */
public record Pace(
        int rounds, double firstWarmUpSeconds, double warmUpSeconds, double seconds, int variants, int partitions) {

    public static final Pace FULL = new Pace(3, 15, 1, 5, 200_000, TopicSettings.DEFAULT_PARTITIONS);
    public static final Pace QUICK = new Pace(2, 3, 0.5, 1.5, 20_000, 6);

    /** Rounds of what takes long to set up or to go through. */
    public int fewRounds() {
        return (rounds + 1) / 2;
    }
}
