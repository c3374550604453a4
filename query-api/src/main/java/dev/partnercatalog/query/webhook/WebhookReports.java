package dev.partnercatalog.query.webhook;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is told of partners' webhooks. Thread-safe.
 *
 * <p>Its methods throw {@link dev.partnercatalog.http.HttpProblem} (status 503) where that can't be told now.
 */
public interface WebhookReports {

    /** How the partner's endpoint stands, null where nothing was ever told of it. */
    @Nullable
    WebhookEndpoint endpoint(String partnerId);

    /** What is due to the partner, in no order. */
    List<WebhookBacklog> backlogs(String partnerId);

    /** The latest attempts to deliver to the partner, newest first. */
    List<WebhookAttempt> attempts(String partnerId);

    /** The attempt that was a ping with this number, null where there is none in time. */
    @Nullable
    WebhookAttempt awaitPing(String partnerId, long ping, Duration patience) throws InterruptedException;
}
