package dev.partnercatalog.query.access;

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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys that another issuer publishes, fetched ahead of need every few minutes, and at once, within bounds, where a
 * token names a key that isn't known yet. While the issuer is away those that were known count for four hours more.
 * Thread-safe.
 */
public final class ExternalKeys implements JWKSource<SecurityContext>, AutoCloseable {

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
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile boolean known;

    /**
     * Starts to fetch.
     *
     * @param refreshInterval the shortest time between two fetches for the sake of keys that aren't known
     */
    public ExternalKeys(URI keySet, Duration refreshInterval) {
        this.keySet = keySet;
        this.source = source(keySet, refreshInterval);
        Thread thread = new Thread(this::fetchFirst, "issuer-keys");
        thread.setDaemon(true);
        thread.start();
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
            throw new IllegalArgumentException(keySet + " is no address of a key set", e);
        }
    }

    /** Whether the keys have ever been fetched, so that tokens can be told good from bad. */
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
                // It was asked a moment ago and didn't have the key.
                return List.of();
            }
            throw e;
        }
    }

    private void fetchFirst() {
        try {
            do {
                try {
                    get(ANY, null);
                } catch (RateLimitReachedException e) {
                    LOG.debug("waiting to ask for {} again", keySet);
                } catch (KeySourceException e) {
                    LOG.warn("the issuer's keys at {} can't be had yet: {}", keySet, e.getMessage());
                }
            } while (!known && !closed.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        if (source instanceof JWKSetBasedJWKSource<SecurityContext> open) {
            try {
                open.close();
            } catch (IOException e) {
                throw new UncheckedIOException("closing the source of " + keySet, e);
            }
        }
    }
}
