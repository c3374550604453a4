package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.webhook.delivery.Endpoints.AttemptSlot;
import dev.partnercatalog.webhook.delivery.Endpoints.HealthRecords;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An endpoint in use: how many messages may be in flight to it in each lane, or whether it gets none for a while or none at
 * all (D26, D37). The main lane starts with one attempt and gets one more for each quick answer; a failure takes it back to
 * one, after a pause. What fails in the probe lane is at fault itself, at first: it closes the main lane only if the
 * endpoint asks for time and accepts nothing else, or with a 429, or if everything fails. One ping at a
 * time goes through, whatever the endpoint's state. Thread-safe.
 */
final class EndpointInUse {

    private static final Logger LOG = LoggerFactory.getLogger(EndpointInUse.class);

    private static final int SERVICE_UNAVAILABLE = 503;

    /** An endpoint that works well differs little from one message to the next. */
    private static final Duration BETWEEN_RECORDED = Duration.ofSeconds(1);

    /**
     * Consecutive refusals of whole messages after which the endpoint itself is considered at fault; and of parts after
     * which records go one by one. Halving one batch of 100 down to a refused record takes 7.
     */
    private static final int REFUSALS_IN_A_ROW = 20;

    /** An endpoint that is down gets no more than this many attempts beyond those of its backoff. */
    private static final int FAILED_PROBES_IN_A_ROW = 10;

    /** An endpoint that has done nothing but refuse single records for so long is considered at fault. */
    private static final Duration NOTHING_BUT_REFUSALS = Duration.ofDays(1);

    /** How much later than the other one a lane tries a failing endpoint if it isn't its turn. */
    private static final Duration TURN = Duration.ofSeconds(1);

    /**
     * An attempt that has ended.
     *
     * @param failedSince when its message first failed; null if it hadn't
     */
    record Tried(
            AttemptSlot slot,
            Instant started,
            Message message,
            @Nullable Instant failedSince) {

        private boolean isProbe() {
            return slot.lane == Lane.PROBE;
        }

        /** Whether it has one record, or none. */
        private boolean isSingle() {
            return message.contents().records() + message.contents().removed() <= 1;
        }
    }

    private final InstantSource clock;
    private final Backoff backoff;
    private final RecordedHealth recorded;
    private final LaneTraffic main;
    private final LaneTraffic probe = new LaneTraffic(1, 0);
    private volatile EndpointSettings settings;
    private boolean closed;

    private boolean pinging;
    /** The number of resume requests when the ping was sent that is to end a suspension; null if there is none. */
    private @Nullable Long resuming;

    private int refusals;
    private int refusedParts;
    private @Nullable Instant refusingSince;

    /** Failures in a row that make both lanes wait. */
    private int failures;

    private @Nullable Instant lastFailure;
    private Lane lastFailed = Lane.MAIN;
    private int failedProbes;
    private Instant probesAt = Instant.MIN;

    /** When it last asked for time, or another instance's pause became known, for which it may have asked. */
    private @Nullable Instant lastAsked;

    private @Nullable Instant lastRecorded;

    /** Continues where this or another instance left off. */
    EndpointInUse(
            EndpointSettings settings,
            int perEndpoint,
            InstantSource clock,
            Backoff backoff,
            HealthRecords healthRecords) {
        this.settings = settings;
        this.clock = clock;
        this.backoff = backoff;
        this.main = new LaneTraffic(perEndpoint, 1);
        this.recorded = new RecordedHealth(settings.endpoint(), healthRecords, clock);
        adopt();
        applyResumes();
    }

    EndpointSettings settings() {
        return settings;
    }

    void configure(EndpointSettings changed) {
        synchronized (this) {
            settings = changed;
            refresh();
            applyResumes();
        }
        beginOrWithhold();
    }

    private String partnerId() {
        return settings.endpoint().partnerId();
    }

    /**
     * Nothing is begun any more.
     *
     * @param retires whether it is no longer in use: attempts still in flight there must not count for its successor
     */
    void close(boolean retires) {
        synchronized (this) {
            closed = true;
            recorded.retired |= retires;
        }
        beginOrWithhold();
    }

    // Places

    private LaneTraffic of(Lane lane) {
        return lane == Lane.MAIN ? main : probe;
    }

