package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.configuration.WebhookHold;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of an endpoint at one moment, for people and metrics.
 *
 * @param health its health, with what this process knows of it; nobody changes this record
 * @param retryAt when it may be tried again by this process's clock, null unless it is backing off
 * @param inFlight number of attempts in flight
 * @param hold why nothing is sent to it whatever its health, null if nothing holds it
 */
public record EndpointState(
        WebhookEndpoint health,
        @Nullable Instant retryAt,
        int inFlight,
        @Nullable WebhookHold hold) {

    /** Whether messages are sent to it. */
    public enum Status {
        HEALTHY,
        BACKING_OFF,
        /** Nothing is sent until its setting changes, or an operator resumes it. */
        SUSPENDED;

        static Status of(WebhookEndpoint health) {
            return switch (health.getStatus()) {
                case SUSPENDED -> SUSPENDED;
                case BACKING_OFF -> BACKING_OFF;
                // A newer version of the program may know more statuses; an attempt will show.
                case HEALTHY, UNKNOWN -> HEALTHY;
            };
        }
    }

    /** The state while nothing is sent to it, whatever its health. */
    public EndpointState onHold(WebhookHold why) {
        return new EndpointState(health, null, inFlight, why);
    }

    public String partnerId() {
        return health.getPartnerId();
    }

    public Status status() {
        return hold == null ? Status.of(health) : Status.SUSPENDED;
    }

    /** Consecutive failures; 0 if the last attempt was accepted. */
    public int failures() {
        return health.getFailures();
    }

    /** The first failure after the last success, null if there is none. */
    public @Nullable Instant failingSince() {
        return instant(health.getFailingSince());
    }

    /** When it last accepted something, as far as is known. */
    public @Nullable Instant lastAccepted() {
        return instant(health.getLastAccepted());
    }

    /** Why it is not healthy, as text; null if it is healthy. */
    public @Nullable String reason() {
        if (hold != null) {
            return hold.words();
        }
        return health.getSuspension() == null ? health.getLastFailure() : health.getSuspension();
    }

    /** When it got this status as far as is known, null if nothing has ever happened. */
    public @Nullable Instant since() {
        return hold == null ? instant(health.getSince()) : null;
    }

    /** The first failure from then on suspends it, null unless it is backing off. */
    public @Nullable Instant suspendsAt() {
        return hold == null ? instant(health.getSuspendsAt()) : null;
    }

    /** The end of the pause after its last failure, even if that is over; null unless it is backing off. */
    public @Nullable Instant pausedUntil() {
        return hold == null ? instant(health.getBackingOffUntil()) : null;
    }

    /**
     * How long it is known to have done nothing but fail. Time without an attempt after the end of a pause doesn't
     * count, because nothing is known of it: the service may have been down.
     */
    public Duration failingFor(Instant now) {
        Instant since = failingSince();
        if (status() != Status.BACKING_OFF || since == null) {
            return Duration.ZERO;
        }
        Instant pauseEnds = pausedUntil();
        Instant known = pauseEnds == null || pauseEnds.isAfter(now) ? now : pauseEnds;
        return known.isAfter(since) ? Duration.between(since, known) : Duration.ZERO;
    }

    static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}
