package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.UnaryOperator;
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
     * Consecutive refusals after which the endpoint itself is considered at fault. Halving one batch of 100 down to a
     * refused record takes 7; an endpoint that refuses everything must not be tried twice for each record.
     */
    private static final int REFUSALS_IN_A_ROW = 20;

    private final String partnerId;
    private final Window window;
    private final Duration suspendAfter;
    private final InstantSource clock;
    private final Backoff backoff;
    private final SyncedHealth recorded;
    private final Suspicion suspicion = new Suspicion();
    private final Pause pause;

    private int refusals;

    /** Consecutive failures, without those of records that had failed alone before: they make nobody else wait. */
    private int failures;

    private @Nullable Instant lastFailure;
    private @Nullable Instant lastAccepted;

    /**
     * Continues where this or another instance left off.
     *
     * @param window the endpoint's window, widened and closed as its attempts go
     * @param suspendAfter how long the endpoint may do nothing but fail
     */
    EndpointHealth(
            Endpoint endpoint,
            Window window,
            Duration suspendAfter,
            InstantSource clock,
            Backoff backoff,
            HealthRecords healthRecords) {
        this.partnerId = endpoint.partnerId();
        this.window = window;
        this.suspendAfter = suspendAfter;
        this.clock = clock;
        this.backoff = backoff;
        this.pause = new Pause(clock);
        this.recorded = new SyncedHealth(endpoint, healthRecords, clock);
        adopt();
        if (status() == Status.BACKING_OFF && !pause.lasts(current(), clock.instant())) {
            pause.spread(backoff.spread(current().failures()));
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
        return status() == Status.SUSPENDED && resumes > current().appliedResumes();
    }

    /** Whether messages of a lane may be sent to it now, as far as the window has room. */
    boolean allowsDelivery(Lane lane) {
        Instant time = clock.instant();
        if (status() == Status.SUSPENDED || (lane == Lane.SUSPECT && !suspicion.allows(time))) {
            return false;
        }
        if (current().othersContinue() && !lane.isAside()) {
            return !pause.isSpreading(time);
        }
        Duration after = status() == Status.HEALTHY ? Duration.ZERO : lane.waitsAfterPause();
        return !pause.lasts(current(), time.minus(after));
    }

    /**
     * Records the outcome of an attempt with records, and the size of its message in bytes. Returns the outcome, or that
     * the message is suspected of it.
     */
    Outcome delivered(Lane lane, Instant started, Outcome outcome, int bytes) {
        if (lane.isAside() && outcome.mayBeOfRecord() && status() != Status.SUSPENDED) {
            if (lane == Lane.REFUSED) {
                return failedAlone(outcome);
            }
            if (suspicion.failed(clock.instant())) {
                return outcome.suspected();
            }
        }
        switch (outcome.result()) {
            case ACCEPTED -> accepted(started, bytes);
            case REFUSED -> refused(lane, started, outcome);
            case GONE -> suspend(current().accepted(millis(lastAccepted)), outcome.reason(), outcome);
            case FAILED -> failed(started, outcome);
            // After a stale connection, the next attempt makes a new one, which will show.
            case SUSPECTED, STALE -> {}
        }
        return outcome;
    }

    /**
     * One record that failed alone before. While its endpoint accepts others, that says nothing about the endpoint.
     * Otherwise it says nothing new about the record, which then waits for the endpoint, without making others wait.
     */
    private Outcome failedAlone(Outcome outcome) {
        if (status() == Status.HEALTHY) {
            return outcome.suspected();
        }
        failed(outcome, backoff.delay(current().failures() + 1, null), RecordedHealth::failedAlone);
        return outcome;
    }

    private void accepted(Instant started, int bytes) {
        lastAccepted = clock.instant();
        clear();
        window.answered(bytes, Duration.between(started, lastAccepted));
        if (status() == Status.BACKING_OFF) {
            LOG.info(
                    "webhooks of partner {} are accepted again after {} failures",
                    partnerId,
                    current().failures());
            recorded.change(RecordedHealth.healthy(current().appliedResumes(), time()));
        }
    }

    private void refused(Lane lane, Instant started, Outcome outcome) {
        // A record that was refused before says nothing new about its endpoint.
        if (lane != Lane.REFUSED && ++refusals > REFUSALS_IN_A_ROW) {
            failed(started, outcome);
        }
    }

    private void failed(Instant started, Outcome outcome) {
        // Attempts that were in flight together fail together: that is one failure, not several.
        if (status() == Status.SUSPENDED || (lastFailure != null && !started.isAfter(lastFailure))) {
            return;
        }
        lastFailure = clock.instant();
        window.close();
        failed(outcome, backoff.delay(++failures, outcome.retryAfter()), UnaryOperator.identity());
    }

    private void failed(Outcome outcome, Duration delay, UnaryOperator<RecordedHealth> how) {
        Instant time = time();
        RecordedHealth failed = how.apply(current()
                .accepted(millis(lastAccepted))
                .failed(outcome.reason(), time, time.plus(delay), suspendAfter));
        if (failed.hasFailedFor(suspendAfter, time)) {
            long days = suspendAfter.toDays();
            suspend(failed, "nothing but failures for " + days + " days; the last one: " + outcome.reason(), outcome);
            return;
        }
        if (current().failingSince() == null) {
            LOG.warn("webhooks of partner {} fail: {}; retrying with growing pauses", partnerId, outcome.reason());
        }
        recorded.change(failed);
        pause.begin(current());
    }

    private void suspend(RecordedHealth before, String why, Outcome outcome) {
        if (status() != Status.SUSPENDED) {
            LOG.warn("webhooks of partner {} are suspended until its setting changes: {}", partnerId, why);
            recorded.change(before.suspended(why, outcome.reason(), time()));
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
            recorded.change(RecordedHealth.healthy(probedResumes, time()));
        } else {
            String why = "the ping to end the suspension was not accepted: " + outcome.reason();
            LOG.warn("webhooks of partner {} stay suspended: {}", partnerId, why);
            recorded.change(current().suspended(why, outcome.reason(), time()).withAppliedResumes(probedResumes));
        }
    }

    /**
     * A resume was requested. If the endpoint isn't suspended, there is nothing to probe: it is tried at once.
     *
     * @param resumes the total number of requests
     */
    void applyResumes(long resumes) {
        if (resumes > current().appliedResumes() && status() == Status.BACKING_OFF) {
            pause.endSpread();
            suspicion.clear();
            recorded.change(current().withAppliedResumes(resumes).retriedAt(time()));
        } else if (resumes > current().appliedResumes() && status() == Status.HEALTHY) {
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
            Instant updated = Instant.ofEpochMilli(current().updatedAt());
            Instant now = clock.instant();
            // Written by an instance whose clock is ahead: our own failures until then would count as already known.
            lastFailure = updated.isAfter(now) ? now : updated;
        }
    }

    private void adopt() {
        pause.begin(current());
        if (status() == Status.HEALTHY) {
            clear();
        } else if (!current().othersContinue()) {
            failures = current().failures();
        }
    }

    private void clear() {
        refusals = 0;
        failures = 0;
        suspicion.clear();
    }

    EndpointState state() {
        return new EndpointState(
                partnerId,
                status(),
                current().failures(),
                current().failingSince(),
                pause.lasts(current(), clock.instant()) ? pause.retryAt(current()) : null,
                current().accepted(lastAccepted).lastAccepted(),
                current().suspension() == null
                        ? current().lastFailure()
                        : current().suspension(),
                window.inFlight(),
                null,
                current().since(),
                current().retryAt(),
                current().suspendsAt());
    }

    private RecordedHealth current() {
        return recorded.current();
    }

    private Status status() {
        return recorded.current().status();
    }

    private Instant time() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private static @Nullable Instant millis(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.MILLIS);
    }
}
