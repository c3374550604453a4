package dev.partnercatalog.webhook.delivery;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.webhook.EndpointHealth;
import dev.partnercatalog.schemas.registry.RegistryUnavailableException;
import dev.partnercatalog.webhook.delivery.Endpoints.HealthRecords;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part of an endpoint's state that outlives the process, and that other instances know (D26): {@link EndpointHealth} of
 * a record for each partition. What an attempt shows is written to the record of the task that made it. Not thread-safe: its
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

    /** How long an endpoint may do nothing but fail. */
    static final Duration SUSPEND_AFTER = Duration.ofDays(5);

    /**
     * A record of a partition.
     *
     * @param isRead whether it was found where all instances read it
     * @param isOurs whether this process wrote it
     */
    private record Row(WebhookEndpoint record, boolean isRead, boolean isOurs) {}

    private final Endpoint endpoint;
    private final HealthRecords records;
    private final InstantSource clock;
    private final Map<Integer, Row> rows = new HashMap<>();
    private WebhookEndpoint health;
    /** The longest pause is over by then, even if the recorded end came from a wrong clock. */
    private Instant longestWait = Instant.MIN;

    /** When it last accepted a message or a resuming ping of this process; null if that has not happened. */
    private @Nullable Instant lastAccepted;

    private long resumes;
    private long seenVersion;
    /** Whether the endpoint is no longer in use: nothing is recorded any more. */
    boolean retired;

    /**
     * Continues with what is recorded about the endpoint. What is recorded about another URL of the partner doesn't count.
     *
     * @throws RegistryUnavailableException if it can't be read yet
     */
    RecordedHealth(Endpoint endpoint, HealthRecords records, InstantSource clock) {
        this.endpoint = endpoint;
        this.records = records;
        this.clock = clock;
        this.seenVersion = records.version(endpoint.partnerId());
        this.health = unknown();
        read();
        combine();
    }

    private WebhookEndpoint unknown() {
        return WebhookEndpoint.newBuilder()
                .setPartnerId(endpoint.partnerId())
                .setPartition(0)
                .setUrl(endpoint.url())
                .setStatus(EndpointStatus.HEALTHY)
                .setUpdatedAt(0)
                .build();
    }

    // What all of them say

    EndpointStatus status() {
        return EndpointState.status(health);
    }

    /** When it may be tried again by this machine's clock, null unless it is backing off. */
    @Nullable
    Instant retryAt() {
        Instant retryAt = EndpointState.instant(health.getBackingOffUntil());
        return retryAt == null || retryAt.isBefore(longestWait) ? retryAt : longestWait;
    }

    /** It accepts something now. Returns the time. */
    Instant accepted() {
        lastAccepted = clock.instant();
        return lastAccepted;
    }

    /** Whether it has accepted anything of this process. */
    boolean hasAccepted() {
        return lastAccepted != null;
    }

    /** Whether it has accepted something since a time, here or elsewhere. */
    boolean hasAccepted(Instant since) {
        Long last = withLastAccepted().getLastAccepted();
        return last != null && last > since.toEpochMilli();
    }

    /** Whether a resume was requested after the last ping that should have ended its suspension. */
    boolean isResumeDue() {
        return status() == EndpointStatus.SUSPENDED && resumes > health.getAppliedResumes();
    }

    WebhookEndpoint health() {
        return health;
    }

    /**
     * Takes over what other instances have found out; returns whether there was anything new. Costs nothing if there
     * wasn't.
     */
    boolean refresh() {
        long version = records.version(endpoint.partnerId());
        if (version == seenVersion) {
            return false;
        }
        seenVersion = version;
        WebhookEndpoint before = health;
        try {
            read();
        } catch (RegistryUnavailableException e) {
            LOG.warn("can't read what other instances found out about {}: {}", endpoint.partnerId(), e.getMessage());
            return false;
        }
        combine();
        return !health.equals(before);
    }

    private void read() {
        for (int partition = 0; partition < records.partitions(); partition++) {
            WebhookEndpoint read = records.of(endpoint.partnerId(), partition);
            Row known = rows.get(partition);
            boolean isOfOther = read != null && !read.getUrl().equals(endpoint.url());
            boolean isOlder = known != null
                    && read != null
                    && read.getUpdatedAt() < known.record().getUpdatedAt();
            if (read != null && !isOlder && !isOfOther) {
                rows.put(
                        partition, new Row(read, true, known != null && known.isOurs() && read.equals(known.record())));
            } else if (known != null && known.isRead()) {
                if (isOlder && known.isOurs()) {
                    // The partition's former owner wrote late. What this one knows must not be lost to others.
                    publish(known.record());
                } else if (isOfOther || !records.isRecorded(endpoint.partnerId(), partition)) {
                    rows.remove(partition); // The webhook was switched off or went elsewhere, and is back since.
                }
            }
        }
    }

    private void combine() {
        WebhookEndpoint before = health;
        WebhookEndpoint all = EndpointHealth.of(
                endpoint.url(), rows.values().stream().map(Row::record).toList());
        health = all == null ? unknown() : all;
        var unused = resume(resumes);
        if (!health.equals(before)) {
            // The pause lasts as long as its writer intended, whatever that clock said about its end.
            long pause = requireNonNullElse(health.getBackingOffUntil(), Long.MAX_VALUE) - health.getUpdatedAt();
            boolean isKnown = pause >= 0 && pause < Backoff.MAX.toMillis();
            longestWait = clock.instant().plus(isKnown ? Duration.ofMillis(pause) : Backoff.MAX);
        }
    }

    /**
     * Resumes were requested so often. If it backs off, its pause is over; if it is healthy, there is nothing to resume; if
     * it is suspended, a ping has to be accepted. Returns whether a pause was ended.
     */
    boolean resume(long requested) {
        resumes = requested;
        if (requested <= health.getAppliedResumes() || status() == EndpointStatus.SUSPENDED) {
            return false;
        }
        boolean endsPause = status() == EndpointStatus.BACKING_OFF;
        WebhookEndpoint.Builder resumed = WebhookEndpoint.newBuilder(health).setAppliedResumes(requested);
        if (endsPause) {
            resumed.setBackingOffUntil(health.getUpdatedAt()).setOthersContinue(false);
        }
        health = resumed.build();
        return endsPause;
    }

    // What an attempt shows

    /** It accepted a message, and everything before is forgotten. */
    void recovered(int partition) {
        WebhookEndpoint.Builder healthy = WebhookEndpoint.newBuilder(unknown())
                .setAppliedResumes(health.getAppliedResumes())
                .setLifted(health.getLifted())
                .setLastAccepted(requireNonNull(lastAccepted).toEpochMilli())
                .setRecoveredAt(nextTime());
        write(partition, healthy);
    }

    /** It accepted the ping that ends its suspension, with this number of resumes requested. */
    void lifted(int partition, long requested) {
        var unused = accepted();
        health = WebhookEndpoint.newBuilder(health)
                .setAppliedResumes(requested)
                .setLifted(requested)
                .build();
        recovered(partition);
    }

    /**
     * One more consecutive failure: it backs off, or is suspended if it has done nothing but fail for too long.
     *
     * @param pause until it may be tried again
     * @param othersContinue whether the pause is only for the probe lane
     */
    void failed(int partition, Outcome outcome, Duration pause, boolean othersContinue) {
        if (status() == EndpointStatus.SUSPENDED) {
            return; // Only a ping, or another setting, ends a suspension: not what was in flight when it began.
        }
        long now = clock.millis();
        Long before = health.getFailingSince();
        long since = requireNonNullElse(before, now);
        int failures = health.getFailures() + 1;
        WebhookEndpoint.Builder failed = withLastAccepted()
                .setStatus(EndpointStatus.BACKING_OFF)
                .setFailures(failures)
                .setFailingSince(since)
                .setLastFailure(outcome.reason())
                .setSuspendsAt(since + SUSPEND_AFTER.toMillis());
        if (failures >= FAILURES_BEFORE_SUSPENSION && now - since >= SUSPEND_AFTER.toMillis()) {
            long days = SUSPEND_AFTER.toDays();
            String why = "nothing but failures for " + days + " days; the last one: " + outcome.reason();
            suspend(partition, failed, why, outcome);
            return;
        }
        if (before == null) {
            String id = endpoint.partnerId();
            LOG.warn("webhooks of partner {} fail: {}; retrying with growing pauses", id, outcome.reason());
        }
        pause(partition, failed, pause, othersContinue);
    }

    /** While it backs off, it asks to be left alone, if not for longer already. */
    void extended(int partition, Duration pause) {
        pause(partition, WebhookEndpoint.newBuilder(health), pause, false);
    }

    private void pause(int partition, WebhookEndpoint.Builder changed, Duration pause, boolean othersContinue) {
        long now = clock.millis();
        changed.setBackingOffUntil(now + pause.toMillis()).setOthersContinue(othersContinue);
        EndpointHealth.keepPause(changed, health, now);
        write(partition, changed);
    }

    void gone(int partition, Outcome outcome) {
        suspend(partition, withLastAccepted(), outcome.reason(), outcome);
    }

    private void suspend(int partition, WebhookEndpoint.Builder before, String why, Outcome outcome) {
        if (status() != EndpointStatus.SUSPENDED) {
            LOG.warn("webhooks of partner {} are suspended until its setting changes: {}", endpoint.partnerId(), why);
            write(partition, suspended(before, why, outcome));
        }
    }

    /** It is suspended and didn't accept the ping that would have ended that. */
    void staysSuspended(int partition, String why, Outcome outcome, long requested) {
        write(
                partition,
                suspended(WebhookEndpoint.newBuilder(health), why, outcome).setAppliedResumes(requested));
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

    /** Records that a requested resume has ended the pause, for those who wait for it. */
    void recordResume(int partition) {
        boolean isRecorded = rows.values().stream().anyMatch(row -> row.record().getAppliedResumes() >= resumes);
        if (status() == EndpointStatus.BACKING_OFF && !isRecorded) {
            write(partition, WebhookEndpoint.newBuilder(health));
        }
    }

    private WebhookEndpoint.Builder withLastAccepted() {
        WebhookEndpoint.Builder same = WebhookEndpoint.newBuilder(health);
        Long known = health.getLastAccepted();
        if (lastAccepted != null && (known == null || lastAccepted.toEpochMilli() > known)) {
            same.setLastAccepted(lastAccepted.toEpochMilli());
        }
        return same;
    }

    private long nextTime() {
        return Math.max(clock.millis(), health.getUpdatedAt() + 1);
    }

    private void write(int partition, WebhookEndpoint.Builder changed) {
        long time = nextTime();
        boolean isSame = changed.getStatus() == health.getStatus() && health.getSince() != null;
        WebhookEndpoint record = changed.setPartition(partition)
                .setUpdatedAt(time)
                .setSince(isSame ? health.getSince() : Long.valueOf(time))
                .build();
        rows.put(partition, new Row(record, false, true));
        publish(record);
        combine();
    }

    private void publish(WebhookEndpoint record) {
        if (!retired) {
            records.publish(record);
        }
    }
}
