package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many attempts an endpoint may have in flight, or whether it gets none for a while or none at all (D26). An
 * endpoint starts with one attempt and gets one more for each quick answer; a failure takes it back to one, after a
 * pause. Each failure and the first success after it are recorded for the next start and for other instances. Not
 * thread-safe: its {@link EndpointQueue} guards it.
 */
final class EndpointHealth {

    private static final Logger LOG = LoggerFactory.getLogger(EndpointHealth.class);

    private static final Duration LATELY = Duration.ofSeconds(1);

    /**
     * Consecutive refusals of whole messages after which the endpoint itself is considered at fault; and of parts after
     * which records go one by one. Halving one batch of 100 down to a refused record takes 7.
     */
    private static final int REFUSALS_IN_A_ROW = 20;

    /** An endpoint that has done nothing but refuse single records for so long is considered at fault. */
    private static final Duration NOTHING_BUT_REFUSALS = Duration.ofDays(1);

    private final String partnerId;
    private final Window window;
    private final InstantSource clock;
    private final Backoff backoff;
    private final RecordedHealth recorded;
    private final Suspicion suspicion = new Suspicion();
    private final PriorityTurns turns = new PriorityTurns();
    private final Pause pause;

    private int refusals;
    private int refusalsOfParts;
    private @Nullable Instant refusingSince;

    /** Consecutive failures, without those of records that had failed alone before: they make nobody else wait. */
    private int failures;

    private @Nullable Instant lastFailure;

    /** When it last asked for time, or another instance's pause became known, for which it may have asked. */
    private @Nullable Instant lastAsked;

    private @Nullable Instant lastAccepted;

    /**
     * Continues where this or another instance left off.
     *
     * @param window the endpoint's window, widened and closed as its attempts go
     */
    EndpointHealth(String partnerId, Window window, InstantSource clock, Backoff backoff, RecordedHealth recorded) {
        this.partnerId = partnerId;
        this.window = window;
        this.clock = clock;
        this.backoff = backoff;
        this.recorded = recorded;
        this.pause = new Pause(clock);
        adopt();
        if (status() == Status.BACKING_OFF && !pause.lasts(recorded, clock.instant())) {
            pause.spread(backoff.spread(recorded.failures()));
        }
    }

    /** The endpoint is no longer in use. */
    void retire() {
        recorded.retire();
    }

    /** Whether it may count on a slot. */
    AttemptSlots.Standing standing() {
        if (status() != Status.HEALTHY) {
            return AttemptSlots.Standing.FAILING;
        }
        return lastAccepted == null ? AttemptSlots.Standing.NEW : AttemptSlots.Standing.PROVEN;
    }

    /** Whether its recent attempts succeeded, the last of them just now. */
    boolean hasAcceptedLately() {
        Instant time = clock.instant();
        return lastAccepted != null
                && status() == Status.HEALTHY
                && !time.isBefore(lastAccepted) // The clock may have been set back.
                && time.isBefore(lastAccepted.plus(LATELY));
    }

    /** Whether it is suspended and a resume was requested after the last ping that should have ended the suspension. */
    boolean needsProbe(long resumes) {
        return status() == Status.SUSPENDED && resumes > recorded.appliedResumes();
    }

    /** Whether messages of a priority may be sent to it now, as far as the window has room. */
    boolean allowsDelivery(Priority priority) {
        Instant time = clock.instant();
        if (status() == Status.SUSPENDED || (priority == Priority.SUSPECT && !suspicion.allows(time))) {
            return false;
        }
        if (recorded.othersContinue() && !priority.isAside()) {
            return !pause.isSpreading(time);
        }
        if (status() == Status.HEALTHY) {
            return !pause.lasts(recorded, time);
        }
        boolean allows = !pause.lasts(recorded, time.minus(turns.waitsAfterPause(priority)))
                && (priority.isAside() || !turns.lasts(time));
        if (!allows) {
            turns.ask(priority);
        }
        return allows;
    }

    /**
     * Records the outcome of an attempt with records, and the size of its message in bytes. Returns the outcome, or that
     * the message is suspected of it.
     */
    Outcome delivered(Priority priority, Instant started, Outcome outcome, int bytes) {
        if (priority.isAside() && outcome.mayBeOfRecord() && status() != Status.SUSPENDED) {
            return priority == Priority.REFUSED ? failedAlone(started, outcome) : suspectFailed(started, outcome);
        }
        switch (outcome.result()) {
            case ACCEPTED -> accepted(started, bytes);
            case REFUSED -> {
                return refused(priority, started, outcome);
            }
            case GONE -> recorded.gone(outcome, lastAccepted);
            case FAILED -> failed(priority, started, outcome);
            // After a stale connection, the next attempt makes a new one, which will show.
            case REFUSED_AGAIN, SUSPECTED, STALE -> {}
        }
        return outcome;
    }

    /** The endpoint is left alone for as long as it asks, whatever the cause of the failure is. */
    private Outcome suspectFailed(Instant started, Outcome outcome) {
        Instant now = clock.instant();
        boolean suspected = suspicion.failed(now);
        if (!suspected || outcome.retryAfter() != null) {
            failed(Priority.SUSPECT, started, outcome);
        } else {
            turns.suspected(now);
        }
        return suspected ? outcome.suspected() : outcome;
    }

    /**
     * One record that failed alone before. While its endpoint accepts others, that says nothing about the endpoint.
     * Otherwise it says nothing new about the record, which then waits for the endpoint, without making others wait.
     */
    private Outcome failedAlone(Instant started, Outcome outcome) {
        if (status() == Status.HEALTHY) {
            return outcome.suspected();
        }
        failedApart(Priority.REFUSED, started, outcome, true);
        return outcome;
    }

