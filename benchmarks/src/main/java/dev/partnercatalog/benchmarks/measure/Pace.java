package dev.partnercatalog.benchmarks.measure;

/**
 * How long to measure.
 *
 * @param rounds of both systems, in turn
 */
public record Pace(int rounds, double firstWarmUpSeconds, double warmUpSeconds, double seconds) {

    public static final Pace FULL = new Pace(5, 20, 2, 8);
    public static final Pace QUICK = new Pace(3, 10, 1, 4);

    /** Rounds of what takes long to set up or to go through. */
    public int fewRounds() {
        return (rounds + 1) / 2;
    }
}
