package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNullElse;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of an endpoint's health that outlives the process (D26), kept in step with what other instances write: the
 * later of two records wins, but a failure takes back nothing that its writer hadn't seen. Not thread-safe: its
 * {@link EndpointInUse} guards it.
 */
final class RecordedHealth {

    private static final Logger LOG = LoggerFactory.getLogger(RecordedHealth.class);

    /**
     * An endpoint with fewer consecutive failures is not suspended, however long ago the first one was: the service
     * itself may have been down, or the webhook held, for most of that time. With the longest pauses it takes three
     * hours to get there.
     */
    private static final int FAILURES_BEFORE_SUSPENSION = 20;

    private final Endpoint endpoint;
    private final Duration suspendAfter;
    private final EndpointRecords records;
    private final InstantSource clock;
    private WebhookEndpoint current;
    private long seenVersion;
    /** Nothing was recorded by then, by this machine's clock. */
    private long emptyAt;

    private boolean isWritten;
    private boolean retired;

    /**
     * Continues with what is recorded about the endpoint; starts from scratch if that was for another URL.
     *
     * @param suspendAfter how long the endpoint may do nothing but fail
     * @throws RegistryUnavailableException if it can't be read yet
     */
    RecordedHealth(Endpoint endpoint, Duration suspendAfter, EndpointRecords records, InstantSource clock) {
        this.endpoint = endpoint;
        this.suspendAfter = suspendAfter;
        this.records = records;
        this.clock = clock;
        this.seenVersion = records.version();
        WebhookEndpoint written = records.of(endpoint.partnerId());
        this.isWritten = written != null;
        this.emptyAt = written == null ? clock.millis() : 0;
        this.current = written == null ? healthy(0, null).build() : written;
        if (!current.getUrl().equals(endpoint.url())) {
            change(healthy(current.getAppliedResumes(), null));
        }
    }

    Status status() {
        return Status.of(current);
    }

    /** Consecutive failures, 0 if it is healthy. */
    int failures() {
        return current.getFailures();
    }

    /** When it may be tried again, null unless it is backing off. */
    @Nullable
    Instant retryAt() {
        return EndpointState.instant(current.getBackingOffUntil());
    }

    /** When this was recorded: the later record wins. The beginning of 1970 if nothing has ever happened. */
    Instant updatedAt() {
        return Instant.ofEpochMilli(current.getUpdatedAt());
    }

    /** How many of the requests to resume were acted on. */
    long appliedResumes() {
        return current.getAppliedResumes();
    }

    /** Whether the pause is only for records that have failed alone (D37). */
    boolean othersContinue() {
        return current.getOthersContinue();
    }

    /**
     * Its state at this moment.
     *
     * @param retryAt when it may be tried again, null unless it is backing off
     * @param lastAccepted when it last accepted something, as far as this process knows
     * @param inFlight number of attempts in flight
     */
    EndpointState state(@Nullable Instant retryAt, @Nullable Instant lastAccepted, int inFlight) {
        return new EndpointState(accepted(lastAccepted).build(), retryAt, inFlight, null);
    }

    /** It accepted a message, and everything before is forgotten. */
    void recovered(long appliedResumes, Instant lastAccepted) {
        change(healthy(appliedResumes, lastAccepted));
    }

