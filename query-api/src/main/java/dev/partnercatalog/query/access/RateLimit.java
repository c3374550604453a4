package dev.partnercatalog.query.access;

import io.github.bucket4j.Bandwidth;
import java.time.Duration;

/**
 * How many requests one caller may send to one instance: a token bucket (D20).
 *
 * @param perSecond tokens added each second; 0 for no limit at all
 * @param burst tokens in a full bucket, which is the most that can be spent at once
 */
public record RateLimit(int perSecond, int burst) {

    public static final RateLimit NONE = new RateLimit(0, 1);

    public RateLimit {
        if (perSecond < 0) {
            throw new IllegalArgumentException(
                    "the limit of " + perSecond + " requests per second is out of range: expected at least 0");
        }
        if (burst < 1) {
            throw new IllegalArgumentException("the burst " + burst + " is out of range: expected at least 1");
        }
    }

    public boolean isNone() {
        return perSecond == 0;
    }

    /** How long an empty bucket takes to fill, in whole seconds, rounded up. */
    public long windowSeconds() {
        return isNone() ? 0 : (burst + perSecond - 1L) / perSecond;
    }

    /** As a bucket's bandwidth; only for an actual limit. */
    Bandwidth bandwidth() {
        return Bandwidth.builder()
                .capacity(burst)
                .refillGreedy(perSecond, Duration.ofSeconds(1))
                .build();
    }
}
