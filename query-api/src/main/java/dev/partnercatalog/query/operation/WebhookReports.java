package dev.partnercatalog.query.operation;

import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import dev.partnercatalog.runtime.configuration.LatestAttempts;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * What is reported about partners' webhooks, in no particular order. Thread-safe. The functions throw
 * {@link dev.partnercatalog.runtime.http.HttpProblem} (status 503) if this is currently unknown.
 *
 * @param backlogs what is pending for a partner
 * @param pingPatience how long a ping is waited for
 */
public record WebhookReports(
        Function<String, List<WebhookEndpoint>> endpoints,
        Function<String, List<WebhookBacklog>> backlogs,
        LatestAttempts attempts,
        Duration pingPatience) {}
