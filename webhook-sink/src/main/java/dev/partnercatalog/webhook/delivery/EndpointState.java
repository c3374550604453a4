package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of an endpoint at one moment, for metrics.
 *
 * @param health as all instances know it; nobody changes this record
 * @param inFlight number of attempts in flight
 * @param isHeld whether nothing is sent to it whatever its health
 */
public record EndpointState(WebhookEndpoint health, int inFlight, boolean isHeld) {

    public String partnerId() {
        return health.getPartnerId();
    }

    /** Suspended: nothing is sent until its setting changes, or an operator resumes it. */
    public EndpointStatus status() {
        return isHeld ? EndpointStatus.SUSPENDED : status(health);
    }

    /** A newer version of the program may know more statuses; an attempt will show. */
    static EndpointStatus status(WebhookEndpoint health) {
        return health.getStatus() == EndpointStatus.UNKNOWN ? EndpointStatus.HEALTHY : health.getStatus();
    }

    /** The first failure after the last success, null if there is none. */
    public @Nullable Instant failingSince() {
        return instant(health.getFailingSince());
    }

    /**
     * How long it is known to have done nothing but fail. Time without an attempt after the end of a pause doesn't
     * count, because nothing is known of it: the service may have been down.
     */
    public Duration failingFor(Instant now) {
        Instant since = failingSince();
        if (status() != EndpointStatus.BACKING_OFF || since == null) {
            return Duration.ZERO;
        }
        Instant pauseEnds = instant(health.getBackingOffUntil());
        Instant known = pauseEnds == null || pauseEnds.isAfter(now) ? now : pauseEnds;
        return known.isAfter(since) ? Duration.between(since, known) : Duration.ZERO;
    }

    static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }
}
