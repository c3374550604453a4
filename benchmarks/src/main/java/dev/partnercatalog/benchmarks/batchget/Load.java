package dev.partnercatalog.benchmarks.batchget;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The task of a load generator.
 *
 * @param ports ports to connect to in turn
 * @param connections number of persistent connections, each with one request at a time
 * @param seconds time to measure; up to as much again is spent before on warming up
 * @param rate requests per second over all connections; 0 for as many as are answered
 * @param variants number of variants that may be requested
 * @param batch what each request asks for
 */
record Load(
        List<Integer> ports,
        int connections,
        double warmUpSeconds,
        double seconds,
        double rate,
        String token,
        long seed,
        int variants,
        Batch batch) {

    /** The form that {@link #parse} accepts. */
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
                Integer.toString(variants),
                batch.name());
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
                Integer.parseInt(arguments[7]),
                Batch.valueOf(arguments[8]));
    }
}
