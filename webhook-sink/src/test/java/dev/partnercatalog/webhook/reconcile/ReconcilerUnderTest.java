package dev.partnercatalog.webhook.reconcile;

import dev.partnercatalog.webhook.catalog.CatalogInTest;
import dev.partnercatalog.webhook.reconcile.Reconciler.Ownership;
import dev.partnercatalog.webhook.state.MemoryStore;
import dev.partnercatalog.webhook.state.SinkState;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.common.utils.Bytes;

/** The reconciler, behind the gate that waits for its catalog. */
final class ReconcilerUnderTest implements SinkUnderTest {

    private static final int IN_DOUBT = 2;

    private final Reconciler reconciler;
    private final MemoryStore store;
    private final CatalogInTest kept;
    private boolean open;

    ReconcilerUnderTest(Surroundings made) {
        this.store = made.store();
        this.kept = made.kept();
        this.reconciler = new Reconciler(
                new SinkState(store, made.kept().catalog()),
                new Partition(0, 1),
                made.commits(),
                made.shared(),
                false,
                made.now());
    }

    @Override
    public void apply(TopicRecord record, long now) {
        kept.take(record.isEntry(), record.stored(), now);
    }

    @Override
    public void tick(long now, boolean atEnd) {
        kept.write();
        open |= atEnd;
        if (open) {
            reconciler.tick(now);
        }
    }

    @Override
    public void committed(Ownership ours) {
        kept.write();
        reconciler.committed(ours);
    }

    @Override
    public long left() {
        Set<Bytes> variants = new HashSet<>();
        store.all().forEachRemaining(row -> {
            byte[] key = row.key.get();
            if (key[0] == 'x' || (key[0] == 'h' && (row.value[1] & IN_DOUBT) != 0)) {
                variants.add(Bytes.wrap(Arrays.copyOfRange(key, 1, key.length)));
            }
        });
        return variants.size();
    }

    @Override
    public void stop() {
        reconciler.close();
    }
}
