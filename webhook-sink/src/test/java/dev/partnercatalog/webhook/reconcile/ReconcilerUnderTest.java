package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.state.SinkState;

/** The reconciler, behind the gate that waits for its catalog. */
final class ReconcilerUnderTest implements SinkUnderTest {

    private final Reconciler reconciler;
    private final MemoryStore store;

    ReconcilerUnderTest(Surroundings made) {
        this.store = made.store();
        this.reconciler = new Reconciler(
                new SinkState(store, made.kept().catalog()),
                new Partition(0, 1),
                made.commits(),
                made.shared(),
                made.now());
    }

    @Override
    public void apply(TopicRecord record, long now) {
        CatalogChanges catalog = reconciler.catalog();
        if (record.isEntry()) {
            catalog.entryChanged(record.variant(), record.stored().value(), record.offset(), now, record.eventTime());
        } else {
            catalog.listingChanged(record.listing(), record.barcode(), record.offset(), now, record.eventTime());
        }
    }

    @Override
    public void tick(long now, boolean atEnd) {
        if (atEnd || reconciler.catalog().isCaughtUp()) {
            reconciler.tick(now);
        }
    }

    @Override
    public void committed(Ownership ours) {
        reconciler.committed(ours);
    }

    @Override
    public long left() {
        return store.count('d') + store.count('i');
    }

    @Override
    public void stop() {
        reconciler.close();
    }
}
