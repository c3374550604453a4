package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.webhook.message.Message;
import java.util.Collection;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way to partners' endpoints, shared by all tasks of a process. Where a partner wants time between messages, those who
 * ask for attempts take turns. Thread-safe, and no method waits for an endpoint.
 */
public interface Delivery {

    /** Asks for one attempt at an endpoint now; null where it must be left alone for the moment. */
    @Nullable
    Permit tryAcquire(Endpoint endpoint, Lane lane);

    /** Whether an endpoint accepted a message within the last second, and so will soon take more. */
    boolean hasAcceptedLately(Endpoint endpoint);

    /** The same way for one more that asks for attempts by itself: each task has one of its own. */
    default Delivery ofOneTask() {
        return this;
    }

    /**
     * Names the endpoints that are in use now, one a partner at most; others get no attempts, and what is known of them is
     * forgotten, suspensions included.
     */
    void configure(Collection<EndpointSettings> inUse);

    /** The right to one attempt, to be used or released once. */
    interface Permit {

        /**
         * Starts the attempt.
         *
         * @param ours whether what the message holds is still this process' to send; asked on any thread, the last time
         *     before the last of it is written. Where it isn't any more, nothing that makes the message whole goes out
         * @param done told the outcome exactly once, on a thread of the delivery's own
         */
        Attempt send(Message message, BooleanSupplier ours, Consumer<Outcome> done);

        /** Starts an attempt with what anybody may send at any time. */
        default Attempt send(Message message, Consumer<Outcome> done) {
            return send(message, () -> true, done);
        }

        /** Gives the right back unused. */
        void release();
    }

    /** An attempt under way. */
    interface Attempt {

        /** Breaks it off, as far as that is still possible; the outcome is told all the same. */
        void cancel();

        /**
         * Doesn't begin it any more. If it hasn't begun, the outcome is told when its turn comes, and tells that nothing was
         * sent: until then its sender can't send anything newer either.
         */
        void outdate();
    }
}
