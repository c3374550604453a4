package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.EndpointStatus;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.webhook.delivery.EndpointState.Status;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The part of an endpoint's health that outlives the process (D26). Times are whole milliseconds. Immutable.
 *
 * @param failures consecutive failures, 0 if it is healthy
 * @param retryAt when it may be tried again, null unless it is backing off
 * @param suspension why it is suspended, as text
 * @param lastFailure the last failure, as text; null if it is healthy
 * @param appliedResumes how many of {@link EndpointSettings#resumes()} were acted on
 * @param updatedAt the record with the later time wins; 0 if nothing has ever happened
 * @param since when it got this status, null if nothing has ever happened
 * @param suspendsAt the first failure from then on suspends it, null unless it is backing off
 * @param othersContinue whether the pause is only for records that have failed alone (D37)
 * @param lastAccepted when it last accepted something, as far as was known when this was recorded
 */
record RecordedHealth(
        Status status,
        int failures,
        @Nullable Instant failingSince,
        @Nullable Instant retryAt,
        @Nullable String suspension,
        @Nullable String lastFailure,
        long appliedResumes,
        long updatedAt,
        @Nullable Instant since,
        @Nullable Instant suspendsAt,
        boolean othersContinue,
        @Nullable Instant lastAccepted) {

    /**
     * An endpoint with fewer consecutive failures is not suspended, however long ago the first one was: the service
     * itself may have been down, or the webhook held, for most of that time. With the longest pauses it takes three
     * hours to get there.
     */
    private static final int FAILURES_BEFORE_SUSPENSION = 20;

    /** The health of an endpoint that was never tried. */
    static final RecordedHealth NEW = healthy(0, null);

    static RecordedHealth healthy(long appliedResumes, @Nullable Instant lastAccepted) {
        return new RecordedHealth(
                Status.HEALTHY, 0, null, null, null, null, appliedResumes, 0, null, null, false, lastAccepted);
    }

    static RecordedHealth of(WebhookEndpoint record) {
        Status status = switch (record.getStatus()) {
            case SUSPENDED -> Status.SUSPENDED;
            case BACKING_OFF -> Status.BACKING_OFF;
            // A newer version of the program may know more statuses; an attempt will show.
            case HEALTHY, UNKNOWN -> Status.HEALTHY;
        };
        return new RecordedHealth(
                status,
                record.getFailures(),
                instant(record.getFailingSince()),
                instant(record.getBackingOffUntil()),
                record.getSuspension(),
                record.getLastFailure(),
                record.getAppliedResumes(),
                record.getUpdatedAt(),
                instant(record.getSince()),
                instant(record.getSuspendsAt()),
                record.getOthersContinue(),
                instant(record.getLastAccepted()));
    }

    WebhookEndpoint toRecord(Endpoint endpoint) {
        return WebhookEndpoint.newBuilder()
                .setPartnerId(endpoint.partnerId())
                .setUrl(endpoint.url())
                .setUpdatedAt(updatedAt)
                .setStatus(
                        switch (status) {
                            case HEALTHY -> EndpointStatus.HEALTHY;
                            case BACKING_OFF -> EndpointStatus.BACKING_OFF;
                            case SUSPENDED -> EndpointStatus.SUSPENDED;
                        })
                .setFailures(failures)
                .setFailingSince(millis(failingSince))
                .setBackingOffUntil(millis(retryAt))
                .setSuspension(suspension)
                .setLastFailure(lastFailure)
                .setAppliedResumes(appliedResumes)
                .setSince(millis(since))
                .setSuspendsAt(millis(suspendsAt))
                .setOthersContinue(othersContinue)
                .setLastAccepted(millis(lastAccepted))
                .build();
    }

    /** The same after one more consecutive failure. */
    RecordedHealth failed(String reason, Instant now, Instant tryAgainAt, Duration suspendAfter) {
        Instant first = failingSince == null ? now : failingSince;
        return with(Status.BACKING_OFF, failures + 1, first, tryAgainAt, null, reason, first.plus(suspendAfter));
    }

    /** The same if only a record that had failed alone before has failed again: its pause is for such records. */
    RecordedHealth failedAlone() {
        return new RecordedHealth(
                status,
                failures,
                failingSince,
                retryAt,
                suspension,
                lastFailure,
                appliedResumes,
                updatedAt,
                since,
                suspendsAt,
                true,
                lastAccepted);
    }

    /** Whether it has done nothing but fail for so long, and often enough, that it is suspended. */
    boolean hasFailedFor(Duration time, Instant now) {
        return failures >= FAILURES_BEFORE_SUSPENSION
                && failingSince != null
                && Duration.between(failingSince, now).compareTo(time) >= 0;
    }

    RecordedHealth suspended(String why, String reason, Instant now) {
        Instant first = failingSince == null ? now : failingSince;
        return with(Status.SUSPENDED, failures, first, null, why, reason, null);
    }

    RecordedHealth retriedAt(Instant time) {
        return with(status, failures, failingSince, time, suspension, lastFailure, suspendsAt);
    }

    private RecordedHealth with(
            Status newStatus,
            int newFailures,
            @Nullable Instant newFailingSince,
            @Nullable Instant newRetryAt,
            @Nullable String newSuspension,
            @Nullable String newLastFailure,
            @Nullable Instant newSuspendsAt) {
        return new RecordedHealth(
                newStatus,
                newFailures,
                newFailingSince,
                newRetryAt,
                newSuspension,
                newLastFailure,
                appliedResumes,
                updatedAt,
                since,
                newSuspendsAt,
                false,
                lastAccepted);
    }

    RecordedHealth withAppliedResumes(long resumes) {
        return with(resumes, updatedAt, since, lastAccepted);
    }

    /** The same, with this last acceptance if it is later than the known one. */
    RecordedHealth accepted(@Nullable Instant time) {
        boolean later = time != null && (lastAccepted == null || time.isAfter(lastAccepted));
        return with(appliedResumes, updatedAt, since, later ? time : lastAccepted);
    }

    /** The same, as recorded at a time, after another one. */
    RecordedHealth after(RecordedHealth before, long time) {
        Instant sameSince = status == before.status ? before.since : null;
        return with(appliedResumes, time, sameSince == null ? Instant.ofEpochMilli(time) : sameSince, lastAccepted);
    }

    private RecordedHealth with(
            long resumes, long recordedAt, @Nullable Instant newSince, @Nullable Instant newLastAccepted) {
        return new RecordedHealth(
                status,
                failures,
                failingSince,
                retryAt,
                suspension,
                lastFailure,
                resumes,
                recordedAt,
                newSince,
                suspendsAt,
                othersContinue,
                newLastAccepted);
    }

    private static @Nullable Instant instant(@Nullable Long millis) {
        return millis == null ? null : Instant.ofEpochMilli(millis);
    }

    private static @Nullable Long millis(@Nullable Instant instant) {
        return instant == null ? null : instant.toEpochMilli();
    }
}
