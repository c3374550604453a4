package dev.partnercatalog.webhook.credential;

import dev.partnercatalog.runtime.credential.OAuth2Client;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * The access tokens of partners' webhooks. A token is kept until shortly before it expires, and attempts that need one
 * at the same time share one request. A failure isn't kept: the next attempt requests a token again, and attempts pause
 * after failures. Thread-safe; no method waits.
 */
public final class AccessTokens {

    private record Kept(OAuth2Client client, CompletableFuture<BearerToken> token) {

        boolean isOf(OAuth2Client wanted, Instant time) {
            return client.equals(wanted)
                    && (!token.isDone()
                            || (!token.isCompletedExceptionally()
                                    && time.isBefore(token.join().useUntil())));
        }

        boolean holds(BearerToken refused) {
            return token.isDone()
                    && !token.isCompletedExceptionally()
                    && token.join().equals(refused);
        }
    }

    private final Function<OAuth2Client, CompletableFuture<BearerToken>> source;
    private final InstantSource clock;
    private final ConcurrentMap<String, Kept> kept = new ConcurrentHashMap<>();

    /** @param source starts to request a token, without waiting for it */
    public AccessTokens(Function<OAuth2Client, CompletableFuture<BearerToken>> source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
    }

    /** Returns a token for the partner's client; fails with {@link TokenRefusedException} if none can be obtained. */
    public CompletableFuture<BearerToken> of(String partnerId, OAuth2Client client) {
        Instant time = clock.instant();
        return kept.compute(
                        partnerId,
                        (id, known) -> known != null && known.isOf(client, time)
                                ? known
                                : new Kept(client, source.apply(client)))
                .token();
    }

    /** The endpoint rejected this token, so it isn't used again. */
    public void refused(String partnerId, BearerToken token) {
        kept.computeIfPresent(partnerId, (id, known) -> known.holds(token) ? null : known);
    }

    /** Discards the tokens of all other partners. */
    public void retain(Collection<String> partnerIds) {
        kept.keySet().retainAll(partnerIds);
    }
}
