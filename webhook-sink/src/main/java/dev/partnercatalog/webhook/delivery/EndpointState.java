package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.configuration.WebhookHold;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of an endpoint at one moment, for people and metrics.
 *
 * @param failures consecutive failures; 0 if the last attempt was accepted
 * @param failingSince the first failure after the last success, null if there is none
 * @param retryAt when it may be tried again, null unless it is backing off
 * @param reason why it is not healthy, as text; null if it is healthy
 * @param inFlight number of attempts in flight
 * @param hold why nothing is sent to it whatever its health, null if nothing holds it
 * @param since when it got this status as far as is known, null if nothing has ever happened
 * @param pausedUntil the end of the pause after its last failure, even if that is over; null unless it is backing off
 * @param suspendsAt the first failure from then on suspends it, null unless it is backing off
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
        @Nullable WebhookHold hold,
        @Nullable Instant since,
        @Nullable Instant pausedUntil,
        @Nullable Instant suspendsAt) {

    /** The state while nothing is sent to it, whatever its health. */
    public EndpointState onHold(WebhookHold why) {
        return new EndpointState(
                partnerId,
                Status.SUSPENDED,
                failures,
                failingSince,
                null,
                lastAccepted,
                why.words(),
                inFlight,
                why,
                null,
                null,
                null);
    }

    /** Whether nothing is sent to it, whatever its health. */
    public boolean held() {
        return hold != null;
    }

    /** Whether messages are sent to it. */
    public enum Status {
        HEALTHY,
        BACKING_OFF,
        /** Nothing is sent until its setting changes, or an operator resumes it. */
        SUSPENDED
    }

    /**
     * How long it is known to have done nothing but fail. Time without an attempt after the end of a pause doesn't
     * count, because nothing is known of it: the service may have been down.
     */
    public Duration failingFor(Instant now) {
        if (status != Status.BACKING_OFF || failingSince == null) {
            return Duration.ZERO;
        }
        Instant known = pausedUntil == null || pausedUntil.isAfter(now) ? now : pausedUntil;
        return known.isAfter(failingSince) ? Duration.between(failingSince, known) : Duration.ZERO;
    }
}
