package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one endpoint has earned: how many attempts at once, or none for a while, or none at all (D26). An endpoint starts
 * with one attempt and gets one more for each success; a failure takes it back to one, after a pause. Thread-safe.
 */
final class EndpointHealth {

    private static final Logger LOG = LoggerFactory.getLogger(EndpointHealth.class);

    /**
     * Refusals without a success in between before the endpoint itself is taken to be at fault. Halving one batch of 100
     * down to a refused record takes 7; an endpoint that refuses everything must not be asked twice for each record.
     */
    private static final int REFUSALS_IN_A_ROW = 20;

    private final Endpoint endpoint;
    private final EndpointLimits limits;
    private final InstantSource clock;
    private final Backoff backoff;

    private int inFlight;
    private boolean refusedInFlight;
    private int window = 1;
    private int failures;
    private int refusals;
    private boolean suspended;
    private @Nullable Instant failingSince;
    private @Nullable Instant lastFailure;
    private @Nullable Instant lastAccepted;
    private @Nullable Instant retryAt;
    private @Nullable String reason;

    EndpointHealth(Endpoint endpoint, EndpointLimits limits, InstantSource clock, Backoff backoff) {
        this.endpoint = endpoint;
        this.limits = limits;
        this.clock = clock;
        this.backoff = backoff;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Whether its last attempts went well, so that it may count on a place. */
    synchronized boolean isProven() {
        return lastAccepted != null && failures == 0;
    }

    synchronized boolean tryAcquire(Lane lane) {
        if (suspended || (retryAt != null && clock.instant().isBefore(retryAt)) || inFlight >= window(lane)) {
            return false;
        }
        if (lane == Lane.REFUSED) {
            if (refusedInFlight) {
                return false;
            }
            refusedInFlight = true;
        }
        inFlight++;
        return true;
    }

    /** One place is kept for live changes, so that they needn't wait behind a big resend. */
    private int window(Lane lane) {
        return lane == Lane.LIVE || window == 1 ? window : Math.min(window, limits.perEndpoint() - 1);
    }

    synchronized void released(Lane lane) {
        inFlight--;
        if (lane == Lane.REFUSED) {
            refusedInFlight = false;
        }
    }

    synchronized void completed(Lane lane, Instant started, Outcome outcome) {
        released(lane);
        switch (outcome.result()) {
            case ACCEPTED -> accepted();
            case REFUSED -> refused(lane, started, outcome);
            case GONE -> suspend(outcome.reason());
            case FAILED -> failed(started, outcome);
        }
    }

    private void accepted() {
        if (failingSince != null && !suspended) {
            LOG.info("webhooks of partner {} are accepted again after {} failures in a row", partner(), failures);
        }
        lastAccepted = clock.instant();
        failures = 0;
        refusals = 0;
        window = Math.min(window + 1, limits.perEndpoint());
        if (!suspended) {
            failingSince = null;
            retryAt = null;
            reason = null;
        }
    }

    private void refused(Lane lane, Instant started, Outcome outcome) {
        // A record that was refused before says nothing new about its endpoint.
        if (lane != Lane.REFUSED && ++refusals > REFUSALS_IN_A_ROW) {
            failed(started, outcome);
        }
    }

    private void failed(Instant started, Outcome outcome) {
        // Attempts that were under way together fail together: that is one failure, not several.
        if (suspended || (lastFailure != null && !started.isAfter(lastFailure))) {
            return;
        }
        Instant now = clock.instant();
        failures++;
        window = 1;
        lastFailure = now;
        reason = outcome.reason();
        Duration delay = backoff.delay(failures, outcome.retryAfter());
        retryAt = now.plus(delay);
        if (failingSince == null) {
            failingSince = now;
            LOG.warn("webhooks of partner {} fail: {}; retried with growing pauses", partner(), reason);
        } else if (Duration.between(failingSince, now).compareTo(limits.suspendAfter()) >= 0) {
            suspend("nothing but failures for " + limits.suspendAfter().toDays() + " days, the last: " + reason);
        }
    }

    private void suspend(String why) {
        if (!suspended) {
            suspended = true;
            reason = why;
            failingSince = failingSince == null ? clock.instant() : failingSince;
            LOG.warn("webhooks of partner {} are suspended until its setting changes: {}", partner(), why);
        }
    }

    synchronized EndpointState state() {
        boolean waiting = retryAt != null && clock.instant().isBefore(retryAt);
        Status status = suspended ? Status.SUSPENDED : failingSince != null ? Status.BACKING_OFF : Status.HEALTHY;
        return new EndpointState(
                partner(),
                status,
                failures,
                failingSince,
                waiting && !suspended ? retryAt : null,
                lastAccepted,
                reason,
                inFlight);
    }

    private String partner() {
        return endpoint.partnerId();
    }
}
