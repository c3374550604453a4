package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.WebhookAttempt;
import java.time.Duration;
import java.time.Instant;

/** Receives every attempt, so that partners and operators can look it up. Thread-safe; never waits and never fails. */
@FunctionalInterface
public interface AttemptLog {

    void add(WebhookAttempt attempt);

    /**
     * The record of an attempt.
     *
     * @param response the beginning of the response's body; empty if there was none or it isn't recorded
     */
    static WebhookAttempt record(
            Endpoint endpoint, Message message, Instant started, Instant ended, Outcome outcome, String response) {
        Message.Contents contents = message.contents();
        return WebhookAttempt.newBuilder()
                .setPartnerId(endpoint.partnerId())
                .setUrl(endpoint.url())
                .setAt(started.toEpochMilli())
                .setWebhookId(message.id())
                .setKind(contents.isPing() ? AttemptKind.PING : AttemptKind.CHANGES)
                .setOutcome(
                        switch (outcome.result()) {
                            case ACCEPTED -> AttemptOutcome.ACCEPTED;
                            case REFUSED, REFUSED_AGAIN -> AttemptOutcome.REFUSED;
                            case FAILED, SUSPECTED, STALE, GONE -> AttemptOutcome.FAILED;
                        })
                .setHttpStatus(outcome.status() == 0 ? null : outcome.status())
                .setDurationMs(Math.max(0, Duration.between(started, ended).toMillis()))
                .setRecords(contents.records())
                .setRemoved(contents.removed())
                .setError(outcome.result() == Outcome.Result.ACCEPTED ? null : outcome.reason())
                .setResponseBody(response)
                .setPing(contents.ping())
                .build();
    }
}
