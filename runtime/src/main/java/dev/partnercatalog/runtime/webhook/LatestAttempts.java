package dev.partnercatalog.runtime.webhook;

import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The latest attempts of each partner, limited in total: if there are too many, the partner without an attempt for the
 * longest time is forgotten. Thread-safe.
 */
public final class LatestAttempts {

    private static final int MOST_OF_ONE_PARTNER = 100;

    private final int most;

    /** The partner with the latest attempt comes last. */
    private final Map<String, Deque<WebhookAttempt>> byPartner = new LinkedHashMap<>();

    /** The newest accepted message of each partner, wherever it went. */
    private final Map<String, WebhookAttempt> accepted = new HashMap<>();

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
        if (isSuccess(attempt)) {
            accepted.merge(attempt.getPartnerId(), attempt, (known, added) -> end(added) >= end(known) ? added : known);
        }
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

    /**
     * When a partner last accepted something: when the response arrived with which its endpoint, at its present URL, last
     * accepted a message with variants, or the ping that ended a suspension. It is the later of what the sink recorded about
     * the endpoint and of the attempts that are known; null if it is in neither.
     */
    public synchronized @Nullable Instant lastSuccess(
            String partnerId, String url, @Nullable WebhookEndpoint endpoint) {
        return Stream.concat(
                        Stream.ofNullable(endpoint)
                                .filter(recorded -> recorded.getUrl().equals(url))
                                .map(WebhookEndpoint::getLastAccepted)
                                .filter(Objects::nonNull),
                        Stream.concat(Stream.ofNullable(accepted.get(partnerId)), of(partnerId).stream())
                                .filter(attempt ->
                                        isSuccess(attempt) && attempt.getUrl().equals(url))
                                .map(LatestAttempts::end))
                .max(Long::compare)
                .map(Instant::ofEpochMilli)
                .orElse(null);
    }

    private static boolean isSuccess(WebhookAttempt attempt) {
        return attempt.getKind() == AttemptKind.CHANGES && attempt.getOutcome() == AttemptOutcome.ACCEPTED;
    }

    private static long end(WebhookAttempt attempt) {
        return attempt.getAt() + attempt.getDurationMs();
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
