package dev.partnercatalog.webhook;

import org.apache.kafka.common.TopicPartition;

/** A partition that a renewal reads beside its task, and how far both are. Confined to the task's thread. */
final class RenewedSource {

    private static final long NOTHING = -1;

    private final TopicPartition partition;
    private long seen = NOTHING;
    private long last = NOTHING;
    private long end;

    RenewedSource(TopicPartition partition) {
        this.partition = partition;
    }

    TopicPartition partition() {
        return partition;
    }

    String topic() {
        return partition.topic();
    }

    /** The renewal starts from the beginning. */
    void begin() {
        last = NOTHING;
    }

    /** The task has reached this record. */
    void seen(long offset) {
        seen = Math.max(seen, offset);
    }

    /** The renewal has read this record. */
    void read(long offset) {
        last = offset;
    }

    /** The topic ends here now. */
    void endsAt(long offset) {
        end = offset;
    }

    /** Whether a renewal at this position has read to the topic's end, and at least as far as the task. */
    boolean isReadTo(long position) {
        return position >= Math.max(end, seen + 1);
    }

    /** Whether the renewal has read records that the task hasn't reached. */
    boolean isAhead() {
        return seen < last;
    }
}
