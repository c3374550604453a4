package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.runtime.configuration.WebhookHold;
import dev.partnercatalog.webhook.message.Message;
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
 * endpoint asks for time and accepts nothing else, or with a 429, or if everything fails. One ping at a time goes through, whatever the
 * endpoint's state. Thread-safe.
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

    /** An attempt that has ended; it is single if it had one record, or none. */
    record Tried(
            int partition,
            Instant started,
            int bytes,
            boolean isSingle,
            @Nullable Instant failedSince) {

        static Tried of(int partition, Instant started, Message message, @Nullable Instant failedSince) {
            boolean isSingle = message.contents().records() + message.contents().removed() <= 1;
            return new Tried(partition, started, message.body().length, isSingle, failedSince);
        }
    }

    private final InstantSource clock;
    private final Backoff backoff;
    private final EndpointRows recorded;
    private final Window window;
    private final LaneTraffic main = new LaneTraffic();
    private final LaneTraffic probe = new LaneTraffic();
    private EndpointSettings settings;
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

    /** Whether something has waited for the end of the endpoint's pause. */
    private boolean mainWaits;

    private boolean probesWait;
    private int failedProbes;
    private Instant probesAt = Instant.MIN;

    /** When it last asked for time, or another instance's pause became known, for which it may have asked. */
    private @Nullable Instant lastAsked;

    private @Nullable Instant lastRecorded;

    private Instant spreadUntil = Instant.MIN;

    /** Continues where this or another instance left off. */
    EndpointInUse(
            EndpointSettings settings,
            Endpoints.Limits limits,
            InstantSource clock,
            Backoff backoff,
            EndpointRecords healthRecords) {
        this.settings = settings;
        this.clock = clock;
        this.backoff = backoff;
        this.window = new Window(limits.perEndpoint());
        this.recorded = new EndpointRows(settings.endpoint(), limits.suspendAfter(), healthRecords, clock);
        adopt();
        if (status() == EndpointStatus.BACKING_OFF && !isPaused(clock.instant())) {
            // Endpoints whose pauses ended during a downtime aren't all tried at once.
            spreadUntil = clock.instant().plus(backoff.spread(recorded.failures()));
        }
        applyResumes();
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
            refresh();
            applyResumes();
        }
        beginOrWithhold();
    }

    private void noteHold(@Nullable WebhookHold before) {
        if (settings.hold() == WebhookHold.NO_CLIENT && before != WebhookHold.NO_CLIENT) {
            LOG.warn(
                    "webhooks of partner {} are {}: './catalog client create --partner-id {}' creates one",
                    partnerId(),
                    WebhookHold.NO_CLIENT.words(),
                    partnerId());
        }
    }

    private String partnerId() {
        return settings.endpoint().partnerId();
    }

    /** It is no longer in use: attempts still in flight there must not count for its successor. */
    void retire() {
        synchronized (this) {
            recorded.retire();
        }
        close();
    }

    void close() {
        synchronized (this) {
            closed = true;
        }
        beginOrWithhold();
    }

    // Places

    private LaneTraffic of(Lane lane) {
        return lane == Lane.MAIN ? main : probe;
    }

    private int widthOf(Lane lane) {
        return lane == Lane.MAIN ? window.width() : 1;
    }

    /** Takes a place in a lane; returns whether there is one and messages may be sent. */
    synchronized boolean tryAcquire(Lane lane) {
        refresh();
        int places = lane == Lane.MAIN ? window.places() : 1;
        if (settings.held() || !allows(lane) || of(lane).taken >= places) {
            return false;
        }
        of(lane).taken++;
        return true;
    }

    /** Takes the place of the ping; the same. */
    synchronized boolean tryPing(boolean toResume, int partition) {
        refresh();
        if (toResume) {
            recorded.recordResume(partition);
        }
        if (settings.held() || pinging || (toResume && !recorded.isResumeDue())) {
            return false;
        }
        pinging = true;
        resuming = toResume ? settings.control().getResumes() : null;
        return true;
    }

    /**
     * How unlikely it is that a message ends soon that takes a place now: 0 if it may begin and its endpoint accepts
     * messages, 1 if one of both isn't so, 2 if the endpoint fails.
     */
    synchronized int risk(Lane lane) {
        if (status() != EndpointStatus.HEALTHY) {
            return 2;
        }
        return !recorded.hasAccepted() || of(lane).taken >= widthOf(lane) ? 1 : 0;
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
    void offer(LaneTraffic.Ready message) {
        synchronized (this) {
            of(message.lane()).offer(message);
        }
        beginOrWithhold();
    }

    synchronized boolean takeBack(LaneTraffic.Ready message) {
        return of(message.lane()).takeBack(message);
    }

    /** Starts what may start, and gives back what is ready if nothing may be sent for a while. */
    private void beginOrWithhold() {
        List<LaneTraffic.Ready> begun = new ArrayList<>();
        List<LaneTraffic.Ready> withheld = new ArrayList<>();
        synchronized (this) {
            for (Lane lane : Lane.values()) {
                boolean isOpen = of(lane).hasReady() && !closed && !settings.held() && allows(lane);
                of(lane).poll(isOpen, widthOf(lane), begun, withheld);
            }
        }
        withheld.forEach(LaneTraffic.Ready::withhold);
        begun.forEach(LaneTraffic.Ready::begin);
    }

    // When it may be tried

    private boolean allows(Lane lane) {
        Instant time = clock.instant();
        // A pause that would last longer was set before the clock was set back: it is over.
        boolean isEarly = time.isBefore(probesAt) && !time.plus(Backoff.MIN).isBefore(probesAt);
        if (status() == EndpointStatus.SUSPENDED || (lane == Lane.PROBE && isEarly)) {
            return false;
        }
        if (lane == Lane.MAIN && recorded.othersContinue()) {
            mainWaits = time.isBefore(spreadUntil);
            return !mainWaits;
        }
        boolean allows = !isPaused(time.minus(waitsForTurn(lane)));
        mainWaits |= lane == Lane.MAIN && !allows;
        probesWait |= lane == Lane.PROBE && !allows;
        return allows;
    }

    /**
     * After a pause, the lane that failed last waits for the other one: otherwise messages that fail at once would keep
     * those from being tried that show which record is at fault, or that the endpoint has recovered. Nobody waits for
     * probes that don't wait themselves; changes may come any time.
     */
    private Duration waitsForTurn(Lane lane) {
        boolean probesGoFirst = lastFailed == Lane.MAIN && probesWait;
        boolean isItsTurn = (lane == Lane.PROBE) == probesGoFirst;
        return status() == EndpointStatus.HEALTHY || isItsTurn ? Duration.ZERO : TURN;
    }

    private boolean isPaused(Instant time) {
        Instant retryAt = recorded.retryAt();
        return time.isBefore(spreadUntil) || (retryAt != null && time.isBefore(retryAt));
    }

    // What attempts say about it

    /** Returns the outcome, or that the message is suspected of it. */
    Outcome completed(@Nullable Lane lane, Tried tried, Outcome outcome) {
        try {
            synchronized (this) {
                released(lane);
                refresh();
                if (lane == null) {
                    pinged(tried.partition(), outcome);
                    return outcome;
                }
                of(lane).inFlight--;
                return delivered(lane, tried, outcome);
            }
        } finally {
            // Messages that are ready hold places, so they must go on even if the outcome couldn't be recorded.
            beginOrWithhold();
        }
    }

    private Outcome delivered(Lane lane, Tried tried, Outcome outcome) {
        switch (outcome.result()) {
            case ACCEPTED -> accepted(tried);
            case REFUSED -> {
                return refused(lane, tried, outcome);
            }
            case GONE -> recorded.gone(tried.partition(), outcome);
            case FAILED -> {
                if (lane == Lane.PROBE && outcome.mayBeOfRecord() && status() != EndpointStatus.SUSPENDED) {
                    return probeFailed(tried, outcome);
                }
                if (!holdsOnlyItself(tried, outcome)) {
                    failed(lane, tried, outcome);
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
        if (wasInFlight && !recorded.othersContinue() && isPaused(now)) {
            return; // What was sent before the endpoint asked for time doesn't take that back.
        }
        clear();
        window.answered(tried.bytes(), Duration.between(tried.started(), now));
        if (status() == EndpointStatus.BACKING_OFF) {
            LOG.info("webhooks of partner {} are accepted again after {} failures", partnerId(), recorded.failures());
            recorded.recovered(tried.partition());
        }
    }

    /**
     * Whether a message of the probe lane is at fault itself, since the endpoint accepts others: then it waits alone,
     * however long the endpoint asks for (D37). A 429 isn't asked about here: it is the endpoint's.
     */
    private boolean isAtFault(Lane lane, Tried tried) {
        return lane == Lane.PROBE
                && (hasAcceptedSince(tried) || (tried.isSingle() && status() == EndpointStatus.HEALTHY));
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
        boolean isAtFault = isAtFault(Lane.PROBE, tried);
        boolean suspected = isAtFault && tried.isSingle();
        if (!suspected) {
            // The first one has waited like any other message. If nothing is accepted, the next ones take their time.
            probesAt = failedProbes == 0 ? Instant.MIN : clock.instant().plus(Backoff.MIN);
            suspected = ++failedProbes <= FAILED_PROBES_IN_A_ROW;
        }
        if (outcome.retryAfter() != null && !isAtFault) {
            failed(Lane.PROBE, tried, outcome);
        } else if (suspected) {
            turn(Lane.PROBE);
        } else {
            failedApart(tried, outcome);
        }
        return suspected ? outcome.suspected() : outcome;
    }

    /** What changes goes on to be tried while only parts of messages, or single records, are refused. */
    private Outcome refused(Lane lane, Tried tried, Outcome outcome) {
        Instant now = clock.instant();
        refusingSince = refusingSince == null ? now : refusingSince;
        boolean tooMany;
        if (lane == Lane.MAIN) {
            tooMany = ++refusals > REFUSALS_IN_A_ROW;
        } else if (tried.isSingle()) {
            // That one record is refused says nothing about its endpoint.
            tooMany = !now.isBefore(refusingSince.plus(NOTHING_BUT_REFUSALS));
        } else {
            tooMany = ++refusedParts > REFUSALS_IN_A_ROW;
        }
        if (outcome.retryAfter() != null && !isAtFault(lane, tried)) {
            failed(lane, tried, outcome);
        } else if (tooMany && lane == Lane.MAIN) {
            failed(lane, tried, outcome);
        } else if (tooMany) {
            failedApart(tried, outcome);
        }
        return tooMany && lane == Lane.PROBE && !tried.isSingle() ? outcome.refusedAgain() : outcome;
    }

    /** Probes wait, and what changes too if it has waited as well: then there is one attempt after each pause. */
    private void failedApart(Tried tried, Outcome outcome) {
        if (mainWaits) {
            failed(Lane.PROBE, tried, outcome);
        } else {
            turn(Lane.PROBE);
            record(tried, outcome, backoff.delay(recorded.failures() + 1, null), true);
        }
    }

    private void failed(Lane lane, Tried tried, Outcome outcome) {
        boolean asks = outcome.retryAfter() != null;
        lastAsked = asks ? clock.instant() : lastAsked;
        // Attempts that were in flight together fail together: that is one failure, not several.
        if (lastFailure != null
                && !tried.started().isAfter(lastFailure)
                && (!asks || status() == EndpointStatus.BACKING_OFF)) {
            if (asks) {
                recorded.extended(tried.partition(), backoff.delay(1, outcome.retryAfter()));
            }
            return;
        }
        lastFailure = clock.instant();
        turn(lane);
        window.close();
        record(tried, outcome, backoff.delay(++failures, outcome.retryAfter()), false);
    }

    /** Only a ping, or another setting, ends a suspension: not what was in flight when it began. */
    private void record(Tried tried, Outcome outcome, Duration delay, boolean othersContinue) {
        if (status() != EndpointStatus.SUSPENDED) {
            recorded.failed(tried.partition(), outcome, delay, othersContinue);
        }
    }

    private void turn(Lane failed) {
        lastFailed = failed;
        mainWaits = false;
        probesWait = false;
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
            window.close();
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
            spreadUntil = Instant.MIN;
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
            window.close();
            Instant updated = recorded.updatedAt();
            Instant now = clock.instant();
            // Written by an instance whose clock is ahead: our own failures until then would count as already known.
            lastFailure = updated.isAfter(now) ? now : updated;
            lastAsked = now;
        }
    }

    private void adopt() {
        if (status() == EndpointStatus.HEALTHY) {
            clear();
        } else if (!recorded.othersContinue()) {
            failures = recorded.failures();
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
        if (lastRecorded != null && !now.isBefore(lastRecorded) && now.isBefore(lastRecorded.plus(BETWEEN_RECORDED))) {
            return false;
        }
        lastRecorded = now;
        return true;
    }

    synchronized EndpointState state() {
        refresh();
        return new EndpointState(recorded.health(), main.inFlight + probe.inFlight, settings.held());
    }
}
