package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.membership.Memberships.Membership;
import dev.partnercatalog.webhook.reconcile.ReconcilerContext.Partition;
import dev.partnercatalog.webhook.reconcile.Topics.TopicRecord;
import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;

/**
 * The reconciler, behind the gate that waits for its catalog, as the world around it sees it. A kill drops it without a
 * word: another one is made from what is left.
 */
final class SinkUnderTest {

    private static final int IN_DOUBT = 2;

    private final Reconciler reconciler;
    private final MemoryStore store;
    private final CatalogInTest kept;
    boolean requestsCommit;
    private boolean open;

    /**
     * @param store its logged store, as it is restored
     * @param kept what its instance holds of the catalog
     * @param shared the configurations as its instance knows them, the way to the endpoints, limits and reports
     * @param compareAll whether it may have missed changes
     */
    SinkUnderTest(MemoryStore store, CatalogInTest kept, ReconcilerContext shared, boolean compareAll) {
        this.store = store;
        this.kept = kept;
        this.reconciler = new Reconciler(new SinkState(store, kept.catalog()), new Partition(0, 1), shared, compareAll);
    }

    /** Takes a record of a source; after a kill perhaps one that it, or its instance's catalog, has already. */
    void apply(TopicRecord record, long now) {
        kept.take(record.isEntry(), record.stored(), now);
    }

    /**
     * Time passes. It takes the outcomes of messages, adopts the configurations, and may form messages.
     *
     * @param atEnd whether it knows all that the sources and the configurations were when this instance began
     */
    void tick(long now, boolean atEnd, boolean isTimeLeft) {
        kept.write();
        open |= atEnd;
        if (open) {
            requestsCommit |= reconciler.tick(now, true, () -> isTimeLeft);
        }
    }

    /** What it has written is durable: it may start messages, if the partition is still its own. */
    void committed(Membership ours) {
        kept.write();
        reconciler.committed(ours);
    }

    /** How many rows of its store say that something is still to be done, or that its outcome isn't known. */
    long left() {
        Set<Bytes> variants = new HashSet<>();
        store.all().forEachRemaining(row -> {
            byte[] key = row.key.get();
            if (key[0] == 'x' || (key[0] == 'h' && (row.value[1] & IN_DOUBT) != 0)) {
                variants.add(Bytes.wrap(Arrays.copyOfRange(key, 1, key.length)));
            }
        });
        return variants.size();
    }

    /** An orderly stop. */
    void stop() {
        reconciler.close();
    }
}
