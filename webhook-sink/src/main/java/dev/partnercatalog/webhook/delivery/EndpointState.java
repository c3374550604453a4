package dev.partnercatalog.webhook.delivery;

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
 */
public record EndpointState(
        String partnerId,
        Status status,
        int failures,
        @Nullable Instant failingSince,
        @Nullable Instant retryAt,
        @Nullable Instant lastAccepted,
        @Nullable String reason,
        int inFlight) {

    /** Whatever it has earned, nothing is sent to it. */
    EndpointState heldByAnOperator() {
        return new EndpointState(
                partnerId,
                Status.SUSPENDED,
                failures,
                failingSince,
                null,
                lastAccepted,
                "held by an operator",
                inFlight);
    }

    /** Whether messages go to it. */
    public enum Status {
        HEALTHY,
        BACKING_OFF,
        /** Nothing is sent until its setting changes, or an operator lets it go. */
        SUSPENDED
    }
}
