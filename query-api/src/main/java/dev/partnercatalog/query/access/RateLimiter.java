package dev.partnercatalog.query.access;

import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.TokenBuckets;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.javalin.http.Context;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets each caller send a limited number of requests, and tells it how many are left, in the fields of
 * draft-ietf-httpapi-ratelimit-headers ({@code RateLimit-Policy}, {@code RateLimit}). Thread-safe.
 */
public final class RateLimiter {

    private static final int MOST_BUCKETS = 100_000;
    private static final String POLICY = "\"client\"";

    private final @Nullable TokenBuckets buckets;
    private final String policy;

    public RateLimiter(RateLimit limit, TimeMeter time) {
        this.buckets = limit.isNone() ? null : new TokenBuckets(limit.bandwidth(), MOST_BUCKETS, time);
        this.policy = POLICY + ";q=" + limit.burst() + ";w=" + limit.windowSeconds();
    }

    /** Counts a caller's request, and tells the caller what is left; throws {@link HttpProblem} (429) if nothing is. */
    public void admit(String caller, Context context) {
        if (buckets == null) {
            return;
        }
        ConsumptionProbe probe = buckets.of(caller).tryConsumeAndReturnRemaining(1);
        long reset = TokenBuckets.wholeSeconds(
                probe.isConsumed() ? probe.getNanosToWaitForReset() : probe.getNanosToWaitForRefill());
        context.header("RateLimit-Policy", policy)
                .header("RateLimit", POLICY + ";r=" + probe.getRemainingTokens() + ";t=" + reset);
        requireConsumed(probe);
    }

    /** The same, without telling the sender what is left. */
    public void admit(String caller) {
        if (buckets != null) {
            requireConsumed(buckets.of(caller).tryConsumeAndReturnRemaining(1));
        }
    }

    private static void requireConsumed(ConsumptionProbe probe) {
        if (!probe.isConsumed()) {
            throw HttpProblem.of(
                    ErrorCode.RATE_LIMITED,
                    "Too many requests were sent in too short a time.",
                    "Send the request again after the number of seconds in Retry-After, and send fewer at once.",
                    Map.of("Retry-After", Long.toString(TokenBuckets.wholeSeconds(probe.getNanosToWaitForRefill()))));
        }
    }
}
