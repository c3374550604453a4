package dev.partnercatalog.benchmarks.launcher;

import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** How soon a standalone serves and commands finish, built and with their class data, as users run them. */
public final class LauncherRows {

    private static final String START = "start";
    private static final String HELP = "command-help";
    private static final String CPU = "-cpu";
    private static final double LIMIT_START_SECONDS = 8;
    private static final double LIMIT_HELP_SECONDS = 0.4;
    private static final double GOAL = 0.7;

    /** A first run reads the programs from the disk. */
    private static final int WARM_UPS = 1;

    /** Runs of a second or two differ more than rounds of others. */
    private static final int RUNS_PER_ROUND = 2;

    private static final int MOST_TRIES = 20;

    private static final List<String> PUBLISHED = List.of("bpd-variants", """
            {"barcode": "4006381333931", "name": "Harbor Fog"}
            """, "listings", """
            {"companyId": 7, "locationId": 70, "sku": "HF-35", "barcode": "4006381333931"}
            """, "partners", """
            {"partnerId": "kiosk", "partnerName": "Kiosk", "enabled": true, "webhook": {"enabled": false, "url": ""},\
             "allowedCompanies": [{"id": "7", "name": "Harbor Street", "provider": "cova", "providerId": "1",\
             "allowedFields": {"badges": true, "cannabinoidOverrides": true, "displayNameOverrides": true,\
             "labels": true}, "locations": [{"id": "70", "name": "Old Town", "providerId": "2"}]}]}
            """);

    private static final Asked EXPLAIN =
            new Asked("command-explain", "explain", "--partner-id=kiosk", "--company=7", "--barcode=4006381333931");
    private static final List<Asked> ASKED = List.of(
            new Asked("command-list", "client", "list"), new Asked("command-status", "webhooks", "status"), EXPLAIN);

    /** A row's name and the arguments of what it measures, which requires a running standalone. */
    private record Asked(String row, List<String> arguments) {

        Asked(String row, String... arguments) {
            this(row, List.of(arguments));
        }

        boolean isWanted(Run run) {
            return run.wants(row) || run.wants(row + CPU);
        }
    }

    private final Run run;
    private final String catalog;
    private final Path folder;
    private final File log;

    private LauncherRows(Run run, String catalog, Path folder) {
        this.run = run;
        this.catalog = catalog;
        this.folder = folder;
        this.log = folder.resolve("commands.log").toFile();
    }

    /** The group of these rows. */
    public static RowGroup group() {
        return new RowGroup() {
            @Override
            public List<String> names() {
                return Stream.concat(
                                Stream.of(START, HELP),
                                ASKED.stream().flatMap(asked -> Stream.of(asked.row, asked.row + CPU)))
                        .toList();
            }

            @Override
            public void measure(Run run) throws Exception {
                new LauncherRows(
                                run,
                                System.getProperty("catalog.command"),
                                run.environment().part("launcher").folder())
                        .measure();
            }
        };
    }

    private void measure() throws Exception {
        if (run.wants(HELP)) {
            List<Double> seconds = new ArrayList<>();
            for (int i = 0; i < rounds(); i++) {
                seconds.add(ours(Map.of(), List.of("--help")).seconds());
            }
            run.measured(limited(HELP, seconds, LIMIT_HELP_SECONDS));
        }
        if (run.wants(START)) {
            List<Double> seconds = new ArrayList<>();
            for (int i = 0; i < run.pace().fewRounds(); i++) {
                try (LaunchedStandalone standalone = standalone("start-" + i)) {
                    seconds.add(standalone.secondsToReady());
                }
            }
            run.measured(limited(START, seconds, LIMIT_START_SECONDS));
        }
        if (ASKED.stream().anyMatch(asked -> asked.isWanted(run))) {
            try (LaunchedStandalone standalone = standalone("asked")) {
                publish(standalone.addresses());
                for (Asked asked : ASKED) {
                    if (asked.isWanted(run)) {
                        compare(asked, standalone.addresses());
                    }
                }
            }
        }
    }

    private int rounds() {
        return run.pace().equals(Pace.QUICK) ? 1 : run.pace().fewRounds() * RUNS_PER_ROUND;
    }

    private LaunchedStandalone standalone(String name) throws IOException {
        return LaunchedStandalone.start(catalog, folder.resolve(name), log);
    }

    private static Row limited(String name, List<Double> seconds, double limit) {
        return Row.of(name, "s", seconds, seconds.stream().map(second -> limit).toList(), 1, Row.Better.LOWER);
    }

    private void publish(Map<String, String> addresses) throws Exception {
        for (int i = 0; i < PUBLISHED.size(); i += 2) {
            Path file = Files.writeString(folder.resolve(PUBLISHED.get(i)), PUBLISHED.get(i + 1));
            ours(addresses, List.of("publish", PUBLISHED.get(i), file.toString()));
        }
        // Until then there is no partner whose view could be explained.
        for (int tries = 1; launched(addresses, EXPLAIN.arguments).status() != 0; tries++) {
            if (tries == MOST_TRIES) {
                throw new IOException("explain does not answer; " + log + " says why");
            }
        }
    }

    private void compare(Asked asked, Map<String, String> addresses) throws Exception {
        List<ShortRun> ours = new ArrayList<>();
        List<ShortRun> kafkas = new ArrayList<>();
        for (int i = -WARM_UPS; i < rounds(); i++) {
            ShortRun our = ours(addresses, asked.arguments);
            ShortRun kafka = topics(addresses);
            if (i >= 0) {
                ours.add(our);
                kafkas.add(kafka);
            }
        }
        if (run.wants(asked.row)) {
            run.measured(Row.of(
                    asked.row,
                    "s",
                    ours.stream().map(ShortRun::seconds).toList(),
                    kafkas.stream().map(ShortRun::seconds).toList(),
                    GOAL,
                    Row.Better.LOWER));
        }
        if (run.wants(asked.row + CPU)) {
            run.measured(Row.of(
                    asked.row + CPU,
                    "s",
                    ours.stream().map(ShortRun::processorSeconds).toList(),
                    kafkas.stream().map(ShortRun::processorSeconds).toList(),
                    GOAL,
                    Row.Better.LOWER));
        }
    }

    private ShortRun launched(Map<String, String> environment, List<String> arguments) throws Exception {
        return ShortRun.of(
                log,
                environment,
                Stream.concat(Stream.of(catalog), arguments.stream()).toList());
    }

    private ShortRun ours(Map<String, String> environment, List<String> arguments) throws Exception {
        return launched(environment, arguments).expectDone(log);
    }

    /**
     * Runs what {@code kafka-topics.sh --list} runs, with the options of its script, but without the time to set up its
     * log.
     */
    private ShortRun topics(Map<String, String> addresses) throws Exception {
        String classes = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.contains("logback"))
                .collect(Collectors.joining(File.pathSeparator));
        return ShortRun.of(
                        log,
                        Map.of(),
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xmx256M",
                                "-server",
                                "-XX:+UseG1GC",
                                "-XX:MaxGCPauseMillis=20",
                                "-XX:InitiatingHeapOccupancyPercent=35",
                                "-XX:+ExplicitGCInvokesConcurrent",
                                "-Djava.awt.headless=true",
                                "-cp",
                                classes,
                                "org.apache.kafka.tools.TopicCommand",
                                "--bootstrap-server",
                                String.valueOf(addresses.get("CATALOG_KAFKA")),
                                "--list"))
                .expectDone(log);
    }
}
