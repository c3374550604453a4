package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.runtime.secret.MasterKey;
import dev.partnercatalog.schemas.topic.TopicSettings;
import dev.partnercatalog.standalone.embedded.EmbeddedBroker;
import dev.partnercatalog.standalone.embedded.EmbeddedRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./benchmarks/run} */
@Command(
        name = "./benchmarks/run",
        mixinStandardHelpOptions = true,
        description =
                "Measures the system against what a user would use instead; docs/performance.md explains the rows.")
final class Benchmarks implements Callable<Integer> {

    /** Rows that are measured one after the other on a shared setup. */
    private record Group(Row first, Row last, Measuring measuring) {

        Set<Row> rows() {
            return EnumSet.range(first, last);
        }
    }

    /** Measures those rows of a group that the run wants, at least one. */
    @FunctionalInterface
    private interface Measuring {
        void measure(Run run) throws Exception;
    }

    private static final List<Group> GROUPS = List.of(
            new Group(Row.BATCH_GET, Row.BATCH_GET_DB, BatchGetRows::measure),
            new Group(Row.RESOLVE, Row.RELOAD, ResolvingRows::measure),
            new Group(Row.DELIVER_CPU, Row.HELD_BYTES, DeliveryRows::measure),
            new Group(Row.NEW_QUERY_API, Row.RESTART_WEBHOOK_SINK, CapacityRows::measure),
            new Group(Row.START, Row.START, CapacityRows::measureStart));

    @Option(names = "--only", split = ",", paramLabel = "ROW", description = "Only these rows.")
    private List<String> only = Stream.of(Row.values()).map(Row::toString).toList();

    @Option(names = "--quick", description = "A shorter run, for a first impression.")
    private boolean quick;

    public static void main(String[] arguments) {
        // If this program is interrupted, what runs for a row would otherwise continue.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> ProcessHandle.current().descendants().forEach(ProcessHandle::destroy), "end-processes"));
        System.exit(new CommandLine(new Benchmarks()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Set<Row> wanted = EnumSet.noneOf(Row.class);
        for (String name : only) {
            List<Row> named = Row.named(name);
            if (named.isEmpty()) {
                System.err.println("there is no row " + name + "; the rows are " + List.of(Row.values()));
                return CommandLine.ExitCode.USAGE;
            }
            wanted.addAll(named);
        }
        Path folder = Files.createTempDirectory("catalog-benchmarks");
        List<Row.Result> results = new CopyOnWriteArrayList<>();
        boolean complete = true;
        Pace pace = quick ? Pace.QUICK : Pace.FULL;
        MasterKey.loadOrCreate(folder.resolve("master.key"));
        Path registryHome = Path.of(System.getProperty("catalog.registry.home"));
        Path registryFolder = Files.createDirectories(folder.resolve("registry"));
        int partitions = pace.of(TopicSettings.DEFAULT_PARTITIONS, 3);
        // More than one group at once tells little of how fast anything is.
        ExecutorService measuring = Executors.newFixedThreadPool(pace.of(1, 2));
        try (EmbeddedBroker broker = EmbeddedBroker.start(folder.resolve("broker"), 0);
                EmbeddedRegistry registry = EmbeddedRegistry.start(registryHome, registryFolder, 0)) {
            List<Future<Boolean>> groups = new ArrayList<>();
            for (Group group : GROUPS) {
                if (!Collections.disjoint(group.rows(), wanted)) {
                    String name = group.first.toString();
                    TopicSettings topics = new TopicSettings(name + ".", partitions, (short) 1);
                    KafkaSettings kafka = new KafkaSettings(broker.bootstrapServers(), topics, Map.of());
                    Path own = Files.createDirectories(folder.resolve(name));
                    Run run = new Run(pace, wanted, results::add, own, kafka, registry.url());
                    groups.add(measuring.submit(() -> measure(group, run)));
                }
            }
            for (Future<Boolean> group : groups) {
                complete &= group.get();
            }
        } finally {
            measuring.shutdown();
        }
        System.out.printf("%-22s %11s %11s %7s %-6s %-6s %4s%n", "row", "ours", "against", "ratio", "goal", "", "±");
        results.stream()
                .sorted(Comparator.comparing(Row.Result::row))
                .map(Row.Result::line)
                .forEach(System.out::println);
        if (!complete) {
            System.err.println("rows are missing; logs of what failed are in " + folder);
            return CommandLine.ExitCode.SOFTWARE;
        }
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        return CommandLine.ExitCode.OK;
    }

    /** Returns whether nothing failed; the other groups can be measured anyway. */
    private static boolean measure(Group group, Run run) throws InterruptedException {
        long start = System.nanoTime();
        try {
            group.measuring.measure(run);
            return true;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            e.printStackTrace();
            return false;
        } finally {
            System.err.printf("%s ...: %d s%n", group.first, (System.nanoTime() - start) / 1_000_000_000);
        }
    }
}
