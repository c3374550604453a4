package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.TopicSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How a group of rows is measured, and where.
 *
 * @param results takes each row once it is measured, so that it isn't lost where a later one fails
 * @param folder the group's own, for whatever its processes write
 * @param kafka with the prefix of the group's topics
 */
record Run(Pace pace, Set<Row> wanted, Consumer<Row.Result> results, Path folder, KafkaSettings kafka, URI registry) {

    /** So many rounds in a row differ by less than a tenth once something is warm. */
    private static final int ALIKE = 3;

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

    /** Repeats a round, which returns its figure, until it is warm, eight times at most; returns whether it is. */
    boolean warm(String name, Callable<Double> round) throws Exception {
        List<Double> rounds = new ArrayList<>();
        while (!isWarm(rounds) && rounds.size() < pace.of(8, 1)) {
            rounds.add(round.call());
        }
        System.err.printf("  %s: %s after %s%n", name, isWarm(rounds) ? "warm" : "not warm", text(rounds));
        return isWarm(rounds);
    }

    /** Whether the last three rounds differ by less than a tenth. */
    static boolean isWarm(List<Double> rounds) {
        List<Double> last = rounds.subList(Math.max(0, rounds.size() - ALIKE), rounds.size());
        return last.size() == ALIKE && Collections.max(last) < (1 + TENTH) * Collections.min(last);
    }

    /**
     * Measures rows of the service and of their counterparts in turn.
     *
     * @param ours measures all these rows once, in their order
     */
    List<Row.Result> measure(List<Row> rows, boolean warm, Callable<List<Double>> ours, Callable<List<Double>> against)
            throws Exception {
        List<List<Double>> ofOurs = new ArrayList<>();
        List<List<Double>> ofCounterparts = new ArrayList<>();
        for (int round = 0; round < pace.of(3, 1); round++) {
            ofOurs.add(ours.call());
            ofCounterparts.add(against.call());
            System.err.printf("  %s: %s against %s%n", rows, text(ofOurs.get(round)), text(ofCounterparts.get(round)));
        }
        return IntStream.range(0, rows.size())
                .mapToObj(i -> measured(rows.get(i), column(ofOurs, i), column(ofCounterparts, i), warm))
                .toList();
    }

    /** Measures a row and its counterpart in turn. */
    Row.Result measure(Row row, boolean warm, Callable<Double> ours, Callable<Double> against) throws Exception {
        return measure(List.of(row), warm, () -> List.of(ours.call()), () -> List.of(against.call()))
                .get(0);
    }

    /** Measures a row that has no counterpart. */
    void measure(Row row, boolean warm, Callable<Double> ours) throws Exception {
        List<Double> measured = new ArrayList<>();
        for (int round = 0; round < pace.of(3, 1); round++) {
            measured.add(ours.call());
        }
        measured(row, measured, List.of(), warm);
    }

    /** Takes a row that is measured once and has no counterpart. */
    void measured(Row row, double ours) {
        measured(row, List.of(ours), List.of(), true);
    }

    /** Takes a row that is measured once. */
    void measured(Row row, boolean warm, double ours, double against) {
        measured(row, List.of(ours), List.of(against), warm);
    }

    private Row.Result measured(Row row, List<Double> ours, List<Double> against, boolean warm) {
        Row.Result result = Row.Result.of(row, ours, against, warm);
        if (wants(row)) {
            results.accept(result);
        }
        return result;
    }

    /** Figures for people. */
    static String text(List<Double> figures) {
        return figures.stream()
                .map(figure -> String.format(Locale.ROOT, "%.2f", figure))
                .collect(Collectors.joining(", "));
    }

    private static List<Double> column(List<List<Double>> rounds, int column) {
        return IntStream.range(0, rounds.size())
                .mapToObj(round -> rounds.get(round).get(column))
                .toList();
    }
}
