package dev.partnercatalog.webhook.membership;

/**
 * Whether a stream thread is a member of its group, and with it owns the partitions that it works on.
 *
 * <p>Kafka Streams' commits don't tell: at-least-once leaves the group out of a commit where no task of the thread has
 * read anything since it was assigned. So an instance that stood still for longer than its session, and lost all that it
 * had, would commit as if nothing had happened, and learn of its loss only when it polls next. Here the group is asked.
 */
public interface Membership {

    /** Of a thread without a group. */
    Membership PERMANENT = new Membership() {
        @Override
        public boolean isConfirmedSince(long nanoTime) {
            return true;
        }

        @Override
        public boolean holds() {
            return true;
        }
    };

    /**
     * Whether the group has said, to a request made after a moment, that the thread is a member. Asks the group where
     * Kafka Streams hasn't done so since by itself. For the stream thread alone.
     *
     * @param nanoTime the moment, as of {@link System#nanoTime()}
     */
    boolean isConfirmedSince(long nanoTime);

    /**
     * Whether the last confirmation is so recent that the group can't have ended the session since. Asks nobody. For any
     * thread.
     */
    boolean holds();
}
