package dev.partnercatalog.query;

import dev.partnercatalog.query.webhook.WebhookReports;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is told of webhooks, its tables through the gate. */
record GatedReports(Gate gate, WebhookReports reports) implements WebhookReports {

    @Override
    public @Nullable WebhookEndpoint endpoint(String partnerId) {
        return gate.<@Nullable WebhookEndpoint>global(() -> reports.endpoint(partnerId));
    }

    @Override
    public List<WebhookBacklog> backlogs(String partnerId) {
        return gate.global(() -> reports.backlogs(partnerId));
    }

    @Override
    public List<WebhookAttempt> attempts(String partnerId) {
        return reports.attempts(partnerId);
    }

    @Override
    public @Nullable WebhookAttempt awaitPing(String partnerId, long ping, Duration patience)
            throws InterruptedException {
        return reports.awaitPing(partnerId, ping, patience);
    }
}
