package dev.partnercatalog.webhook.delivery;

import dev.partnercatalog.records.WebhookAttempt;

/** Where every attempt is told of, for partners and operators to look up. Thread-safe; never waits and never fails. */
@FunctionalInterface
public interface AttemptLog {

    void add(WebhookAttempt attempt);
}
