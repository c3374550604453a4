package dev.partnercatalog.webhook;

import dev.partnercatalog.webhook.catalog.CatalogStore;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.membership.Membership;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether a task knows enough to compare anything with what partners have: it must have read both sources, and the
 * configurations, to the ends that they had when it began. An older record would follow a newer one otherwise, what
 * compaction removed in favor of a record further on would look like a removal, and a partner would be sent what it may not
 * see any more. Confined to the task's thread.
 */
final class CatalogGate implements AutoCloseable {

    private final Membership membership;
    private final CatalogWatch watch;
    private final List<Source> sources;
    private final BooleanSupplier configured;
    private boolean open;

    /** A partition, and what the task keeps of it. */
    private static final class Source {
        private final CatalogStore store;
        private final TopicPartition partition;
        private OptionalLong end = OptionalLong.empty();
        private OptionalLong last = OptionalLong.empty();

        Source(CatalogStore store, TopicPartition partition) {
            this.store = store;
            this.partition = partition;
        }

        /** Whether the end that the partition had when this was first asked has been reached. */
        boolean isAtEnd(Membership membership) {
            if (end.isEmpty()) {
                end = membership.end(partition);
            }
            if (end.isPresent() && last.isEmpty()) {
                last = membership.lastBefore(partition, end.getAsLong());
            }
            return last.isPresent() && store.holds(last.getAsLong());
        }
    }

    /** @param configured whether the configurations are known that there were when the task began */
    CatalogGate(
            SinkCatalog catalog,
            TopicPartition entries,
            TopicPartition listings,
            Membership membership,
            BooleanSupplier configured,
            CatalogWatch watch) {
        this.configured = configured;
        this.membership = membership;
        this.watch = watch;
        this.sources = List.of(new Source(catalog.entries(), entries), new Source(catalog.listings(), listings));
        watch.waits();
    }

    /** Whether something may be compared and sent now. Once open, it stays so. */
    boolean isOpen() {
        if (!open
                && sources.stream().filter(source -> source.isAtEnd(membership)).count() == sources.size()
                && configured.getAsBoolean()) {
            close();
        }
        return open;
    }

    /** Nobody waits for it any more. */
    @Override
    public void close() {
        if (!open) {
            open = true;
            watch.waitsNoLonger();
        }
    }
}
