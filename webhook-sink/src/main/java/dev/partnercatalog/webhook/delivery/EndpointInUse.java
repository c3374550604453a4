package dev.partnercatalog.webhook.delivery;

import java.time.Instant;
import java.time.InstantSource;

/**
 * An endpoint in use: lets as many attempts through as its health allows, and tells its health how they went. Of pings
 * one at a time goes through, however the endpoint stands. Thread-safe.
 */
final class EndpointInUse {

    private final Window window;
    private final EndpointHealth health;

    private EndpointSettings settings;
    private boolean pinging;
    private long probedResumes;

    /** Takes up where this or another instance left off. */
    EndpointInUse(
            EndpointSettings settings,
            EndpointLimits limits,
            InstantSource clock,
            Backoff backoff,
            Standings standings) {
        this.settings = settings;
        this.window = new Window(limits.perEndpoint());
        this.health = new EndpointHealth(settings.endpoint(), window, limits.suspendAfter(), clock, backoff, standings);
        health.applyResumes(settings.resumes());
    }

    synchronized boolean isOf(Endpoint endpoint) {
        return settings.endpoint().equals(endpoint);
    }

    synchronized EndpointSettings settings() {
        return settings;
    }

    synchronized void configure(EndpointSettings changed) {
        settings = changed;
        health.look();
        health.applyResumes(changed.resumes());
    }

    /** It is no longer in use. */
    synchronized void retire() {
        health.retire();
    }

    /** Whether its last attempts went well, so that it may count on a place. */
    synchronized boolean isProven() {
        return health.isProven();
    }

    synchronized boolean tryAcquire(Lane lane) {
        health.look();
        if (settings.held()) {
            return false;
        }
        return lane.isPing() ? tryAcquirePing(lane) : tryAcquireDelivery(lane);
    }

    private boolean tryAcquirePing(Lane lane) {
        boolean asked = lane == Lane.PING || health.needsProbe(settings.resumes());
        if (!asked || pinging) {
            return false;
        }
        pinging = true;
        probedResumes = settings.resumes();
        return true;
    }

    private boolean tryAcquireDelivery(Lane lane) {
        return health.allowsDelivery() && window.enter(lane);
    }

    synchronized void released(Lane lane) {
        if (lane.isPing()) {
            pinging = false;
        } else {
            window.leave(lane);
        }
    }

    synchronized void completed(Lane lane, Instant started, Outcome outcome) {
        released(lane);
        switch (lane) {
            case PING -> {} // A test says something to its partner, and changes nothing here.
            case PROBE -> health.probed(outcome, probedResumes);
            case LIVE, BACKLOG, REFUSED -> health.delivered(lane, started, outcome);
        }
    }

    synchronized EndpointState state() {
        health.look();
        return settings.held() ? health.state().heldByAnOperator() : health.state();
    }
}
