package dev.partnercatalog.runtime.configuration;

import dev.partnercatalog.records.AttemptKind;
import dev.partnercatalog.records.AttemptOutcome;
import dev.partnercatalog.records.WebhookAttempt;
import dev.partnercatalog.records.WebhookEndpoint;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When a partner last accepted something: when the response arrived with which its endpoint, at its present URL, last
 * accepted a message with variants, or the ping that ended a suspension. It is the latest of what the sink recorded
 * about the endpoint and of the attempts that are known. The API, the commands and the console all show this time.
 * Thread-safe.
 */
public final class LastSuccess {

    /** The newest accepted message of each partner, wherever it went. */
    private final ConcurrentMap<String, WebhookAttempt> accepted = new ConcurrentHashMap<>();

    /** Takes note of an attempt. */
    public void add(WebhookAttempt attempt) {
        if (isSuccess(attempt)) {
            accepted.merge(attempt.getPartnerId(), attempt, (known, added) -> end(added) >= end(known) ? added : known);
        }
    }

    /** When a partner last accepted something at its present URL; null if unknown, as what the sink recorded may be. */
    public @Nullable Instant of(String partnerId, String url, @Nullable WebhookEndpoint endpoint) {
        WebhookAttempt newest = accepted.get(partnerId);
        return of(url, endpoint, newest == null ? List.of() : List.of(newest));
    }

    /** Like {@link #of(String, String, WebhookEndpoint)}, with the attempts that are known of the partner. */
    public static @Nullable Instant of(
            String url, @Nullable WebhookEndpoint endpoint, Collection<WebhookAttempt> attempts) {
        return Stream.concat(
                        Stream.ofNullable(endpoint)
                                .filter(recorded -> recorded.getUrl().equals(url))
                                .map(WebhookEndpoint::getLastAccepted)
                                .filter(Objects::nonNull),
                        attempts.stream()
                                .filter(attempt ->
                                        isSuccess(attempt) && attempt.getUrl().equals(url))
                                .map(LastSuccess::end))
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
}
