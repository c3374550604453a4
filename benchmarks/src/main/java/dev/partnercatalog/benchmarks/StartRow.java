package dev.partnercatalog.benchmarks;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How soon a standalone serves, built and with its class data, as users run it. */
final class StartRow {

    private static final double LIMIT_SECONDS = 8;

    private StartRow() {}

    static void measure(Run run) throws Exception {
        Path folder = run.environment().part("start").folder();
        List<Double> seconds = new ArrayList<>();
        for (int round = 0; round < run.pace().fewRounds(); round++) {
            long start = System.nanoTime();
            List<String> arguments =
                    new ArrayList<>(List.of("standalone", "--data-dir=" + folder.resolve("of-" + round)));
            Stream.of("http", "auth", "kafka", "registry", "console")
                    .forEach(port -> arguments.add("--" + port + "-port=0"));
            try (JavaProcess standalone = JavaProcess.catalog(folder.resolve("log"), List.of(), arguments)) {
                standalone.line();
                seconds.add((System.nanoTime() - start) / 1e9);
            }
        }
        run.measured(Row.START, seconds, LIMIT_SECONDS);
    }
}
