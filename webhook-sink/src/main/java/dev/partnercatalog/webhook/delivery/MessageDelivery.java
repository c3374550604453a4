package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.webhook.message.Message;
import java.util.Collection;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers to partners' endpoints; shared by all tasks of a process. Thread-safe; no method waits for an endpoint.
 */
public interface MessageDelivery {

    /** Requests one attempt at an endpoint now; null if the endpoint must be left alone for the moment. */
    @Nullable
    Permit tryAcquire(Endpoint endpoint, Priority priority);

    /** Whether an endpoint accepted a message within the last second, and so will soon accept more. */
    boolean hasAcceptedLately(Endpoint endpoint);

    /**
     * Sets the endpoints that are in use now, at most one per partner. Others get no attempts, and what is known of
     * them is discarded, including suspensions.
     */
    void configure(Collection<EndpointSettings> inUse);

    /** The right to one attempt, to be used or released once. */
    interface Permit {

        /**
         * Starts the attempt.
         *
         * @param ours whether this process still owns the content of the message. Called on any thread, the last time
         *     before the last part is written. Once it returns false, nothing that would complete the message is sent
         * @param done receives the outcome exactly once, on a thread of the delivery
         */
        Attempt send(Message message, BooleanSupplier ours, Consumer<Outcome> done);

        /** Starts an attempt with a message that any process may send at any time. */
        default Attempt send(Message message, Consumer<Outcome> done) {
            return send(message, () -> true, done);
        }

        /** Releases the right without using it. */
        void release();
    }

    /** An attempt in flight. */
    interface Attempt {

        /** Breaks it off if that is still possible; the outcome is reported in any case. */
        void cancel();

        /**
         * Prevents it from starting. If it hasn't started, the outcome is reported when its turn comes, and says that
         * nothing was sent; until then its sender can't send anything newer either.
         */
        void outdate();
    }
}