    private void accepted(Instant started, int bytes) {
        lastAccepted = clock.instant();
        boolean wasInFlight = lastAsked != null && !started.isAfter(lastAsked);
        if (wasInFlight && !recorded.othersContinue() && pause.lasts(recorded, lastAccepted)) {
            return; // What was sent before the endpoint asked for time doesn't take that back.
        }
        clear();
        window.answered(bytes, Duration.between(started, lastAccepted));
        if (status() == Status.BACKING_OFF) {
            LOG.info("webhooks of partner {} are accepted again after {} failures", partnerId, recorded.failures());
            recorded.recovered(recorded.appliedResumes(), lastAccepted);
        }
    }

    /** What changes goes on to be tried while only parts of messages, or single records, are refused. */
    private Outcome refused(Priority priority, Instant started, Outcome outcome) {
        Instant now = clock.instant();
        refusingSince = refusingSince == null ? now : refusingSince;
        boolean alone = status() == Status.HEALTHY || recorded.othersContinue();
        switch (priority) {
            case REFUSED -> {
                // A record that was refused before says nothing new about its endpoint, which may do so itself.
                boolean asks = status() != Status.HEALTHY && outcome.retryAfter() != null;
                if (asks || !now.isBefore(refusingSince.plus(NOTHING_BUT_REFUSALS))) {
                    failedApart(priority, started, outcome, alone);
                }
            }
            case SUSPECT -> {
                boolean again = ++refusalsOfParts > REFUSALS_IN_A_ROW;
                if (again || outcome.retryAfter() != null) {
                    failedApart(priority, started, outcome, alone);
                }
                return again ? outcome.refusedAgain() : outcome;
            }
            case LIVE, BACKLOG, PING, PROBE -> {
                if (++refusals > REFUSALS_IN_A_ROW || outcome.retryAfter() != null) {
                    failed(priority, started, outcome);
                }
            }
        }
        return outcome;
    }

    /**
     * An attempt that was made aside failed, and the next ones wait, unless the endpoint asks for time: then everything
     * does.
     *
     * @param alone whether others continue
     */
    private void failedApart(Priority priority, Instant started, Outcome outcome, boolean alone) {
        if (outcome.retryAfter() != null) {
            failed(priority, started, outcome);
            return;
        }
        turns.failed(priority);
        failed(outcome, backoff.delay(recorded.failures() + 1, null), alone);
    }

    private void failed(Priority priority, Instant started, Outcome outcome) {
        boolean asks = outcome.retryAfter() != null;
        lastAsked = asks ? clock.instant() : lastAsked;
        // Attempts that were in flight together fail together: that is one failure, not several.
        if (lastFailure != null && !started.isAfter(lastFailure) && (!asks || status() == Status.BACKING_OFF)) {
            if (asks) {
                recorded.extended(backoff.delay(1, outcome.retryAfter()));
                pause.begin(recorded);
            }
            return;
        }
        lastFailure = clock.instant();
        turns.failed(priority);
        window.close();
        failed(outcome, backoff.delay(++failures, outcome.retryAfter()), false);
    }

    /** Only a ping, or another setting, ends a suspension: not what was in flight when it began. */
    private void failed(Outcome outcome, Duration delay, boolean alone) {
        if (status() == Status.SUSPENDED) {
            return;
        }
        recorded.failed(outcome, delay, alone, lastAccepted);
        if (status() == Status.BACKING_OFF) {
            pause.begin(recorded);
        }
    }

    /**
     * Records the outcome of the ping that a suspended endpoint has to accept before anything else is sent.
     *
     * @param probedResumes the number of resume requests when the ping was sent
     */
    void probed(Outcome outcome, long probedResumes) {
        if (status() != Status.SUSPENDED) {
            return;
        }
        if (outcome.result() == Outcome.Result.ACCEPTED) {
            LOG.info("webhooks of partner {} resume", partnerId);
            lastAccepted = clock.instant();
            window.close();
            clear();
            recorded.recovered(probedResumes, lastAccepted);
        } else {
            String why = "the ping to end the suspension was not accepted: " + outcome.reason();
            LOG.warn("webhooks of partner {} stay suspended: {}", partnerId, why);
            recorded.staysSuspended(why, outcome, probedResumes);
        }
    }

    /**
     * A resume was requested. If the endpoint isn't suspended, there is nothing to probe: it is tried at once.
     *
     * @param resumes the total number of requests
     */
    void applyResumes(long resumes) {
        if (resumes > recorded.appliedResumes() && status() == Status.BACKING_OFF) {
            pause.endSpread();
            suspicion.clear();
            recorded.retriedNow(resumes);
        } else if (resumes > recorded.appliedResumes() && status() == Status.HEALTHY) {
            recorded.nothingToResume(resumes);
        }
    }

    /** Takes over what other instances have found out. */
    void look() {
        if (!recorded.look()) {
            return;
        }
        adopt();
        if (status() != Status.HEALTHY) {
            window.close();
            Instant updated = recorded.updatedAt();
            Instant now = clock.instant();
            // Written by an instance whose clock is ahead: our own failures until then would count as already known.
            lastFailure = updated.isAfter(now) ? now : updated;
            lastAsked = now;
        }
    }

    private void adopt() {
        pause.begin(recorded);
        if (status() == Status.HEALTHY) {
            clear();
        } else if (!recorded.othersContinue()) {
            failures = recorded.failures();
        }
    }

    private void clear() {
        refusals = 0;
        refusalsOfParts = 0;
        refusingSince = null;
        failures = 0;
        suspicion.clear();
        turns.clear();
    }

    EndpointState state() {
        return recorded.state(
                pause.lasts(recorded, clock.instant()) ? pause.retryAt(recorded) : null,
                lastAccepted,
                window.inFlight());
    }

    private Status status() {
        return recorded.status();
    }
}