    /**
     * One more consecutive failure: it backs off, or is suspended if it has done nothing but fail for too long.
     *
     * @param pause until it may be tried again
     * @param alone whether only a record that had failed alone before has failed again: the pause is for such records
     */
    void failed(Outcome outcome, Duration pause, boolean alone, @Nullable Instant lastAccepted) {
        long now = clock.millis();
        boolean isFirst = current.getFailingSince() == null;
        long since = requireNonNullElse(current.getFailingSince(), now);
        WebhookEndpoint.Builder failed = accepted(lastAccepted)
                .setStatus(EndpointStatus.BACKING_OFF)
                .setFailures(failures() + 1)
                .setFailingSince(since)
                .setBackingOffUntil(now + pause.toMillis())
                .setSuspension(null)
                .setLastFailure(outcome.reason())
                .setSuspendsAt(since + suspendAfter.toMillis())
                .setOthersContinue(alone);
        if (failed.getFailures() >= FAILURES_BEFORE_SUSPENSION && now - since >= suspendAfter.toMillis()) {
            long days = suspendAfter.toDays();
            suspend(failed, "nothing but failures for " + days + " days; the last one: " + outcome.reason(), outcome);
            return;
        }
        if (isFirst) {
            LOG.warn(
                    "webhooks of partner {} fail: {}; retrying with growing pauses",
                    endpoint.partnerId(),
                    outcome.reason());
        }
        change(keepPause(failed, current));
    }

    /** While it backs off, it asks to be left alone, if not for longer already. */
    void extended(Duration pause) {
        change(keepPause(
                WebhookEndpoint.newBuilder(current)
                        .setBackingOffUntil(clock.millis() + pause.toMillis())
                        .setOthersContinue(false),
                current));
    }

    /** No failure ends or opens a pause for everything that lasts; one that another clock has set doesn't. */
    private WebhookEndpoint.Builder keepPause(WebhookEndpoint.Builder failed, WebhookEndpoint before) {
        long now = clock.millis();
        long until = requireNonNullElse(before.getBackingOffUntil(), now);
        boolean lasts = !before.getOthersContinue() && until > now && until - now <= Backoff.MAX.toMillis();
        if (lasts && (failed.getOthersContinue() || requireNonNullElse(failed.getBackingOffUntil(), now) < until)) {
            failed.setBackingOffUntil(until).setOthersContinue(false);
        }
        return failed;
    }

    /** Its response says that it doesn't exist any more. */
    void gone(Outcome outcome, @Nullable Instant lastAccepted) {
        suspend(accepted(lastAccepted), outcome.reason(), outcome);
    }

    private void suspend(WebhookEndpoint.Builder before, String why, Outcome outcome) {
        if (status() != Status.SUSPENDED) {
            LOG.warn("webhooks of partner {} are suspended until its setting changes: {}", endpoint.partnerId(), why);
            change(suspended(before, why, outcome));
        }
    }

    /** It is suspended and didn't accept the ping that would have ended that. */
    void staysSuspended(String why, Outcome outcome, long probedResumes) {
        change(suspended(WebhookEndpoint.newBuilder(current), why, outcome).setAppliedResumes(probedResumes));
    }

    private WebhookEndpoint.Builder suspended(WebhookEndpoint.Builder before, String why, Outcome outcome) {
        return before.setStatus(EndpointStatus.SUSPENDED)
                .setFailingSince(requireNonNullElse(before.getFailingSince(), clock.millis()))
                .setBackingOffUntil(null)
                .setSuspension(why)
                .setLastFailure(outcome.reason())
                .setSuspendsAt(null)
                .setOthersContinue(false);
    }

    /** A resume was requested while it backs off: its pause is over. */
    void retriedNow(long appliedResumes) {
        change(WebhookEndpoint.newBuilder(current)
                .setAppliedResumes(appliedResumes)
                .setBackingOffUntil(clock.millis())
                .setOthersContinue(false));
    }

    /** A resume was requested for a healthy endpoint: remembered for its next change, not worth a record. */
    void nothingToResume(long resumes) {
        current = WebhookEndpoint.newBuilder(current).setAppliedResumes(resumes).build();
    }

    private WebhookEndpoint.Builder healthy(long appliedResumes, @Nullable Instant lastAccepted) {
        return WebhookEndpoint.newBuilder()
                .setPartnerId(endpoint.partnerId())
                .setUrl(endpoint.url())
                .setStatus(EndpointStatus.HEALTHY)
                .setUpdatedAt(0)
                .setAppliedResumes(appliedResumes)
                .setLastAccepted(lastAccepted == null ? null : lastAccepted.toEpochMilli());
    }

