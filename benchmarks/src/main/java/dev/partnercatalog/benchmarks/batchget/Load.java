package dev.partnercatalog.benchmarks.batchget;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a load generator is to do.
 *
 * @param ports that connections are made to in turn
 * @param connections that are kept open, each with one request at a time
 * @param seconds to measure; as much again at most is spent before, to warm up
 * @param rate of requests a second, all connections together; 0 for as many as are answered
 * @param variants that may be asked for
 */
record Load(
        List<Integer> ports,
        int connections,
        double warmUpSeconds,
        double seconds,
        double rate,
        String token,
        long seed,
        int variants) {

    /** As {@link #parse} takes it. */
    String line() {
        return String.join(
                " ",
                ports.stream().map(String::valueOf).collect(Collectors.joining(",")),
                Integer.toString(connections),
                Double.toString(warmUpSeconds),
                Double.toString(seconds),
                Double.toString(rate),
                token,
                Long.toString(seed),
                Integer.toString(variants));
    }

    static Load parse(String line) {
        String[] arguments = line.split(" ", -1);
        return new Load(
                Stream.of(arguments[0].split(",", -1)).map(Integer::valueOf).toList(),
                Integer.parseInt(arguments[1]),
                Double.parseDouble(arguments[2]),
                Double.parseDouble(arguments[3]),
                Double.parseDouble(arguments[4]),
                arguments[5],
                Long.parseLong(arguments[6]),
                Integer.parseInt(arguments[7]));
    }
}
