package dev.partnercatalog.webhook.delivery;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * An endpoint in use: lets as many attempts through as its health allows, keeps a few messages ready for when one ends,
 * and tells its health how they went. Of pings one at a time goes through, however the endpoint stands. Thread-safe.
 */
final class EndpointInUse {

    private final Window window;
    private final EndpointHealth health;

    private EndpointSettings settings;
    private final Map<Lane, Deque<ReadyMessage>> ready = new EnumMap<>(Lane.class);
    private boolean pinging;
    private boolean closed;
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

    void configure(EndpointSettings changed) {
        synchronized (this) {
            settings = changed;
            health.look();
            health.applyResumes(changed.resumes());
        }
        beginOrWithhold();
    }

    /** It is no longer in use. */
    void retire() {
        synchronized (this) {
            health.retire();
        }
        close();
    }

    /** Nothing begins any more. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        beginOrWithhold();
    }

    /** Begins with a message as soon as an attempt may be made, the most urgent lane first. */
    void offer(ReadyMessage message) {
        synchronized (this) {
            ready.computeIfAbsent(message.lane(), lane -> new ArrayDeque<>()).addLast(message);
        }
        beginOrWithhold();
    }

    /** Takes a message back; returns false where it isn't ready any more. */
    synchronized boolean takeBack(ReadyMessage message) {
        Deque<ReadyMessage> waiting = ready.get(message.lane());
        return waiting != null && waiting.remove(message);
    }

    /** Begins with what may begin; gives back what is out of date by then, and everything if nothing may go out for a while. */
    private void beginOrWithhold() {
        List<ReadyMessage> begun = new ArrayList<>();
        List<ReadyMessage> withheld = new ArrayList<>();
        synchronized (this) {
            boolean open = !closed && !settings.held() && health.allowsDelivery();
            ready.forEach((lane, waiting) -> {
                while (!waiting.isEmpty() && (!open || window.begin(lane))) {
                    ReadyMessage next = waiting.removeFirst();
                    boolean outdated = next.isOutdated();
                    if (open && outdated) {
                        window.end();
                    }
                    (open && !outdated ? begun : withheld).add(next);
                }
            });
        }
        withheld.forEach(ReadyMessage::withhold);
        begun.forEach(ReadyMessage::begin);
    }

    /** Whether its last attempts went well, so that it may count on a place. */
    synchronized boolean isProven() {
        return health.isProven();
    }

    /** Whether a message that is made ready now would wait for an attempt to end. */
    synchronized boolean isAhead() {
        return window.isAhead();
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
        return health.allowsDelivery() && window.take(lane);
    }

    synchronized void released(Lane lane) {
        if (lane.isPing()) {
            pinging = false;
        } else {
            window.leave(lane);
        }
    }

    void completed(Lane lane, Instant started, Outcome outcome, int bytes) {
        synchronized (this) {
            released(lane);
            if (!lane.isPing()) {
                window.end();
            }
            switch (lane) {
                case PING -> {} // A test says something to its partner, and changes nothing here.
                case PROBE -> health.probed(outcome, probedResumes);
                case LIVE, BACKLOG, REFUSED -> health.delivered(lane, started, outcome, bytes);
            }
        }
        beginOrWithhold();
    }

    synchronized EndpointState state() {
        health.look();
        return settings.held() ? health.state().heldByAnOperator() : health.state();
    }
}
