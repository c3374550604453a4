package dev.partnercatalog.webhook.membership;

/**
 * Whether a stream thread is a member of its group, and therefore owns the partitions that it works on.
 *
 * <p>Kafka Streams' commits don't show this: with at-least-once, a commit doesn't involve the group if no task of the
 * thread has read anything since it was assigned. An instance that stood still for longer than its session, and lost
 * all its partitions, would commit as if nothing had happened, and learn of its loss only at its next poll. This class
 * asks the group.
 */
public interface Membership {

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
}