    /** The same, with this last acceptance if it is later than the known one. */
    private WebhookEndpoint.Builder accepted(@Nullable Instant time) {
        WebhookEndpoint.Builder same = WebhookEndpoint.newBuilder(current);
        Long known = current.getLastAccepted();
        if (time != null && (known == null || time.toEpochMilli() > known)) {
            same.setLastAccepted(time.toEpochMilli());
        }
        return same;
    }

    private void change(WebhookEndpoint.Builder changed) {
        long time = Math.max(clock.millis(), current.getUpdatedAt() + 1);
        boolean isSame = changed.getStatus() == current.getStatus() && current.getSince() != null;
        current = changed.setUpdatedAt(time)
                .setSeenUpTo(Math.max(emptyAt, current.getUpdatedAt()))
                .setSince(isSame ? current.getSince() : Long.valueOf(time))
                .build();
        publish();
    }

    /**
     * Takes over what other instances have found out; returns whether there was anything new. Costs nothing if there
     * wasn't.
     */
    boolean look() {
        long version = records.version();
        if (version == seenVersion) {
            return false;
        }
        seenVersion = version;
        WebhookEndpoint written;
        try {
            written = records.of(endpoint.partnerId());
        } catch (RegistryUnavailableException e) {
            LOG.warn("can't read what other instances found out about {}: {}", endpoint.partnerId(), e.getMessage());
            return false;
        }
        if (written == null) {
            boolean deleted = isWritten && !records.partnerIds().contains(endpoint.partnerId());
            isWritten &= !deleted;
            return deleted && forget();
        }
        isWritten = true;
        if (!written.getUrl().equals(endpoint.url())) {
            return false;
        }
        WebhookEndpoint before = current;
        if (written.getUpdatedAt() >= before.getUpdatedAt()) {
            long resumes = Math.max(written.getAppliedResumes(), before.getAppliedResumes());
            WebhookEndpoint later = Status.of(written) == Status.HEALTHY
                    ? WebhookEndpoint.newBuilder(written)
                            .setAppliedResumes(resumes)
                            .build()
                    : written;
            adopt(later, before);
        } else if (!adopt(before, written) && (Status.of(written) != Status.HEALTHY || status() != Status.HEALTHY)) {
            // Two instances wrote at once, and the record that wins was written first: it has to be written last.
            publish();
        }
        return !current.equals(before);
    }

    /** The later record wins, merged with the earlier one. Returns whether that says anything else, and so was written. */
    private boolean adopt(WebhookEndpoint later, WebhookEndpoint earlier) {
        current = merged(later, earlier);
        boolean isNew = !current.equals(later);
        if (isNew) {
            change(WebhookEndpoint.newBuilder(current));
        }
        return isNew;
    }

    /** A failure that was recorded without knowing an earlier record neither ends a suspension nor a pause. */
    private WebhookEndpoint merged(WebhookEndpoint later, WebhookEndpoint earlier) {
        if (Status.of(later) != Status.BACKING_OFF || later.getSeenUpTo() >= earlier.getUpdatedAt()) {
            return later;
        }
        return Status.of(earlier) == Status.SUSPENDED
                ? WebhookEndpoint.newBuilder(earlier)
                        .setUpdatedAt(later.getUpdatedAt())
                        .build()
                : keepPause(WebhookEndpoint.newBuilder(later), earlier).build();
    }

    /** Another instance has seen that the webhook was switched off, and on again since: it starts anew here too. */
    private boolean forget() {
        boolean wasHealthy = status() == Status.HEALTHY;
        current = healthy(appliedResumes(), null).build();
        emptyAt = clock.millis();
        return !wasHealthy;
    }

    /** The endpoint is no longer in use: attempts still in flight there must not count for its successor. */
    void retire() {
        retired = true;
    }

    private void publish() {
        if (!retired) {
            records.publish(endpoint.partnerId(), current, () -> {});
        }
    }
}
