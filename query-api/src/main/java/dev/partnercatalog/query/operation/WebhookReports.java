package dev.partnercatalog.query.operation;

import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookBacklog;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
        Duration pingPatience) {

    /**
     * The latest attempts of each partner, limited in total: if there are too many, the partner without an attempt for the
     * longest time is forgotten. Thread-safe.
     */
    public static final class LatestAttempts {

        private static final int MOST_OF_ONE_PARTNER = 100;

        private final int most;

        /** The partner with the latest attempt comes last. */
        private final Map<String, Deque<WebhookAttempt>> byPartner = new LinkedHashMap<>();

        private int size;

        /** @param most the maximum number of attempts to keep in total */
        public LatestAttempts(int most) {
            this.most = most;
        }

        public synchronized void add(WebhookAttempt attempt) {
            Deque<WebhookAttempt> attempts = byPartner.remove(attempt.getPartnerId());
            if (attempts == null) {
                attempts = new ArrayDeque<>();
            }
            attempts.addLast(attempt);
            byPartner.put(attempt.getPartnerId(), attempts);
            size++;
            if (attempts.size() > MOST_OF_ONE_PARTNER) {
                attempts.removeFirst();
                size--;
            }
            Iterator<Deque<WebhookAttempt>> longestSilent = byPartner.values().iterator();
            while (size > most && longestSilent.hasNext()) {
                size -= longestSilent.next().size();
                longestSilent.remove();
            }
            notifyAll();
        }

        /** Newest first. */
        public synchronized List<WebhookAttempt> of(String partnerId) {
            return byPartner.getOrDefault(partnerId, new ArrayDeque<>()).stream()
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
}
