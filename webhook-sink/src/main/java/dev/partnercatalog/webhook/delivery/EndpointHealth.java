package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
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

    /**
     * An endpoint with fewer consecutive failures is not suspended, however long ago the first one was: the service
     * itself may have been down, or the webhook held, for most of that time. With the longest pauses it takes three
     * hours to get there.
     */
    private static final int FAILURES_BEFORE_SUSPENSION = 20;

    private final String partnerId;
    private final Window window;
    private final Duration suspendAfter;
    private final InstantSource clock;
    private final Backoff backoff;
    private final SyncedHealth recorded;

    private int refusals;
    private Instant spreadUntil = Instant.MIN;

    /** The longest pause is over by then, even if the recorded end came from a wrong clock. */
    private Instant longestWait = Instant.MIN;

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
        this.recorded = new SyncedHealth(endpoint, healthRecords, clock);
        boundWait();
        if (status() == Status.BACKING_OFF && !isWaiting()) {
            spreadUntil = clock.instant().plus(backoff.spread(current().failures()));
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

    /** Whether messages may be sent to it now, as far as the window has room. */
    boolean allowsDelivery() {
        return status() != Status.SUSPENDED && !isWaiting();
    }

    private boolean isWaiting() {
        Instant time = clock.instant();
        Instant retryAt = retryAt();
        return time.isBefore(spreadUntil) || (retryAt != null && time.isBefore(retryAt));
    }

    private @Nullable Instant retryAt() {
        Instant retryAt = current().retryAt();
        return retryAt == null || retryAt.isBefore(longestWait) ? retryAt : longestWait;
    }

    /** The pause lasts as long as its writer intended, whatever that clock said about its end. */
    private void boundWait() {
        Instant retryAt = current().retryAt();
        Duration pause = retryAt == null
                ? Backoff.MAX
                : Duration.between(Instant.ofEpochMilli(current().updatedAt()), retryAt);
        boolean known = !pause.isNegative() && pause.compareTo(Backoff.MAX) < 0;
        longestWait = clock.instant().plus(known ? pause : Backoff.MAX);
    }

    /** Records the outcome of an attempt with records, and the size of its message in bytes. */
    void delivered(Lane lane, Instant started, Outcome outcome, int bytes) {
        switch (outcome.result()) {
            case ACCEPTED -> accepted(started, bytes);
            case REFUSED -> refused(lane, started, outcome);
            case GONE -> suspend(current().accepted(millis(lastAccepted)), outcome.reason(), outcome);
            case FAILED -> failed(started, outcome);
            case STALE -> {} // The next attempt makes a new connection, which will show.
        }
    }

    private void accepted(Instant started, int bytes) {
        lastAccepted = clock.instant();
        refusals = 0;
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
        Instant time = time();
        Instant since = current().failingSince();
        Duration delay = backoff.delay(current().failures() + 1, outcome.retryAfter());
        RecordedHealth failed =
                current().accepted(millis(lastAccepted)).failed(outcome.reason(), time, time.plus(delay), suspendAfter);
        boolean longEnough = since != null && Duration.between(since, time).compareTo(suspendAfter) >= 0;
        if (longEnough && failed.failures() >= FAILURES_BEFORE_SUSPENSION) {
            long days = suspendAfter.toDays();
            suspend(failed, "nothing but failures for " + days + " days; the last one: " + outcome.reason(), outcome);
            return;
        }
        if (since == null) {
            LOG.warn("webhooks of partner {} fail: {}; retrying with growing pauses", partnerId, outcome.reason());
        }
        recorded.change(failed);
        boundWait();
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
            refusals = 0;
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
            spreadUntil = Instant.MIN;
            recorded.change(current().withAppliedResumes(resumes).retriedAt(time()));
        } else if (resumes > current().appliedResumes() && status() == Status.HEALTHY) {
            recorded.nothingToResume(resumes);
        }
    }

    /** Takes over what other instances have found out. */
    void look() {
        if (recorded.look() && status() != Status.HEALTHY) {
            window.close();
            boundWait();
            Instant updated = Instant.ofEpochMilli(current().updatedAt());
            Instant now = clock.instant();
            // Written by an instance whose clock is ahead: our own failures until then would count as already known.
            lastFailure = updated.isAfter(now) ? now : updated;
        }
    }

    EndpointState state() {
        return new EndpointState(
                partnerId,
                status(),
                current().failures(),
                current().failingSince(),
                isWaiting() ? retryAt() : null,
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