    /** Takes a place in a lane; returns whether there is one and messages may be sent. */
    synchronized boolean tryAcquire(Lane lane) {
        refresh();
        boolean isFree = allows(lane) && of(lane).taken < of(lane).places();
        of(lane).taken += isFree ? 1 : 0;
        return isFree;
    }

    /** Takes the place of the ping; the same. */
    synchronized boolean tryPing(boolean toResume, int partition) {
        refresh();
        if (toResume) {
            recorded.recordResume(partition);
        }
        boolean isFree = !settings.held() && !pinging && (!toResume || recorded.isResumeDue());
        if (isFree) {
            pinging = true;
            resuming = toResume ? settings.control().getResumes() : null;
        }
        return isFree;
    }

    /**
     * How unlikely it is that a message ends soon that takes a place now: 0 if it may begin and its endpoint accepts
     * messages, 1 if one of both isn't so, 2 if the endpoint fails.
     */
    synchronized int risk(Lane lane) {
        boolean isSure = recorded.hasAccepted() && of(lane).taken < of(lane).width();
        return status() != EndpointStatus.HEALTHY ? 2 : isSure ? 0 : 1;
    }

    /** Gives a place back; that of the ping if there is no lane. */
    synchronized void released(@Nullable Lane lane) {
        if (lane == null) {
            pinging = false;
        } else {
            of(lane).taken--;
        }
    }

    /** Begins a message as soon as an attempt may be made, the urgent ones first. */
    void offer(Lane lane, LaneTraffic.Ready message) {
        synchronized (this) {
            of(lane).queue(message).addLast(message);
        }
        beginOrWithhold();
    }

    synchronized boolean takeBack(Lane lane, LaneTraffic.Ready message) {
        return of(lane).queue(message).remove(message);
    }

    /** Starts what may start, and gives back what is ready if nothing may be sent for a while. */
    private void beginOrWithhold() {
        List<Runnable> next = new ArrayList<>();
        synchronized (this) {
            for (Lane lane : Lane.values()) {
                next.addAll(of(lane).poll(of(lane).hasReady() && allows(lane)));
            }
        }
        next.forEach(Runnable::run);
    }

    // When it may be tried

    private boolean allows(Lane lane) {
        Instant time = clock.instant();
        // A pause that would last longer was set before the clock was set back: it is over.
        boolean isEarly = time.isBefore(probesAt) && !time.plus(Backoff.MIN).isBefore(probesAt);
        boolean isShut = closed || settings.held() || status() == EndpointStatus.SUSPENDED;
        if (isShut || (lane == Lane.PROBE && isEarly)) {
            return false;
        }
        if (lane == Lane.MAIN && recorded.health().getOthersContinue()) {
            main.waits = false;
            return true;
        }
        boolean allows = !isPaused(time.minus(waitsForTurn(lane)));
        of(lane).waits |= !allows;
        return allows;
    }

    /**
     * After a pause, the lane that failed last waits for the other one: otherwise messages that fail at once would keep
     * those from being tried that show which record is at fault, or that the endpoint has recovered. Nobody waits for
     * probes that don't wait themselves; changes may come any time.
     */
    private Duration waitsForTurn(Lane lane) {
        boolean probesGoFirst = lastFailed == Lane.MAIN && probe.waits;
        boolean isItsTurn = (lane == Lane.PROBE) == probesGoFirst;
        return status() == EndpointStatus.HEALTHY || isItsTurn ? Duration.ZERO : TURN;
    }

    private boolean isPaused(Instant time) {
        Instant retryAt = recorded.retryAt();
        return retryAt != null && time.isBefore(retryAt);
    }

    // What attempts say about it

    /** Returns the outcome, or that the message is suspected of it. */
    Outcome completed(Tried tried, Outcome outcome) {
        try {
            synchronized (this) {
                Lane lane = tried.slot().lane;
                released(lane);
                refresh();
                if (lane == null) {
                    pinged(tried.slot().partition, outcome);
                    return outcome;
                }
                of(lane).inFlight--;
                return delivered(tried, outcome);
            }
        } finally {
            // Messages that are ready hold places, so they must go on even if the outcome couldn't be recorded.
            beginOrWithhold();
        }
    }

