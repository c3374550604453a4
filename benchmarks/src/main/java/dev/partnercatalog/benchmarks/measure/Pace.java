package dev.partnercatalog.benchmarks.measure;

/**
 * How long to measure, and on how much.
 *
 * @param rounds of both systems, in turn
 * @param variants of the catalog that is served
 */
public record Pace(int rounds, double firstWarmUpSeconds, double warmUpSeconds, double seconds, int variants) {

    public static final Pace FULL = new Pace(3, 15, 1, 5, 200_000);
    public static final Pace QUICK = new Pace(2, 3, 0.5, 1.5, 20_000);

    /** Rounds of what takes long to set up or to go through. */
    public int fewRounds() {
        return (rounds + 1) / 2;
    }
}
