package dev.partnercatalog.benchmarks;

/**
 * How long to measure.
 *
 * @param rounds of both systems, in turn
 */
record Pace(int rounds, double firstWarmUpSeconds, double warmUpSeconds, double seconds) {

    static final Pace FULL = new Pace(5, 20, 2, 8);
    static final Pace QUICK = new Pace(3, 10, 1, 4);
}
