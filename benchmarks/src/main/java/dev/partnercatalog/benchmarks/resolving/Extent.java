package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.benchmarks.measure.Pace;

/**
 * How much to measure.
 *
 * @param variants variants of the catalog that is loaded first, with the layers and SKUs that belong to them
 * @param changes changes in a round
 * @param joinedChanges changes in a round with the application of joins, which takes longer
 * @param fanOutChanges changes in a round of a product that 200 companies list at 10,000 locations
 * @param seconds duration of a round at a steady rate
 */
record Extent(int variants, int changes, int joinedChanges, int rounds, int fanOutChanges, double seconds) {

    private static final Extent FULL = new Extent(100_000, 30_000, 10_000, 3, 5, 3);
    private static final Extent QUICK = new Extent(10_000, 2_000, 1_000, 1, 2, 2);

    static Extent of(Pace pace) {
        return pace.equals(Pace.QUICK) ? QUICK : FULL;
    }
}
