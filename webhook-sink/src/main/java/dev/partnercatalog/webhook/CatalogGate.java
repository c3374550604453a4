package dev.partnercatalog.webhook;

import dev.partnercatalog.webhook.catalog.CatalogStore;
import dev.partnercatalog.webhook.catalog.SinkCatalog;
import dev.partnercatalog.webhook.membership.Membership;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether a task knows enough of the catalog to compare anything with what partners have. It must keep all that its
 * state reflects. A store that was made anew must also have reached the end that its topic had then. Meanwhile the task
 * reads, and marks what is due. Confined to the task's thread.
 */
final class CatalogGate implements AutoCloseable {

    private final SinkCatalog catalog;
    private final BooleanSupplier caughtUp;
    private final Membership membership;
    private final CatalogWatch watch;
    private final List<Source> sources;
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

        void forgetEnd() {
            end = OptionalLong.empty();
            last = OptionalLong.empty();
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

    /** @param caughtUp whether the task keeps all of the catalog that its state reflects */
    CatalogGate(
            SinkCatalog catalog,
            TopicPartition entries,
            TopicPartition listings,
            BooleanSupplier caughtUp,
            Membership membership,
            CatalogWatch watch) {
        this.catalog = catalog;
        this.caughtUp = caughtUp;
        this.membership = membership;
        this.watch = watch;
        this.sources = List.of(new Source(catalog.entries(), entries), new Source(catalog.listings(), listings));
        watch.waits();
    }

    /** Whether something may be compared and sent now. */
    boolean isOpen() {
        if (open && catalog.isNew()) {
            sources.forEach(Source::forgetEnd);
            set(false);
        }
        if (!open) {
            set(!catalog.isNew() && caughtUp.getAsBoolean());
        }
        if (!open
                && sources.stream().filter(source -> source.isAtEnd(membership)).count() == sources.size()) {
            sources.stream()
                    .map(source -> source.store)
                    .filter(CatalogStore::isNew)
                    .forEach(CatalogStore::reachedEnd);
            set(true);
        }
        return open;
    }

    private void set(boolean now) {
        if (now != open) {
            open = now;
            if (open) {
                watch.waitsNoLonger();
            } else {
                watch.waits();
            }
        }
    }

    @Override
    public void close() {
        set(true);
    }
}
