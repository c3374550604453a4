package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.KafkaSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How fast changes of a loaded catalog become entries, compared with an application that only re-keys them; how many
 * records they make on their way, and how soon they are with a partner.
 */
final class ResolvingRows {

    private static final double LIMIT_CPU_SECONDS = 60;
    private static final double LIMIT_RECORDS = 3.6;
    /** Longer than the commit interval. */
    private static final long SETTLED_MS = 500;

    private final Run run;
    private final BenchmarkEnvironment.Part part;
    private final int changes;
    private final ChangingCatalog catalog;

    private ResolvingRows(Run run, BenchmarkEnvironment.Part part) {
        this.run = run;
        this.part = part;
        this.changes = run.pace().of(30_000, 2_000);
        this.catalog = new ChangingCatalog(run.pace().of(100_000, 10_000));
    }

    static void measure(Run run) throws Exception {
        new ResolvingRows(run, run.environment().part("resolving")).measure();
    }

    private void measure() throws Exception {
        TopicWriter inputs = TopicWriter.upstream(part.kafka(), part.registry());
        JavaProcess process = CatalogProcess.start(part, "streams-app").process();
        try (Pipeline ours = new Pipeline(process, inputs, part.kafka())) {
            ExpectedEntries loaded = new ExpectedEntries(catalog.entries());
            ours.load(catalog, loaded);
            System.err.printf("%d events loaded, %d records written%n", catalog.size(), loaded.records());
            if (run.wants(Row.RECORDS_EVENT)) {
                countRecords(ours, loaded);
            }
            if (run.wants(Row.FAN_OUT)) {
                new FanOut(run, part, ours).measure();
            }
            if (run.wants(Row.RESOLVE, Row.RESOLVE_CPU) || EndToEnd.isWanted(run)) {
                compareWithRekeying(ours, loaded);
            }
        }
    }

    /** How many records an event makes in topics, in changelogs and between steps. */
    private void countRecords(Pipeline ours, ExpectedEntries loaded) throws Exception {
        long before = settled();
        int events = run.pace().of(10_000, 1_000);
        ChangingCatalog.Change change = catalog.change(events);
        ours.time(change.events(), loaded.next(change.entries()));
        run.measured(Row.RECORDS_EVENT, (double) (settled() - before) / events, LIMIT_RECORDS);
    }

    /** The number of records, once nothing is written any more. */
    private long settled() throws Exception {
        long before = -1;
        long after = TopicSizes.inRecords(part.kafka());
        while (after != before) {
            TimeUnit.MILLISECONDS.sleep(SETTLED_MS);
            before = after;
            after = TopicSizes.inRecords(part.kafka());
        }
        return after;
    }

    /** Measures the rows that need it, with an application that only re-keys and that has seen the whole catalog once. */
    private void compareWithRekeying(Pipeline ours, ExpectedEntries loaded) throws Exception {
        long bytes = 0;
        // Loading takes a different path through the code than changes, which is still being compiled.
        for (int round = 1; round <= run.pace().rounds(); round++) {
            ChangingCatalog.Change change = catalog.change(changes);
            ExpectedEntries entries = loaded.next(change.entries());
            ours.time(change.events(), entries);
            bytes = bytes == 0 ? entries.bytes() / changes : bytes;
        }
        KafkaSettings kafka = part.kafka("rekeying.");
        TopicWriter inputs = TopicWriter.upstream(kafka, part.registry());
        List<String> options = new ArrayList<>(Sink.OPTIONS);
        // As the launcher does.
        String more = System.getenv("CATALOG_JAVA_OPTIONS");
        if (more != null && !more.isBlank()) {
            options.addAll(List.of(more.strip().split("\\s+", -1)));
        }
        JavaProcess process = part.start(
                Rekeying.class,
                options,
                kafka.bootstrapServers(),
                part.registry(),
                kafka.topics().prefix(),
                kafka.topics().partitions(),
                part.folder().resolve("rekeying"),
                bytes);
        try (Pipeline rekeying = new Pipeline(process, inputs, kafka)) {
            process.line();
            rekeying.load(catalog, AwaitedRecords.counted(catalog.size(), ""));
            if (run.wants(Row.RESOLVE, Row.RESOLVE_CPU)) {
                compareRounds(ours, loaded, rekeying);
            }
            if (EndToEnd.isWanted(run)) {
                // Re-keying has the same number of hops: an input, a topic between the steps, and a topic of entries.
                try (EndToEnd endToEnd = EndToEnd.start(run, ours, rekeying, catalog);
                        CatalogProcess sink = CatalogProcess.start(part, "webhook-sink", "--allow-private-webhooks");
                        TopicWriter reloading = TopicWriter.upstream(part.kafka(), part.registry())) {
                    System.err.println(
                            "webhook-sink is process " + sink.process().pid());
                    endToEnd.measure(reloading);
                }
            }
        }
    }

    private void compareRounds(Pipeline ours, ExpectedEntries loaded, Pipeline rekeying) throws Exception {
        List<Double> perSecond = new ArrayList<>();
        List<Double> against = new ArrayList<>();
        List<Double> cpuSeconds = new ArrayList<>();
        for (int round = 1; round <= run.pace().rounds(); round++) {
            ChangingCatalog.Change change = catalog.change(changes);
            Pipeline.Timing timing = ours.time(change.events(), loaded.next(change.entries()));
            perSecond.add(changes / timing.seconds());
            cpuSeconds.add(timing.cpuSeconds() * 1e6 / changes);
            Pipeline.Timing other = rekeying.time(change.events(), AwaitedRecords.counted(changes, ""));
            against.add(changes / other.seconds());
            System.err.printf(
                    "  %.0f events/s for %.0f µs of processor each; re-keying %.0f for %.0f%n",
                    changes / timing.seconds(),
                    timing.cpuSeconds() * 1e6 / changes,
                    changes / other.seconds(),
                    other.cpuSeconds() * 1e6 / changes);
        }
        run.measured(Row.RESOLVE, perSecond, against);
        run.measured(Row.RESOLVE_CPU, cpuSeconds, LIMIT_CPU_SECONDS);
    }
}
