package dev.partnercatalog.benchmarks.measure;

import java.util.Arrays;
import java.util.List;

/**
 * The measurements of one thing and another, taken in turn.
 *
 * @param ours median of the rounds
 * @param spread spread of the rounds' ratios: the difference between the greatest and the least, divided by the median
 */
public record Row(
        String name,
        double ours,
        double against,
        String unit,
        double ratio,
        double goal,
        Better better,
        double spread) {

    /** Whether a greater ratio is better. */
    public enum Better {
        HIGHER,
        LOWER
    }

    /** Summarizes rounds; {@code ours} and {@code against} have the same number. */
    public static Row of(
            String name, String unit, List<Double> ours, List<Double> against, double goal, Better better) {
        double[] ratios = new double[ours.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = ours.get(i) / against.get(i);
        }
        double ratio = median(ratios);
        double spread = (Arrays.stream(ratios).max().orElseThrow()
                        - Arrays.stream(ratios).min().orElseThrow())
                / ratio;
        return new Row(name, median(array(ours)), median(array(against)), unit, ratio, goal, better, spread);
    }

    public boolean reachesGoal() {
        return better == Better.HIGHER ? ratio >= goal : ratio <= goal;
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(value -> value).toArray();
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
