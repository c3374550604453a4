package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.webhook.WebhookReports;
import dev.partnercatalog.query.webhook.WebhookReports.LatestAttempts;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** What a test reports about webhooks. Nobody waits long for a ping here. */
final class InMemoryWebhooks {

    final Map<String, WebhookEndpoint> endpoints = new ConcurrentHashMap<>();
    final List<WebhookBacklog> backlogs = new CopyOnWriteArrayList<>();
    final LatestAttempts log = new LatestAttempts(1_000);

    /** What is reported as it is now. */
    WebhookReports reports() {
        return new WebhookReports(
                partnerId -> Stream.ofNullable(endpoints.get(partnerId)).toList(),
                partnerId -> backlogs.stream()
                        .filter(backlog -> backlog.getPartnerId().equals(partnerId))
                        .toList(),
                log,
                Duration.ofMillis(50));
    }
}
