package dev.partnercatalog.query.webhook;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is reported about partners' webhooks. Thread-safe.
 *
 * <p>Its methods throw {@link dev.partnercatalog.runtime.http.HttpProblem} (status 503) if this is currently unknown.
 */
public interface WebhookReports {

    /** What is reported of the partner's endpoint, in no particular order. */
    List<WebhookEndpoint> endpoint(String partnerId);

    /** What is pending for the partner, in no particular order. */
    List<WebhookBacklog> backlogs(String partnerId);

    /** The latest attempts to deliver to the partner, newest first. */
    List<WebhookAttempt> attempts(String partnerId);

    /** The attempt that was a ping with this number; null if there is none in time. */
    @Nullable
    WebhookAttempt awaitPing(String partnerId, long ping, Duration patience) throws InterruptedException;
}
