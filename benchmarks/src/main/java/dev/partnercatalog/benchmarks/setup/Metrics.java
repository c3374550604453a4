package dev.partnercatalog.benchmarks.setup;

/** Parses the response of {@code /metrics}. */
public final class Metrics {

    private Metrics() {}

    /**
     * The sum of a metric over its series; NaN if it has none. For a series such as {@code name{a="b"}}, only its
     * value.
     */
    public static double sum(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .reduce(Double::sum)
                .orElse(Double.NaN);
    }
}
