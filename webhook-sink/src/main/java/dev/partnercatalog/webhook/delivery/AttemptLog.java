package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookExchange;

/**
 * Receives every attempt, so that partners and operators can look it up, and some attempts' requests and responses.
 * Thread-safe; never waits and never fails.
 */
@FunctionalInterface
public interface AttemptLog {

    void add(WebhookAttempt attempt);

    /** By default, it isn't kept. */
    default void add(WebhookExchange exchange) {}

    /** An attempt lasted longer than its time limits allow, and was given up. By default, it isn't counted. */
    default void givenUp() {}
}
