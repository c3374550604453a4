package dev.partnercatalog.webhook.delivery;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The recorded pause of an endpoint on this machine's clock, whatever the clock of its writer said. Not thread-safe: its
 * {@link EndpointQueue} guards it.
 */
final class Pause {

    private final InstantSource clock;
    private Instant spreadUntil = Instant.MIN;

    /** The longest pause is over by then, even if the recorded end came from a wrong clock. */
    private Instant longestWait = Instant.MIN;

    Pause(InstantSource clock) {
        this.clock = clock;
    }

    /** The pause lasts as long as its writer intended, whatever that clock said about its end. */
    void begin(RecordedHealth recorded) {
        Instant retryAt = recorded.retryAt();
        Duration pause = retryAt == null ? Backoff.MAX : Duration.between(recorded.updatedAt(), retryAt);
        boolean known = !pause.isNegative() && pause.compareTo(Backoff.MAX) < 0;
        longestWait = clock.instant().plus(known ? pause : Backoff.MAX);
    }

    /** Lasts this much longer, so that endpoints whose pauses ended during a downtime aren't all tried at once. */
    void spread(Duration more) {
        spreadUntil = clock.instant().plus(more);
    }

    void endSpread() {
        spreadUntil = Instant.MIN;
    }

    boolean isSpreading(Instant time) {
        return time.isBefore(spreadUntil);
    }

    boolean lasts(RecordedHealth recorded, Instant time) {
        Instant retryAt = retryAt(recorded);
        return isSpreading(time) || (retryAt != null && time.isBefore(retryAt));
    }

    /** When it ends, apart from a spread; null if there is none. */
    @Nullable
    Instant retryAt(RecordedHealth recorded) {
        Instant retryAt = recorded.retryAt();
        return retryAt == null || retryAt.isBefore(longestWait) ? retryAt : longestWait;
    }
}
