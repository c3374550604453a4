package dev.partnercatalog.benchmarks;

import dev.partnercatalog.benchmarks.batchget.BatchGetRows;
import dev.partnercatalog.benchmarks.capacity.CapacityRows;
import dev.partnercatalog.benchmarks.capacity.ReloadRows;
import dev.partnercatalog.benchmarks.delivery.DeliveryRows;
import dev.partnercatalog.benchmarks.delivery.PartnerRows;
import dev.partnercatalog.benchmarks.feed.FeedRows;
import dev.partnercatalog.benchmarks.launcher.LauncherRows;
import dev.partnercatalog.benchmarks.measure.Pace;
import dev.partnercatalog.benchmarks.measure.Report;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.publishing.PublishingRows;
import dev.partnercatalog.benchmarks.resolving.ResolvingRows;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./benchmarks/run} */
@Command(
        name = "./benchmarks/run",
        mixinStandardHelpOptions = true,
        description =
                "Measures the system against what a user would use instead; docs/performance.md explains the rows.")
public final class Benchmarks implements Callable<Integer> {

    private static final List<RowGroup> GROUPS = List.of(
            BatchGetRows.group(),
            FeedRows.group(),
            PublishingRows.group(),
            ResolvingRows.group(),
            DeliveryRows.group(),
            PartnerRows.group(),
            CapacityRows.group(),
            ReloadRows.group(),
            LauncherRows.group());
    private static final List<String> ROWS =
            GROUPS.stream().flatMap(group -> group.names().stream()).toList();

    @Option(names = "--only", split = ",", paramLabel = "ROW", description = "Only these rows.")
    private List<String> only = ROWS;

    @Option(names = "--quick", description = "A shorter run, for a first impression.")
    private boolean quick;

    @Option(
            names = "--locations",
            paramLabel = "N",
            defaultValue = "3",
            description = "At how many locations 100,000 variants are listed for the rows of memory and of listings:"
                    + " ${DEFAULT-VALUE} by default, 100 for 10,000,000 listings.")
    private int locations;

    @Option(names = "--json", paramLabel = "FILE", description = "Writes the rows there, too.")
    private @Nullable Path json;

    public static void main(String[] arguments) {
        // If this program is interrupted, what runs for a row would otherwise continue.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy), "end-processes"));
        System.exit(new CommandLine(new Benchmarks()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Set<String> wanted = new LinkedHashSet<>();
        List<String> unknown = new ArrayList<>();
        for (String name : only) {
            List<String> named = named(name);
            wanted.addAll(named);
            if (named.isEmpty()) {
                unknown.add(name);
            }
        }
        if (!unknown.isEmpty()) {
            System.err.println(
                    "there is no row " + String.join(", ", unknown) + "; the rows are " + String.join(", ", ROWS));
            return CommandLine.ExitCode.USAGE;
        }
        if (locations < 2) {
            System.err.println("--locations is " + locations + ": at least 2 are needed");
            return CommandLine.ExitCode.USAGE;
        }
        Path folder = Files.createTempDirectory("catalog-benchmarks");
        List<Row> rows = new CopyOnWriteArrayList<>();
        boolean whole = true;
        Pace pace = quick ? Pace.QUICK : Pace.FULL;
        try (BenchmarkEnvironment environment = BenchmarkEnvironment.start(folder, pace.machineOptions())) {
            var run = new Run(environment, pace, wanted, locations, rows::add);
            ExecutorService measuring = Executors.newFixedThreadPool(pace.groupsAtOnce());
            List<Future<Boolean>> groups = GROUPS.stream()
                    .filter(group -> !Collections.disjoint(group.names(), wanted))
                    .map(group -> measuring.submit(() -> measure(group, run)))
                    .toList();
            for (Future<Boolean> group : groups) {
                whole &= group.get();
                write(ordered(rows));
            }
            measuring.shutdown();
        }
        System.out.print(Report.table(ordered(rows)));
        if (!whole) {
            System.err.println("rows are missing; logs of what failed are in " + folder);
            return CommandLine.ExitCode.SOFTWARE;
        }
        deleteAll(folder);
        return CommandLine.ExitCode.OK;
    }

    /** Returns whether nothing failed; the other groups can be measured anyway. */
    private static boolean measure(RowGroup group, Run run) throws InterruptedException {
        long start = System.nanoTime();
        try {
            group.measure(run);
            return true;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            e.printStackTrace();
            return false;
        } finally {
            System.err.printf("%s ...: %d s%n", group.names().get(0), (System.nanoTime() - start) / 1_000_000_000);
        }
    }

    private static List<Row> ordered(List<Row> rows) {
        return rows.stream()
                .sorted(Comparator.comparingInt(row -> ROWS.indexOf(row.name())))
                .toList();
    }

    private void write(List<Row> rows) throws IOException {
        if (json != null) {
            Files.writeString(json, Report.json(rows));
        }
    }

    /** The row with this name, or the rows whose names continue after a dash. */
    private static List<String> named(String name) {
        return ROWS.contains(name)
                ? List.of(name)
                : ROWS.stream().filter(row -> row.startsWith(name + "-")).toList();
    }

    private static void deleteAll(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
