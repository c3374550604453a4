package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.benchmarks.freshness.EndToEnd;
import dev.partnercatalog.benchmarks.input.AwaitedRecords;
import dev.partnercatalog.benchmarks.input.Change;
import dev.partnercatalog.benchmarks.input.ChangingCatalog;
import dev.partnercatalog.benchmarks.input.CountedRecords;
import dev.partnercatalog.benchmarks.input.ExpectedEntries;
import dev.partnercatalog.benchmarks.input.InputTopics;
import dev.partnercatalog.benchmarks.input.Pipeline;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.RowGroup;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.ApiInstance;
import dev.partnercatalog.benchmarks.setup.BenchmarkEnvironment;
import dev.partnercatalog.benchmarks.setup.JavaProcess;
import dev.partnercatalog.benchmarks.setup.StreamsProcess;
import dev.partnercatalog.schemas.registry.SchemaRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** How fast changes of a loaded catalog become entries, compared with other systems that do some or all of that. */
public final class ResolvingRows {

    static final String RESOLVE = "resolve";
    static final String CPU = "resolve-cpu";
    static final String DSL = "resolve-dsl";

    private static final double CPU_LIMIT_SECONDS = 60;
    private static final double MILLION = 1e6;

    private final Run run;
    private final BenchmarkEnvironment.Part environment;
    private final Extent extent;
    private final ChangingCatalog catalog;

    private ResolvingRows(Run run, BenchmarkEnvironment.Part environment) {
        this.run = run;
        this.environment = environment;
        this.extent = Extent.of(run.pace());
        this.catalog = new ChangingCatalog(extent.variants());
    }

    /** The group of these rows. */
    public static RowGroup group() {
        return new RowGroup() {
            @Override
            public List<String> names() {
                return Stream.of(List.of(RESOLVE, CPU, DSL), RecordsOfEvents.names(), FanOut.NAMES, EndToEnd.names())
                        .flatMap(List::stream)
                        .toList();
            }

            @Override
            public void measure(Run run) throws Exception {
                new ResolvingRows(run, run.environment().part("resolving")).measure();
            }
        };
    }

    private void measure() throws Exception {
        StreamsProcess processes = processes("");
        processes.makeAllTopics();
        SchemaRegistry registry = processes.registry();
        try (Pipeline ours = new Pipeline(processes.catalog("streams-app"), processes.kafka(), registry)) {
            ExpectedEntries loaded = load("ours", ours);
            if (run.wants(DSL)) {
                compareJoins(ours, loaded);
            }
            if (RecordsOfEvents.names().stream().anyMatch(run::wants)) {
                new RecordsOfEvents(run, processes.kafka(), catalog, extent).measure(ours, loaded);
            }
            if (FanOut.NAMES.stream().anyMatch(run::wants)) {
                fanOut(ours, processes);
            }
            if (wantsRounds() || wantsEndToEnd()) {
                withRekeying(ours, loaded, processes);
            }
        }
    }

    private void compareJoins(Pipeline ours, ExpectedEntries loaded) throws Exception {
        StreamsProcess processes = processes("joins.");
        processes.makeVariantTopics();
        SchemaRegistry registry = processes.registry();
        JavaProcess process = processes.other(ForeignKeyJoins.class);
        try (Pipeline joins = new Pipeline(process, processes.kafka(), registry)) {
            process.line();
            EntrySample.requireSame(
                    registry,
                    processes.kafka().topics().prefix(),
                    loaded.sample(),
                    load("joins", joins).sample());
            // Directly after the loading, the first of three such rounds took both of them two to three times as long
            // as the last.
            Change first = catalog.change(extent.changes());
            ours.time(first.events(), loaded.next(first.entries()));
            joins.time(first.events(), new ExpectedEntries(first.entries()));
            List<Double> oursPerSecond = new ArrayList<>();
            List<Double> againstPerSecond = new ArrayList<>();
            for (int round = 1; round <= extent.rounds(); round++) {
                Change change = catalog.change(extent.joinedChanges());
                oursPerSecond.add(perSecond("ours", ours, change, loaded.next(change.entries())));
                againstPerSecond.add(perSecond("joins", joins, change, new ExpectedEntries(change.entries())));
            }
            run.measured(Row.of(DSL, "events/s", oursPerSecond, againstPerSecond, 2.5, Row.Better.HIGHER));
        }
    }

    private void fanOut(Pipeline ours, StreamsProcess processes) throws Exception {
        FanOut fanOut = new FanOut(ours, extent);
        fanOut.load();
        if (run.wants(FanOut.ENTRIES)) {
            run.measured(fanOut.countEntries());
        }
        if (run.wants(FanOut.BYTES) || run.wants(FanOut.REFERENCE_BYTES)) {
            fanOut.countBytes(processes.kafka()).stream()
                    .filter(row -> run.wants(row.name()))
                    .forEach(run::measured);
        }
        if (run.wants(FanOut.QUERY_API)) {
            try (ApiInstance api = ApiInstance.start(
                    environment, processes.kafka(), environment.folder().resolve("query-api"))) {
                api.awaitServing();
                run.measured(fanOut.compareQueryApi(api.process()));
            }
        }
        if (run.wants(FanOut.ROW)) {
            run.measured(fanOut.compareProducer(processes));
        }
        if (run.wants(FanOut.FLAT)) {
            run.measured(fanOut.compareFew());
        }
    }

