package dev.partnercatalog.query.webhook;

import dev.partnercatalog.records.WebhookAttempt;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The latest attempts of each partner. Thread-safe. */
public final class LatestAttempts {

    private static final int MOST_OF_ONE_PARTNER = 100;

    private final LatestRecords<WebhookAttempt> attempts;

    /** @param most the maximum number of attempts to keep in total */
    public LatestAttempts(int most) {
        this.attempts = new LatestRecords<>(most, MOST_OF_ONE_PARTNER, WebhookAttempt::getPartnerId);
    }

    public synchronized void add(WebhookAttempt attempt) {
        attempts.add(attempt);
        notifyAll();
    }

    /** Newest first. */
    public List<WebhookAttempt> of(String partnerId) {
        return attempts.of(partnerId).stream()
                .sorted(Comparator.comparingLong(WebhookAttempt::getAt).reversed())
                .toList();
    }

    /** The attempt that was a ping with this number; null if there is none in time. */
    public synchronized @Nullable WebhookAttempt awaitPing(String partnerId, long ping, Duration patience)
            throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            for (WebhookAttempt attempt : of(partnerId)) {
                if (attempt.getPing() == ping) {
                    return attempt;
                }
            }
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return null;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }
}
