package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.runtime.configuration.WebhookHold;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An endpoint in use: lets through as many attempts as its health allows, keeps messages ready for when one ends, and
 * reports the outcomes to its health. One ping at a time goes through, whatever the endpoint's state. Thread-safe.
 */
final class EndpointQueue {

    private static final Logger LOG = LoggerFactory.getLogger(EndpointQueue.class);
    /** An endpoint that works well differs little from one message to the next. */
    private static final Duration BETWEEN_ACCEPTED_EXCHANGES = Duration.ofSeconds(1);

    private final Window window;
    private final EndpointHealth health;
    private final InstantSource clock;
    private final TaskTurns turns = new TaskTurns();

    private EndpointSettings settings;
    private final Map<Lane, Deque<ReadyMessage>> ready = new EnumMap<>(Lane.class);
    private boolean pinging;
    private boolean closed;
    private long probedResumes;
    private @Nullable Instant lastBegun;
    private @Nullable Instant lastRecorded;

    /** Continues where this or another instance left off. */
    EndpointQueue(
            EndpointSettings settings,
            EndpointLimits limits,
            InstantSource clock,
            Backoff backoff,
            HealthRecords healthRecords) {
        this.settings = settings;
        this.clock = clock;
        this.window = new Window(limits.perEndpoint());
        this.health =
                new EndpointHealth(settings.endpoint(), window, limits.suspendAfter(), clock, backoff, healthRecords);
        health.applyResumes(settings.resumes());
        noteHold(null);
    }

    synchronized boolean isOf(Endpoint endpoint) {
        return settings.endpoint().equals(endpoint);
    }

    synchronized EndpointSettings settings() {
        return settings;
    }

    void configure(EndpointSettings changed) {
        synchronized (this) {
            WebhookHold before = settings.hold();
            settings = changed;
            noteHold(before);
            health.look();
            health.applyResumes(changed.resumes());
        }
        beginOrWithhold();
    }

    private void noteHold(@Nullable WebhookHold before) {
        if (settings.hold() == WebhookHold.NO_CLIENT && before != WebhookHold.NO_CLIENT) {
            String partnerId = settings.endpoint().partnerId();
            LOG.warn(
                    "webhooks of partner {} are {}: './catalog client create --partner-id {}' creates one",
                    partnerId,
                    WebhookHold.NO_CLIENT.words(),
                    partnerId);
        }
    }

    /** It is no longer in use. */
    void retire() {
        synchronized (this) {
            health.retire();
        }
        close();
    }

    /** Starts nothing from now on. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        beginOrWithhold();
    }

    /** Starts with a message as soon as an attempt may be made, the most urgent lane first. */
    void offer(ReadyMessage message) {
        synchronized (this) {
            ready.computeIfAbsent(message.lane(), lane -> new ArrayDeque<>()).addLast(message);
        }
        beginOrWithhold();
    }

    /** Takes a message back; returns false if it isn't ready any more. */
    synchronized boolean takeBack(ReadyMessage message) {
        Deque<ReadyMessage> waiting = ready.get(message.lane());
        return waiting != null && waiting.remove(message);
    }

    /**
     * Starts what may start. Gives back messages that are out of date by then, and all of them if nothing may be sent
     * for a while, even if only because the partner wants time between messages: a message gathered later says more at
     * once.
     */
    private void beginOrWithhold() {
        List<ReadyMessage> begun = new ArrayList<>();
        List<ReadyMessage> withheld = new ArrayList<>();
        synchronized (this) {
            boolean sends = !closed && !settings.held();
            ready.forEach((lane, waiting) -> {
                boolean open = sends && health.allowsDelivery(lane);
                while (!waiting.isEmpty()) {
                    boolean begins = open && !isTooEarly();
                    if (begins && !window.begin(lane)) {
                        return;
                    }
                    ReadyMessage next = waiting.removeFirst();
                    if (begins && next.isOutdated()) {
                        window.end(lane);
                        begins = false;
                    }
                    lastBegun = begins ? clock.instant() : lastBegun;
                    (begins ? begun : withheld).add(next);
                }
            });
        }
        withheld.forEach(ReadyMessage::withhold);
        begun.forEach(ReadyMessage::begin);
    }

    synchronized AttemptSlots.Standing standing() {
        return health.standing();
    }

    synchronized boolean hasAcceptedLately() {
        return health.hasAcceptedLately();
    }

    /** Whether a message that is made ready now would wait for an attempt to end. */
    synchronized boolean isAhead() {
        return window.isAhead();
    }

    synchronized boolean tryAcquire(Lane lane, Object asker) {
        health.look();
        if (settings.held()) {
            return false;
        }
        return lane.isPing() ? tryAcquirePing(lane) : tryAcquireDelivery(lane, asker);
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

    private boolean tryAcquireDelivery(Lane lane, Object asker) {
        if (!health.allowsDelivery(lane)) {
            return false;
        }
        if (settings.interval().isZero()) {
            return window.take(lane);
        }
        boolean free = window.isFree() && !isTooEarly();
        return turns.ask(asker, clock.instant(), free) && window.take(lane);
    }

    /** Whether the partner wants more time between messages, or the previous one is still in flight. */
    private boolean isTooEarly() {
        if (settings.interval().isZero()) {
            return false;
        }
        Instant now = clock.instant();
        // A clock that was set back must not delay anything.
        boolean justBegun =
                lastBegun != null && !now.isBefore(lastBegun) && now.isBefore(lastBegun.plus(settings.interval()));
        return justBegun || window.inFlight() > 0;
    }

    synchronized void released(Lane lane) {
        if (lane.isPing()) {
            pinging = false;
        } else {
            window.leave(lane);
        }
    }

    /** Returns the outcome, or that the message is suspected of it. */
    Outcome completed(Lane lane, Instant started, Outcome outcome, int bytes) {
        try {
            synchronized (this) {
                released(lane);
                if (!lane.isPing()) {
                    window.end(lane);
                    // An attempt that showed nothing about the endpoint doesn't count; its repetition replaces it.
                    lastBegun = outcome.result() == Outcome.Result.STALE ? null : lastBegun;
                }
                return switch (lane) {
                    case PING -> outcome; // A test is meant for its partner, and changes nothing here.
                    case PROBE -> {
                        health.probed(outcome, probedResumes);
                        yield outcome;
                    }
                    case LIVE, BACKLOG, SUSPECT, REFUSED -> health.delivered(lane, started, outcome, bytes);
                };
            }
        } finally {
            // Messages that are ready hold places, so they must go on even if the outcome couldn't be recorded.
            beginOrWithhold();
        }
    }

    /** Whether the exchange of an attempt with this outcome is recorded: one a second of those that are accepted. */
    synchronized boolean isRecorded(Outcome outcome) {
        if (outcome.result() != Outcome.Result.ACCEPTED) {
            return outcome.result() != Outcome.Result.STALE;
        }
        Instant now = clock.instant();
        // A clock that was set back must not leave out anything.
        if (lastRecorded != null
                && !now.isBefore(lastRecorded)
                && now.isBefore(lastRecorded.plus(BETWEEN_ACCEPTED_EXCHANGES))) {
            return false;
        }
        lastRecorded = now;
        return true;
    }

    synchronized EndpointState state() {
        health.look();
        WebhookHold hold = settings.hold();
        return hold == null ? health.state() : health.state().onHold(hold);
    }
}
