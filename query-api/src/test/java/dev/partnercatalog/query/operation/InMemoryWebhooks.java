package dev.partnercatalog.query.operation;

import dev.partnercatalog.query.webhook.LatestAttempts;
import dev.partnercatalog.query.webhook.WebhookReports;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a test reports about webhooks. Nobody waits long for a ping here. */
final class InMemoryWebhooks implements WebhookReports {

    final Map<String, WebhookEndpoint> endpoints = new ConcurrentHashMap<>();
    final List<WebhookBacklog> backlogs = new CopyOnWriteArrayList<>();
    final LatestAttempts log = new LatestAttempts(1_000);

    @Override
    public List<WebhookEndpoint> endpoint(String partnerId) {
        return Stream.ofNullable(endpoints.get(partnerId)).toList();
    }

    @Override
    public List<WebhookBacklog> backlogs(String partnerId) {
        return backlogs.stream()
                .filter(backlog -> backlog.getPartnerId().equals(partnerId))
                .toList();
    }

    @Override
    public List<WebhookAttempt> attempts(String partnerId) {
        return log.of(partnerId);
    }

    @Override
    public @Nullable WebhookAttempt awaitPing(String partnerId, long ping, Duration patience)
            throws InterruptedException {
        return log.awaitPing(partnerId, ping, Duration.ofMillis(50));
    }
}
