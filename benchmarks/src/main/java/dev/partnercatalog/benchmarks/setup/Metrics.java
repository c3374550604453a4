package dev.partnercatalog.benchmarks.setup;

/** Reads what {@code /metrics} answers. */
public final class Metrics {

    private Metrics() {}

    /** The sum of a metric over its series; NaN where it has none. Of a series the value only, such as {@code name{a="b"}}. */
    public static double sum(String text, String name) {
        return text.lines()
                .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .reduce(Double::sum)
                .orElse(Double.NaN);
    }
}
