package dev.partnercatalog.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an endpoint stands at one moment, for people and metrics.
 *
 * @param failures in a row; 0 where the last attempt was accepted
 * @param failingSince the first failure after the last success, null where there is none
 * @param retryAt when it may be tried again, null unless backing off
 * @param reason in words why it is not healthy, null where it is
 * @param inFlight attempts under way
 * @param held by an operator
 * @param since when it has had this status as far as is known, null where nothing ever happened
 * @param pausedUntil the end of the pause after its last failure, even if that is over; null unless backing off
 * @param suspendsAt the first failure from then on suspends it, null unless backing off
 */
public record EndpointState(
        String partnerId,
        Status status,
        int failures,
        @Nullable Instant failingSince,
        @Nullable Instant retryAt,
        @Nullable Instant lastAccepted,
        @Nullable String reason,
        int inFlight,
        boolean held,
        @Nullable Instant since,
        @Nullable Instant pausedUntil,
        @Nullable Instant suspendsAt) {

    /** Whatever it has earned, nothing is sent to it. */
    public EndpointState heldByAnOperator() {
        return new EndpointState(
                partnerId,
                Status.SUSPENDED,
                failures,
                failingSince,
                null,
                lastAccepted,
                "held by an operator",
                inFlight,
                true,
                null,
                null,
                null);
    }

    /** Whether messages go to it. */
    public enum Status {
        HEALTHY,
        BACKING_OFF,
        /** Nothing is sent until its setting changes, or an operator lets it go. */
        SUSPENDED
    }

    /**
     * For how long it is known to have done nothing but fail. Time that passed after a pause without an attempt doesn't
     * count, as nobody knows: the service may have been down.
     */
    public Duration failingFor(Instant now) {
        if (status != Status.BACKING_OFF || failingSince == null) {
            return Duration.ZERO;
        }
        Instant known = pausedUntil == null || pausedUntil.isAfter(now) ? now : pausedUntil;
        return known.isAfter(failingSince) ? Duration.between(failingSince, known) : Duration.ZERO;
    }
}
