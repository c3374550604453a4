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
    private static final Duration BETWEEN_RECORDED = Duration.ofSeconds(1);

    private final Window window;
    private final EndpointHealth health;
    private final InstantSource clock;

    private EndpointSettings settings;
    private final Map<Priority, Deque<ReadyMessage>> ready = new EnumMap<>(Priority.class);
    private boolean pinging;
    private boolean closed;
    private long probedResumes;
    private @Nullable Instant lastRecorded;

    /** Continues where this or another instance left off. */
    EndpointQueue(
            EndpointSettings settings,
            Endpoints.Limits limits,
            InstantSource clock,
            Backoff backoff,
            EndpointRecords healthRecords) {
        this.settings = settings;
        this.clock = clock;
        this.window = new Window(limits.perEndpoint());
        RecordedHealth recorded = new RecordedHealth(settings.endpoint(), limits.suspendAfter(), healthRecords, clock);
        this.health = new EndpointHealth(settings.endpoint().partnerId(), window, clock, backoff, recorded);
        health.applyResumes(settings.requests().resumes());
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
            health.applyResumes(changed.requests().resumes());
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

    /** Starts with a message as soon as an attempt may be made, the most urgent first. */
    void offer(ReadyMessage message) {
        synchronized (this) {
            ready.computeIfAbsent(message.priority(), priority -> new ArrayDeque<>())
                    .addLast(message);
        }
        beginOrWithhold();
    }

    /** Takes a message back; returns false if it isn't ready any more. */
    synchronized boolean takeBack(ReadyMessage message) {
        Deque<ReadyMessage> waiting = ready.get(message.priority());
        return waiting != null && waiting.remove(message);
    }

    /**
     * Starts what may start. Gives back messages that are out of date by then, and all of them if nothing may be sent
     * for a while: a message gathered later says more at once.
     */
    private void beginOrWithhold() {
        List<ReadyMessage> begun = new ArrayList<>();
        List<ReadyMessage> withheld = new ArrayList<>();
        synchronized (this) {
            boolean sends = !closed && !settings.held();
            ready.forEach((priority, waiting) -> {
                if (waiting.isEmpty()) {
                    return;
                }
                boolean open = sends && health.allowsDelivery(priority);
                while (!waiting.isEmpty()) {
                    if (open && !window.begin(priority)) {
                        return;
                    }
                    ReadyMessage next = waiting.removeFirst();
                    boolean begins = open && !next.isOutdated();
                    if (open && !begins) {
                        window.end(priority);
                    }
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

    synchronized boolean tryAcquire(Priority priority) {
        health.look();
        if (settings.held()) {
            return false;
        }
        return priority.isPing() ? tryAcquirePing(priority) : health.allowsDelivery(priority) && window.take(priority);
    }

    private boolean tryAcquirePing(Priority priority) {
        boolean asked = priority == Priority.PING
                || health.needsProbe(settings.requests().resumes());
        if (!asked || pinging) {
            return false;
        }
        pinging = true;
        probedResumes = settings.requests().resumes();
        return true;
    }

    synchronized void released(Priority priority) {
        if (priority.isPing()) {
            pinging = false;
        } else {
            window.leave(priority);
        }
    }

    /** Returns the outcome, or that the message is suspected of it. */
    Outcome completed(Priority priority, Instant started, Outcome outcome, int bytes) {
        try {
            synchronized (this) {
                released(priority);
                if (!priority.isPing()) {
                    window.end(priority);
                }
                health.look();
                return switch (priority) {
                    case PING -> outcome; // A test is meant for its partner, and changes nothing here.
                    case PROBE -> {
                        health.probed(outcome, probedResumes);
                        yield outcome;
                    }
                    case LIVE, BACKLOG, SUSPECT, REFUSED -> health.delivered(priority, started, outcome, bytes);
                };
            }
        } finally {
            // Messages that are ready hold places, so they must go on even if the outcome couldn't be recorded.
            beginOrWithhold();
        }
    }

    /** Whether the response to an attempt with this outcome is recorded: one a second of those that are accepted. */
    synchronized boolean isRecorded(Outcome outcome) {
        if (outcome.result() != Outcome.Result.ACCEPTED) {
            return outcome.result() != Outcome.Result.STALE;
        }
        Instant now = clock.instant();
        // A clock that was set back must not leave out anything.
        if (lastRecorded != null && !now.isBefore(lastRecorded) && now.isBefore(lastRecorded.plus(BETWEEN_RECORDED))) {
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
