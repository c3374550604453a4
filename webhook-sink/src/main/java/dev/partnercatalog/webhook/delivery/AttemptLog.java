package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookAttempt;

/** Receives every attempt, so that partners and operators can look it up. Thread-safe; never waits and never fails. */
@FunctionalInterface
public interface AttemptLog {

    void add(WebhookAttempt attempt);

    /** An attempt lasted longer than its time limits allow, and was given up. By default, it isn't counted. */
    default void givenUp() {}
}
