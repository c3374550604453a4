package dev.partnercatalog.webhook;

import dev.partnercatalog.webhook.catalog.CatalogStore;
import org.apache.kafka.common.TopicPartition;

/** A partition that a check reads beside its task, and how far both are. Confined to the task's thread. */
final class CheckedSource {

    private final TopicPartition partition;
    private final CatalogStore store;
    private long last = CatalogStore.NOTHING;
    private long end;

    /** @param store what the task keeps of the partition */
    CheckedSource(TopicPartition partition, CatalogStore store) {
        this.partition = partition;
        this.store = store;
    }

    TopicPartition partition() {
        return partition;
    }

    String topic() {
        return partition.topic();
    }

    /** The check starts from the beginning. */
    void begin() {
        last = CatalogStore.NOTHING;
    }

    /** The check has read this record. */
    void read(long offset) {
        last = offset;
    }

    /** The topic ends here now. */
    void endsAt(long offset) {
        end = offset;
    }

    /** Whether a check at this position has read to the topic's end, and at least as far as the task. */
    boolean isReadTo(long position) {
        return position >= Math.max(end, store.position() + 1);
    }

    /** Whether the check has read records that the task hasn't reached. */
    boolean isAhead() {
        return !store.holds(last);
    }
}
