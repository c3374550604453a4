package dev.partnercatalog.webhook.delivery;

import java.time.Instant;
import java.util.Collection;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivers to partners' endpoints; shared by all tasks of a process. Thread-safe; no method waits for an endpoint.
 */
public interface MessageDelivery {

    /**
     * Requests one attempt at an endpoint now; null if the endpoint must be left alone for the moment.
     *
     * @param partition of the task that requests it, which is the only one that records what the attempt shows
     */
    @Nullable
    Permit tryAcquire(Endpoint endpoint, Lane lane, int partition);

    /**
     * Requests a ping of an endpoint now, whatever its state; null if another one is in flight.
     *
     * @param toResume whether it is to end a suspension: null also if there is none, or if no resume was requested after the
     *     last such ping
     * @param partition the same as for other attempts
     */
    @Nullable
    Permit tryPing(Endpoint endpoint, boolean toResume, int partition);

    /**
     * What a delivery has to know of a message.
     *
     * @param isUrgent whether it goes before others of its lane
     * @param failedSince when it, or the message that it was a part of, first failed or was refused; null if it wasn't
     * @param ours whether this process still owns the content of the message. Called on any thread, the last time before
     *     the last part is written. Once it returns false, nothing that would complete the message is sent
     */
    record Terms(boolean isUrgent, @Nullable Instant failedSince, BooleanSupplier ours) {}

    /**
     * Sets the endpoints that are in use now, at most one per partner, as far as this process knows. Others get no attempts,
     * and what this process knows of them is discarded.
     */
    void configure(Collection<EndpointSettings> inUse);

    /** The partners about whose endpoints anything is recorded, a suspension too (D26). */
    Collection<String> recordedPartners();

    /**
     * Deletes what is recorded for a partition about a partner's endpoint, unless that is about this one. Only the task that
     * owns the partition may ask for it, once it knows the newest configurations: anybody else might know less than who
     * recorded it.
     *
     * @param inUse null if no webhooks go to the partner
     */
    void discardRecordOfOther(int partition, String partnerId, @Nullable Endpoint inUse);

    /** The right to one attempt, to be used or released once. */
    interface Permit {

        /** Starts the attempt. {@code done} receives the outcome exactly once, on a thread of the delivery. */
        Attempt send(Message message, Terms terms, Consumer<Outcome> done);

        /** Starts an attempt with a message that any process may send at any time. */
        default Attempt send(Message message, Consumer<Outcome> done) {
            return send(message, new Terms(true, null, () -> true), done);
        }

        void release();
    }

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