    private ExpectedEntries load(String name, Pipeline pipeline) throws Exception {
        long start = System.nanoTime();
        ExpectedEntries entries = new ExpectedEntries(catalog.entries());
        pipeline.load(catalog, entries);
        System.err.printf(
                "%s: %d events loaded in %.1f s, %d records written%n",
                name, catalog.size(), (System.nanoTime() - start) / 1e9, entries.records());
        return entries;
    }

    /** Measures the rows that need it, with an application that only re-keys and that has seen the whole catalog once. */
    private void withRekeying(Pipeline ours, ExpectedEntries loaded, StreamsProcess oursProcesses) throws Exception {
        Change first = catalog.change(extent.changes());
        ExpectedEntries entries = loaded.next(first.entries());
        ours.time(first.events(), entries);
        // Loading takes a different path through the code than changes, which is still being compiled.
        for (int round = 1; round < extent.rounds(); round++) {
            Change change = catalog.change(extent.changes());
            ours.time(change.events(), loaded.next(change.entries()));
        }
        long bytes = entries.bytes() / first.events().size();
        System.err.printf(
                "%d events became %d records, %d bytes for each event%n",
                first.events().size(), entries.records(), bytes);
        StreamsProcess processes = processes("rekeying.");
        processes.makeVariantTopics();
        SchemaRegistry registry = processes.registry();
        JavaProcess process = processes.other(Rekeying.class, Long.toString(bytes));
        try (Pipeline rekeying = new Pipeline(process, processes.kafka(), registry)) {
            process.line();
            rekeying.load(catalog, new CountedRecords(catalog.size()));
            if (wantsRounds()) {
                compareRekeying(ours, loaded, rekeying);
            }
            if (wantsEndToEnd()) {
                endToEnd(ours, oursProcesses, rekeying);
            }
        }
    }

    private void compareRekeying(Pipeline ours, ExpectedEntries loaded, Pipeline rekeying) throws Exception {
        List<Double> oursPerSecond = new ArrayList<>();
        List<Double> againstPerSecond = new ArrayList<>();
        List<Double> cpuSeconds = new ArrayList<>();
        for (int round = 1; round <= extent.rounds(); round++) {
            Change change = catalog.change(extent.changes());
            int events = change.events().size();
            Pipeline.Timing timing = timed("ours", ours, change, loaded.next(change.entries()));
            oursPerSecond.add(events / timing.seconds());
            cpuSeconds.add(timing.cpuSeconds() * MILLION / events);
            againstPerSecond.add(perSecond("rekeying", rekeying, change, new CountedRecords(events)));
        }
        if (run.wants(RESOLVE)) {
            run.measured(Row.of(RESOLVE, "events/s", oursPerSecond, againstPerSecond, 0.4, Row.Better.HIGHER));
        }
        if (run.wants(CPU)) {
            List<Double> limits =
                    cpuSeconds.stream().map(seconds -> CPU_LIMIT_SECONDS).toList();
            run.measured(Row.of(CPU, "s", cpuSeconds, limits, 1, Row.Better.LOWER));
        }
    }

    /** Re-keying has the same number of hops: an input, a topic between the two steps, and a topic of entries. */
    private void endToEnd(Pipeline ours, StreamsProcess processes, Pipeline rekeying) throws Exception {
        try (EndToEnd endToEnd = EndToEnd.start(ours, rekeying, catalog);
                InputTopics reloading = new InputTopics(processes.kafka(), processes.registry());
                JavaProcess sink = processes.catalog(
                        "webhook-sink", "--secrets=" + environment.secrets(), "--allow-private-webhooks")) {
            System.err.println("webhook-sink is process " + sink.pid());
            endToEnd.measure(run, extent.rounds(), run.pace().firstWarmUpSeconds(), extent.seconds(), reloading);
        }
    }

    private boolean wantsRounds() {
        return run.wants(RESOLVE) || run.wants(CPU);
    }

    private boolean wantsEndToEnd() {
        return EndToEnd.names().stream().anyMatch(run::wants);
    }

    private static double perSecond(String name, Pipeline pipeline, Change change, AwaitedRecords arrivals)
            throws Exception {
        return change.events().size() / timed(name, pipeline, change, arrivals).seconds();
    }

    private static Pipeline.Timing timed(String name, Pipeline pipeline, Change change, AwaitedRecords arrivals)
            throws Exception {
        Pipeline.Timing timing = pipeline.time(change.events(), arrivals);
        int events = change.events().size();
        System.err.printf(
                "  %s: %.0f events/s, %.0f µs of processor an event%n",
                name, events / timing.seconds(), timing.cpuSeconds() / events * MILLION);
        return timing;
    }

    private StreamsProcess processes(String prefix) {
        return new StreamsProcess(
                environment, environment.kafka(prefix, run.pace().partitions()));
    }
}
