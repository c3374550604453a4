package dev.partnercatalog.query.token;

import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.limit.TokenBuckets;
import dev.partnercatalog.schemas.key.Ids;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Limits how often wrong credentials can be tried: by client and address, and by address. Never by client alone, or
 * anyone could lock a client out. A client that succeeded from an address before is limited there by its own failures
 * only, whatever else comes from that address. In bounded memory. Thread-safe.
 */
final class FailedAttempts {

    private static final Bandwidth OF_CLIENT_AT_ADDRESS = perMinute(20);
    private static final Bandwidth OF_ADDRESS = perMinute(100);
    private static final int MOST_BUCKETS = 100_000;
    private static final int MOST_PROVEN = 10_000;

    private final TokenBuckets byClientAndAddress;
    private final TokenBuckets byAddress;
    private final Set<String> proven = Collections.synchronizedSet(Collections.newSetFromMap(new Newest()));

    FailedAttempts(TimeMeter time) {
        byClientAndAddress = new TokenBuckets(OF_CLIENT_AT_ADDRESS, MOST_BUCKETS, time);
        byAddress = new TokenBuckets(OF_ADDRESS, MOST_BUCKETS, time);
    }

    /** To be called before a secret is checked; throws {@link HttpProblem} 429 if it must not be. */
    void requireFew(String clientId, String address) {
        if (Ids.isName(clientId)) {
            requireSome(byClientAndAddress.of(pair(clientId, address)));
        }
        if (!proven.contains(pair(clientId, address))) {
            requireSome(byAddress.of(address));
        }
    }

    void failed(String clientId, String address) {
        // A malformed id belongs to nobody, and may have any length.
        if (Ids.isName(clientId)) {
            byClientAndAddress.of(pair(clientId, address)).tryConsume(1);
        }
        byAddress.of(address).tryConsume(1);
    }

    void succeeded(String clientId, String address) {
        proven.add(pair(clientId, address));
    }

    private static String pair(String clientId, String address) {
        return clientId + " " + address;
    }

    private static void requireSome(Bucket left) {
        long wait = left.estimateAbilityToConsume(1).getNanosToWaitForRefill();
        if (wait > 0) {
            throw HttpProblem.of(
                    ErrorCode.RATE_LIMITED,
                    "There were too many wrong credentials. Try again after the number of seconds in Retry-After.",
                    "Check the client's id and secret.",
                    Map.of("Retry-After", Long.toString(TokenBuckets.wholeSeconds(wait))));
        }
    }

    private static Bandwidth perMinute(int attempts) {
        return Bandwidth.builder()
                .capacity(attempts)
                .refillGreedy(attempts, Duration.ofMinutes(1))
                .build();
    }

    /** Forgets the one that succeeded longest ago. */
    private static final class Newest extends LinkedHashMap<String, Boolean> {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > MOST_PROVEN;
        }
    }
}
