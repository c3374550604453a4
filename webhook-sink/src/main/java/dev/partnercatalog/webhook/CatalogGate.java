package dev.partnercatalog.webhook;

import dev.partnercatalog.runtime.table.TableProgress;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a task knows enough to compare anything with what partners have: what its partition of the catalog and the
 * configurations held when it began. An older record would follow a newer one otherwise, what compaction removed in favor of
 * a record further on would look like a removal, and a partner would be sent what it may not see any more: a predecessor may
 * have known of a revocation that hasn't arrived here yet. Confined to the task's thread.
 */
final class CatalogGate implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CatalogGate.class);

    private final Supplier<Future<Map<TopicPartition, Long>>> ends;
    private final TableProgress progress;
    private final BooleanSupplier compiled;
    private final CatalogWatch watch;
    private Future<Map<TopicPartition, Long>> asked;
    private @Nullable Map<TopicPartition, Long> wanted;
    private boolean open;

    /** @param compiled whether all configurations that have arrived are in effect */
    CatalogGate(
            Supplier<Future<Map<TopicPartition, Long>>> ends,
            TableProgress progress,
            BooleanSupplier compiled,
            CatalogWatch watch) {
        this.ends = ends;
        this.progress = progress;
        this.compiled = compiled;
        this.watch = watch;
        this.asked = ends.get();
        watch.waits();
    }

    /** Whether something may be compared and sent now. Once open, it stays so. */
    boolean isOpen() {
        if (!open) {
            look();
        }
        return open;
    }

    private void look() {
        if (wanted == null && asked.isDone()) {
            try {
                wanted = asked.get();
            } catch (ExecutionException e) {
                LOG.warn("nothing is sent until it is known where the catalog ends: {}", FaultWords.of(e));
                asked = ends.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (wanted != null && progress.reaches(wanted) && compiled.getAsBoolean()) {
            close();
        }
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
