package dev.partnercatalog.webhook.membership;

import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * Whether a stream thread is a member of its group, and therefore owns the partitions that it works on; and how far it
 * was given their records.
 *
 * <p>Kafka Streams' commits don't show this: with at-least-once, a commit doesn't involve the group if no task of the
 * thread has read anything since it was assigned. An instance that stood still for longer than its session, and lost
 * all its partitions, would commit as if nothing had happened, and learn of its loss only at its next poll. This class
 * asks the group.
 */
public interface Membership {

    /** For a thread without a group. */
    Membership PERMANENT = new Membership() {
        @Override
        public boolean isConfirmedSince(long nanoTime) {
            return true;
        }

        @Override
        public boolean holds() {
            return true;
        }

        @Override
        public OptionalLong end(TopicPartition partition) {
            return OptionalLong.of(0);
        }

        @Override
        public OptionalLong lastBefore(TopicPartition partition, long end) {
            return OptionalLong.of(-1);
        }
    };

    /**
     * Whether the group has confirmed the thread's membership in answer to a request made after this moment. Asks the
     * group if Kafka Streams hasn't done so since. Confined to the stream thread.
     *
     * @param nanoTime the moment, as in {@link System#nanoTime()}
     */
    boolean isConfirmedSince(long nanoTime);

    /**
     * Whether the last confirmation is so recent that the group can't have ended the session since. Makes no request.
     * For any thread.
     */
    boolean holds();

    /**
     * Where a partition ended when the thread last fetched from it, after the last committed record; empty while that
     * isn't known. Makes the thread wait for nobody. Confined to the stream thread.
     */
    OptionalLong end(TopicPartition partition);

    /**
     * The offset of the last record that the thread was given of a partition, once it was given all before a place; -1 if
     * it was given none, and empty until then. Confined to the stream thread.
     */
    OptionalLong lastBefore(TopicPartition partition, long end);
}
