package dev.partnercatalog.benchmarks.resolving;

import dev.partnercatalog.benchmarks.input.Change;
import dev.partnercatalog.benchmarks.input.ChangingCatalog;
import dev.partnercatalog.benchmarks.input.ExpectedEntries;
import dev.partnercatalog.benchmarks.input.Pipeline;
import dev.partnercatalog.benchmarks.measure.Row;
import dev.partnercatalog.benchmarks.measure.Run;
import dev.partnercatalog.benchmarks.setup.TopicSizes;
import dev.partnercatalog.runtime.KafkaSettings;
import dev.partnercatalog.schemas.topic.CatalogTopic;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How many records an event makes in topics, in changelogs and between steps: on average, and by its kind. */
final class RecordsOfEvents {

    /** Longer than the commit interval. */
    private static final long SETTLED_MS = 500;

    private static final List<Kind> KINDS = List.of(
            new Kind("records-event", null, 3.6),
            new Kind("records-product", CatalogTopic.BPD_VARIANTS, 3.6),
            new Kind("records-override", CatalogTopic.COMPANY_OVERRIDES, 3.6),
            new Kind("records-listing", CatalogTopic.LISTINGS, 8));

    private final Run run;
    private final KafkaSettings kafka;
    private final ChangingCatalog catalog;
    private final Extent extent;

    /** @param topic of the events, null for all kinds as they occur in the catalog */
    private record Kind(String row, @Nullable CatalogTopic topic, double goal) {}

    RecordsOfEvents(Run run, KafkaSettings kafka, ChangingCatalog catalog, Extent extent) {
        this.run = run;
        this.kafka = kafka;
        this.catalog = catalog;
        this.extent = extent;
    }

    /** The rows' names. */
    static List<String> names() {
        return KINDS.stream().map(Kind::row).toList();
    }

    void measure(Pipeline ours, ExpectedEntries loaded) throws Exception {
        TopicSizes before = settled();
        for (Kind kind : KINDS) {
            if (run.wants(kind.row())) {
                int count = extent.joinedChanges();
                Change change = kind.topic() == null ? catalog.change(count) : catalog.change(count, kind.topic());
                ours.time(change.events(), loaded.next(change.entries()));
                TopicSizes after = settled();
                TopicSizes added = after.since(before);
                int events = change.events().size();
                System.err.printf("%s:%s%n", kind.row(), added.forEach(events));
                run.measured(Row.of(
                        kind.row(),
                        "records",
                        List.of((double) added.sum() / events),
                        List.of(kind.goal()),
                        1,
                        Row.Better.LOWER));
                before = after;
            }
        }
    }

    /** Once nothing is written any more. */
    private TopicSizes settled() throws Exception {
        TopicSizes before = TopicSizes.inRecords(kafka);
        while (true) {
            TimeUnit.MILLISECONDS.sleep(SETTLED_MS);
            TopicSizes after = TopicSizes.inRecords(kafka);
            if (after.equals(before)) {
                return after;
            }
            before = after;
        }
    }
}
