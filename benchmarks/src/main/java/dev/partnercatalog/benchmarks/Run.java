package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * How a group of rows is measured, and where.
 *
 * @param results takes each row once it is measured, so that it isn't lost where a later one fails
 * @param folder the group's own, for whatever its processes write
 * @param kafka with the prefix of the group's topics
 */
record Run(Pace pace, Set<Row> wanted, Consumer<Row.Result> results, Path folder, KafkaSettings kafka, URI registry) {

    /** So many rounds count, the last ones. */
    private static final int COUNTED = 3;

    /** So long a row is repeated that doesn't become steady. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** So long is waited until code is compiled: on a slow machine, a program in its first minute says nothing. */
    private static final Duration WARMING = Duration.ofMinutes(2);

    private static final double TENTH = 0.1;

    /** Topics of another catalog. */
    KafkaSettings kafka(String prefix) {
        TopicSettings own = kafka.topics();
        TopicSettings topics = new TopicSettings(own.prefix() + prefix, own.partitions(), own.replicationFactor());
        return new KafkaSettings(kafka.bootstrapServers(), topics, Map.of());
    }

    /** The file of the master key, which all groups share. */
    Path secrets() {
        return folder.resolveSibling("master.key");
    }

    boolean wants(Row... rows) {
        return !Collections.disjoint(wanted, List.of(rows));
    }

    /** Whether the last three rounds differ by less than a tenth. */
    static boolean isSteady(List<Double> rounds) {
        List<Double> last = last(rounds);
        return last.size() == COUNTED && Collections.max(last) < (1 + TENTH) * Collections.min(last);
    }

    /** Repeats something until its first figure is steady, or for minutes: code is compiled while it runs. */
    void warmUp(Callable<List<Double>> something) throws Exception {
        List<Double> rounds = new ArrayList<>();
        long end = System.nanoTime() + WARMING.toNanos();
        while (!isSteady(rounds) && System.nanoTime() < end && !(pace == Pace.QUICK && rounds.size() == 1)) {
            rounds.add(something.call().get(0));
        }
        System.err.printf("  warming up: %s%n", text(rounds));
    }

    /**
     * Measures rows of the service and of their counterparts in turn, thrice and then until both are steady, but not for
     * ever. The last three rounds count.
     *
     * @param ours measures all these rows once, in their order; its first figure says whether it is steady, and those for
     *     which there are no rows come before the others
     * @param against the same for the counterparts; nothing where none of the rows has one
     */
    List<Row.Result> measure(List<Row> rows, Callable<List<Double>> ours, Callable<List<Double>> against)
            throws Exception {
        List<List<Double>> ofOurs = new ArrayList<>();
        List<List<Double>> ofCounterparts = new ArrayList<>();
        long end = System.nanoTime() + PATIENCE.toNanos();
        boolean enough = false;
        while (!enough) {
            List<Double> measured = ours.call();
            List<Double> counterparts = against.call();
            String compared = counterparts.isEmpty() ? "" : " against " + text(counterparts);
            System.err.printf("  %s: %s%s%n", rows, text(measured), compared);
            ofOurs.add(measured);
            ofCounterparts.add(counterparts);
            boolean steady = isSteady(first(ofOurs)) && (counterparts.isEmpty() || isSteady(first(ofCounterparts)));
            boolean late = ofOurs.size() >= COUNTED && System.nanoTime() > end;
            enough = steady || late || pace == Pace.QUICK;
        }
        List<Row.Result> measured = new ArrayList<>();
        for (int row = 0; row < rows.size(); row++) {
            int left = rows.size() - row;
            measured.add(measured(rows.get(row), column(ofOurs, left), column(ofCounterparts, left)));
        }
        return measured;
    }

    /** Measures a row and its counterpart in turn, until both are steady. */
    Row.Result measure(Row row, Callable<Double> ours, Callable<Double> against) throws Exception {
        return measure(List.of(row), () -> List.of(ours.call()), () -> List.of(against.call()))
                .get(0);
    }

    /** Measures a row of processes that are started for each round, and that so don't become steady. */
    void measure(Row row, Callable<Double> ours) throws Exception {
        List<Double> measured = new ArrayList<>();
        for (int round = 0; round < pace.of(COUNTED, 1); round++) {
            measured.add(ours.call());
        }
        measured(row, measured, List.of());
    }

    /** Takes a row that is measured once and has no counterpart. */
    void measured(Row row, double ours) {
        measured(row, List.of(ours), List.of());
    }

    /** Takes what was measured of a row, the last three rounds of it, and of its counterpart if it has one. */
    Row.Result measured(Row row, List<Double> ours, List<Double> against) {
        Row.Result result = Row.Result.of(row, last(ours), last(against));
        if (wants(row)) {
            results.accept(result);
        }
        return result;
    }

    private static List<Double> last(List<Double> rounds) {
        return rounds.subList(Math.max(0, rounds.size() - COUNTED), rounds.size());
    }

    /** Figures for people. */
    static String text(List<Double> figures) {
        return figures.stream()
                .map(figure -> String.format(Locale.ROOT, "%.2f", figure))
                .collect(Collectors.joining(", "));
    }

    private static List<Double> first(List<List<Double>> rounds) {
        return rounds.stream().map(round -> round.get(0)).toList();
    }

    /** Of each round, the figure with which so many are left; none of rounds without figures. */
    private static List<Double> column(List<List<Double>> rounds, int left) {
        return rounds.stream()
                .filter(round -> !round.isEmpty())
                .map(round -> round.get(round.size() - left))
                .toList();
    }
}
