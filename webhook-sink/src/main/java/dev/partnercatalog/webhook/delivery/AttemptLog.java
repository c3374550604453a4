package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookAttempt;

/** Receives every attempt, so that partners and operators can look it up. Thread-safe; never waits and never fails. */
@FunctionalInterface
public interface AttemptLog {

    void add(WebhookAttempt attempt);
}