    private Outcome delivered(Tried tried, Outcome outcome) {
        switch (outcome.result()) {
            case ACCEPTED -> accepted(tried);
            case REFUSED -> {
                return refused(tried, outcome);
            }
            case GONE -> recorded.gone(tried.slot().partition, outcome);
            case FAILED -> {
                if (tried.isProbe() && outcome.mayBeOfRecord() && status() != EndpointStatus.SUSPENDED) {
                    return probeFailed(tried, outcome);
                }
                if (!holdsOnlyItself(tried, outcome)) {
                    failed(tried, outcome);
                }
            }
            // After a stale connection, the next attempt makes a new one, which will show.
            case REFUSED_AGAIN, SUSPECTED, STALE -> {}
        }
        return outcome;
    }

    private void accepted(Tried tried) {
        Instant now = recorded.accepted();
        boolean wasInFlight = lastAsked != null && !tried.started().isAfter(lastAsked);
        if (wasInFlight && !recorded.health().getOthersContinue() && isPaused(now)) {
            return; // What was sent before the endpoint asked for time doesn't take that back.
        }
        clear();
        main.answered(tried.message().body().length, Duration.between(tried.started(), now));
        if (status() == EndpointStatus.BACKING_OFF) {
            int failed = recorded.health().getFailures();
            LOG.info("webhooks of partner {} are accepted again after {} failures", partnerId(), failed);
            recorded.recovered(tried.slot().partition);
        }
    }

    /**
     * Whether a message of the probe lane is at fault itself, since the endpoint accepts others: then it waits alone,
     * however long the endpoint asks for (D37). A 429 isn't asked about here: it is the endpoint's.
     */
    private boolean isAtFault(Tried tried) {
        return tried.isProbe() && (hasAcceptedSince(tried) || (tried.isSingle() && status() == EndpointStatus.HEALTHY));
    }

    /**
     * Whether a {@code Retry-After} is meant for this message alone: it failed before, and others were accepted since (D37).
     * A 503 is the endpoint's as long as none of the records is suspected.
     */
    private boolean holdsOnlyItself(Tried tried, Outcome outcome) {
        boolean isOfEndpoint = outcome.status() / 100 != 5 || outcome.status() == SERVICE_UNAVAILABLE;
        return outcome.retryAfter() != null && !isOfEndpoint && hasAcceptedSince(tried);
    }

    /** Whether anything was accepted since the message first failed. */
    private boolean hasAcceptedSince(Tried tried) {
        Instant since = tried.failedSince();
        return since != null && recorded.hasAccepted(since);
    }

    /** A message that isn't at fault for sure is suspected all the same, until too many have failed in a row. */
    private Outcome probeFailed(Tried tried, Outcome outcome) {
        boolean isAtFault = isAtFault(tried);
        boolean suspected = isAtFault && tried.isSingle();
        if (!suspected) {
            // The first one has waited like any other message. If nothing is accepted, the next ones take their time.
            probesAt = failedProbes == 0 ? Instant.MIN : clock.instant().plus(Backoff.MIN);
            suspected = ++failedProbes <= FAILED_PROBES_IN_A_ROW;
        }
        if (outcome.retryAfter() != null && !isAtFault) {
            failed(tried, outcome);
        } else if (suspected) {
            turn(Lane.PROBE);
        } else {
            failedOnItsOwn(tried, outcome);
        }
        return suspected ? outcome.suspected() : outcome;
    }

    /** What changes goes on to be tried while only parts of messages, or single records, are refused. */
    private Outcome refused(Tried tried, Outcome outcome) {
        Instant now = clock.instant();
        refusingSince = refusingSince == null ? now : refusingSince;
        boolean tooMany;
        if (!tried.isProbe()) {
            tooMany = ++refusals > REFUSALS_IN_A_ROW;
        } else if (tried.isSingle()) {
            // That one record is refused says nothing about its endpoint.
            tooMany = !now.isBefore(refusingSince.plus(NOTHING_BUT_REFUSALS));
        } else {
            tooMany = ++refusedParts > REFUSALS_IN_A_ROW;
        }
        boolean asks = outcome.retryAfter() != null && !isAtFault(tried);
        if (asks || (tooMany && !tried.isProbe())) {
            failed(tried, outcome);
        } else if (tooMany) {
            failedOnItsOwn(tried, outcome);
        }
        return tooMany && tried.isProbe() && !tried.isSingle() ? outcome.as(Outcome.Result.REFUSED_AGAIN) : outcome;
    }

