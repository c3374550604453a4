package dev.partnercatalog.query.access;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSetBasedJWKSource;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import dev.partnercatalog.runtime.PeriodicTask;
import dev.partnercatalog.schemas.fault.FaultWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An issuer of access tokens other than the built-in one (D17).
 *
 * @param issuer exactly as in its tokens
 * @param keySet where it publishes its keys (RFC 7517): https, or http on this machine, since anyone who can change
 *     them can create tokens
 */
public record ExternalIssuer(URI issuer, URI keySet, TokenForm form) {

    /** Today's common asymmetric algorithms, with which its tokens may be signed (RFC 8725, sections 3.1 and 3.2). */
    public static final Set<JWSAlgorithm> ALGORITHMS =
            Set.of(JWSAlgorithm.RS256, JWSAlgorithm.PS256, JWSAlgorithm.ES256);

    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    public ExternalIssuer {
        boolean isLocal = "http".equals(keySet.getScheme()) && THIS_MACHINE.contains(keySet.getHost());
        if (!"https".equals(keySet.getScheme()) && !isLocal) {
            throw new IllegalArgumentException("the key set " + keySet
                    + " is neither https nor on this machine: an attacker on the network could create tokens");
        }
    }

    /**
     * The keys that another issuer publishes. They are fetched in advance every few minutes and, within limits, at once if
     * a token uses an unknown key. While the issuer is unavailable, known keys remain valid for four more hours.
     * Thread-safe.
     */
    public static final class ExternalKeys implements JWKSource<SecurityContext>, AutoCloseable {

        private static final Logger LOG = LoggerFactory.getLogger(ExternalKeys.class);

        private static final int TIMEOUT_MS = 2_000;
        private static final int MAX_BYTES = 50 << 10;
        private static final Duration REFRESHED_AFTER = Duration.ofMinutes(5);
        private static final Duration REFRESHED_AHEAD = Duration.ofMinutes(1);
        private static final Duration OUTAGE = Duration.ofHours(4);
        private static final Duration PAUSE = Duration.ofSeconds(1);

        private static final JWKSelector ANY = new JWKSelector(new JWKMatcher.Builder().build());

        private final URI keySet;
        private final JWKSource<SecurityContext> source;
        private final PeriodicTask fetching = new PeriodicTask("issuer-keys", PAUSE, this::fetchFirst);
        private volatile boolean known;

        /** Starts fetching, with an interval between any two fetches because of unknown keys. */
        public ExternalKeys(URI keySet, Duration refreshInterval) {
            this.keySet = keySet;
            this.source = source(keySet, refreshInterval);
            fetching.start();
            fetching.soon();
        }

        private static JWKSource<SecurityContext> source(URI keySet, Duration refreshInterval) {
            try {
                return JWKSourceBuilder.create(
                                keySet.toURL(), new DefaultResourceRetriever(TIMEOUT_MS, TIMEOUT_MS, MAX_BYTES))
                        .cache(REFRESHED_AFTER.toMillis(), 2L * TIMEOUT_MS)
                        .refreshAheadCache(REFRESHED_AHEAD.toMillis(), true)
                        .rateLimited(refreshInterval.toMillis())
                        .outageTolerant(OUTAGE.toMillis())
                        .build();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(keySet + " is not an address of a key set", e);
            }
        }

        /** Whether the keys have been fetched at least once, so that tokens can be verified. */
        public boolean areKnown() {
            return known;
        }

        @Override
        public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) throws KeySourceException {
            try {
                List<JWK> found = source.get(selector, context);
                known = true;
                return found;
            } catch (RateLimitReachedException e) {
                if (known) {
                    // The issuer was asked a moment ago and didn't have the key.
                    return List.of();
                }
                throw e;
            }
        }

        private void fetchFirst() {
            try {
                if (!known) {
                    get(ANY, null);
                }
            } catch (RateLimitReachedException e) {
                LOG.debug("waiting to fetch {} again", keySet);
            } catch (KeySourceException e) {
                LOG.warn("the issuer's keys at {} can't be fetched yet: {}", keySet, FaultWords.of(e));
            }
        }

        @Override
        public void close() {
            fetching.close();
            if (source instanceof JWKSetBasedJWKSource<SecurityContext> open) {
                try {
                    open.close();
                } catch (IOException e) {
                    throw new UncheckedIOException("can't close the source of " + keySet, e);
                }
            }
        }
    }
}
