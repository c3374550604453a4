package dev.partnercatalog.benchmarks;

import dev.partnercatalog.runtime.KafkaSettings;
import java.util.ArrayList;
import java.util.List;

/**
 * How fast changes of a loaded catalog become entries, compared with an application that only re-keys them; how many
 * records they make on their way, and how soon they are with a partner.
 */
final class ResolvingRows {

    private final Run run;
    private final int changes;
    private final ChangingCatalog catalog;
    private List<ChangingCatalog.Event> changed = List.of();
    private long bytesOfEvent;

    private ResolvingRows(Run run) {
        this.run = run;
        this.changes = run.pace().of(30_000, 2_000);
        this.catalog = new ChangingCatalog(run.pace().of(100_000, 10_000));
    }

    static void measure(Run run) throws Exception {
        new ResolvingRows(run).measure();
    }

    private void measure() throws Exception {
        TopicWriter inputs = new TopicWriter(run.kafka(), run.registry());
        CatalogProcess resolver = CatalogProcess.start(run, CatalogProcess.STREAMS_APP);
        try (Pipeline ours = new Pipeline(resolver.process(), inputs, run.kafka())) {
            System.err.println("loading a catalog ...");
            ours.time(catalog.events(), Pipeline.showing(catalog.events()));
            int counted = run.pace().of(10_000, 1_000);
            if (run.wants(Row.RECORDS_EVENT)) {
                run.measured(Row.RECORDS_EVENT, records(ours, catalog.change(counted)));
            }
            if (run.wants(Row.MOVED_LISTING)) {
                run.measured(Row.MOVED_LISTING, records(ours, catalog.move(counted)));
            }
            if (run.wants(Row.RESOLVE, Row.RESOLVE_CPU) || EndToEnd.isWanted(run)) {
                compareWithRekeying(resolver, ours);
            }
        }
    }

    private static Pipeline.Timing time(Pipeline ours, List<ChangingCatalog.Event> events) throws Exception {
        return ours.time(events.stream(), Pipeline.showing(events.stream()));
    }

    /** How many records an event makes in topics, in changelogs and between steps. */
    private static double records(Pipeline ours, List<ChangingCatalog.Event> events) throws Exception {
        long before = ours.inputs().settledRecords();
        time(ours, events);
        return (double) (ours.inputs().settledRecords() - before) / events.size();
    }

    /** Measures the rows that need it, with an application that only re-keys and that has seen the whole catalog once. */
    private void compareWithRekeying(CatalogProcess resolver, Pipeline ours) throws Exception {
        change(ours);
        KafkaSettings kafka = run.kafka("rekeying.");
        TopicWriter inputs = new TopicWriter(kafka, run.registry());
        List<String> options = new ArrayList<>(JavaProcess.LIKE_THE_OTHERS);
        // As the launcher does.
        String more = System.getenv("CATALOG_JAVA_OPTIONS");
        if (more != null && !more.isBlank()) {
            options.addAll(List.of(more.strip().split("\\s+", -1)));
        }
        JavaProcess process = JavaProcess.start(
                run,
                Rekeying.class,
                options,
                kafka.bootstrapServers(),
                run.registry(),
                kafka.topics().prefix(),
                kafka.topics().partitions(),
                run.folder().resolve("rekeying"),
                bytesOfEvent);
        try (Pipeline rekeying = new Pipeline(process, inputs, kafka)) {
            process.line();
            rekeying.time(catalog.events(), Pipeline.counted(catalog.events().count()));
            if (run.wants(Row.RESOLVE, Row.RESOLVE_CPU)) {
                run.warmUp(() -> figures(change(ours)));
                run.warmUp(() -> rekey(rekeying));
                run.measure(List.of(Row.RESOLVE, Row.RESOLVE_CPU), () -> figures(change(ours)), () -> rekey(rekeying));
            }
            if (EndToEnd.isWanted(run)) {
                // Re-keying has the same number of hops: an input, a topic between the steps, and a topic of entries.
                try (EndToEnd endToEnd = new EndToEnd(run, catalog, resolver, ours, rekeying)) {
                    endToEnd.measure();
                }
            }
        }
    }

    /** A further change of a part of the catalog. */
    private Pipeline.Timing change(Pipeline ours) throws Exception {
        changed = catalog.change(changes);
        long before = ours.bytes();
        Pipeline.Timing timing = time(ours, changed);
        bytesOfEvent = (ours.bytes() - before) / changes;
        return timing;
    }

    /** The same as last for ours. */
    private List<Double> rekey(Pipeline rekeying) throws Exception {
        return figures(rekeying.time(changed.stream(), Pipeline.counted(changes)));
    }

    /** The events per second, and the seconds of processor for a million of them. */
    private List<Double> figures(Pipeline.Timing timing) {
        return List.of(changes / timing.seconds(), timing.cpuSeconds() * 1e6 / changes);
    }
}