    /** Probes wait, and what changes too if it has waited as well: then there is one attempt after each pause. */
    private void failedOnItsOwn(Tried tried, Outcome outcome) {
        if (main.waits) {
            failed(tried, outcome);
        } else {
            turn(Lane.PROBE);
            Duration delay = backoff.delay(recorded.health().getFailures() + 1, null);
            recorded.failed(tried.slot().partition, outcome, delay, true);
        }
    }

    private void failed(Tried tried, Outcome outcome) {
        boolean asks = outcome.retryAfter() != null;
        lastAsked = asks ? clock.instant() : lastAsked;
        // Attempts that were in flight together fail together: that is one failure, not several.
        if (lastFailure != null
                && !tried.started().isAfter(lastFailure)
                && (!asks || status() == EndpointStatus.BACKING_OFF)) {
            if (asks) {
                recorded.extended(tried.slot().partition, backoff.delay(1, outcome.retryAfter()));
            }
            return;
        }
        lastFailure = clock.instant();
        turn(tried.isProbe() ? Lane.PROBE : Lane.MAIN);
        main.failed();
        Duration delay = backoff.delay(++failures, outcome.retryAfter());
        recorded.failed(tried.slot().partition, outcome, delay, false);
    }

    private void turn(Lane failed) {
        lastFailed = failed;
        main.waits = false;
        probe.waits = false;
    }

    private void clear() {
        refusals = 0;
        refusedParts = 0;
        refusingSince = null;
        failures = 0;
        failedProbes = 0;
        probesAt = Instant.MIN;
        turn(Lane.MAIN);
    }

    // Suspensions, and what others find out

    /** A ping that its partner asked for changes nothing here; the other one ends a suspension if it is accepted. */
    private void pinged(int partition, Outcome outcome) {
        if (resuming == null || status() != EndpointStatus.SUSPENDED) {
            return;
        }
        if (outcome.result() == Outcome.Result.ACCEPTED) {
            LOG.info("webhooks of partner {} resume", partnerId());
            main.failed();
            clear();
            recorded.lifted(partition, resuming);
        } else {
            String why = "the ping to end the suspension was not accepted: " + outcome.reason();
            LOG.warn("webhooks of partner {} stay suspended: {}", partnerId(), why);
            recorded.staysSuspended(partition, why, outcome, resuming);
        }
    }

    /** If a resume was requested of an endpoint that isn't suspended, there is nothing to probe: it is tried at once. */
    private void applyResumes() {
        if (recorded.resume(settings.control().getResumes())) {
            failedProbes = 0;
            probesAt = Instant.MIN;
        }
    }

    private void refresh() {
        if (!recorded.refresh()) {
            return;
        }
        adopt();
        if (status() != EndpointStatus.HEALTHY) {
            main.failed();
            Instant updated = Instant.ofEpochMilli(recorded.health().getUpdatedAt());
            Instant now = clock.instant();
            // Written by an instance whose clock is ahead: our own failures until then would count as already known.
            lastFailure = updated.isAfter(now) ? now : updated;
            lastAsked = now;
        }
    }

    private void adopt() {
        if (status() == EndpointStatus.HEALTHY) {
            clear();
        } else if (!recorded.health().getOthersContinue()) {
            failures = recorded.health().getFailures();
        }
    }

    private EndpointStatus status() {
        return recorded.status();
    }

    /** Whether the response to an attempt with this outcome is recorded: one a second of those that are accepted. */
    synchronized boolean isRecorded(Outcome outcome) {
        if (outcome.result() != Outcome.Result.ACCEPTED) {
            return outcome.result() != Outcome.Result.STALE;
        }
        Instant now = clock.instant();
        // A clock that was set back must not leave out anything.
        boolean isRecorded = lastRecorded == null
                || now.isBefore(lastRecorded)
                || !now.isBefore(lastRecorded.plus(BETWEEN_RECORDED));
        lastRecorded = isRecorded ? now : lastRecorded;
        return isRecorded;
    }

    synchronized EndpointState state() {
        refresh();
        return new EndpointState(recorded.health(), main.inFlight + probe.inFlight, settings.held());
    }
}
