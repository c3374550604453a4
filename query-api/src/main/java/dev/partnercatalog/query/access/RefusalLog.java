package dev.partnercatalog.query.access;

import dev.partnercatalog.runtime.http.limit.TokenBuckets;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the operator why tokens of the issuer are refused, which is usually a setting of either side. Each reason is
 * logged once a minute at most, whoever sends the tokens. Thread-safe.
 */
final class RefusalLog {

    private static final Logger LOG = LoggerFactory.getLogger(RefusalLog.class);

    private static final Bandwidth ONCE_A_MINUTE = Bandwidth.builder()
            .capacity(1)
            .refillIntervally(1, Duration.ofMinutes(1))
            .build();

    /** More than there are reasons. */
    private static final int MOST_REASONS = 100;

    private final TokenBuckets buckets;

    RefusalLog(TimeMeter time) {
        buckets = new TokenBuckets(ONCE_A_MINUTE, MOST_REASONS, time);
    }

    /** @param reason one of few, which quotes nothing that a caller sent */
    void note(String reason) {
        if (buckets.of(reason).tryConsume(1)) {
            LOG.warn("a token was refused: {}", reason);
        }
    }
}
