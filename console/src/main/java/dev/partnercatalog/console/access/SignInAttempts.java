package dev.partnercatalog.console.access;

import dev.partnercatalog.http.limit.TokenBuckets;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Signing in, with a limit on the wrong tokens that an address may try: {@value #AT_ONCE} at once, and then one every
 * {@value #SECONDS_EACH} seconds. An address that has used them up is refused until the next one is available, whatever
 * token it sends; a correct token costs nothing. Uses bounded memory. Thread-safe.
 */
public final class SignInAttempts {

    static final int AT_ONCE = 10;
    static final int SECONDS_EACH = 6;

    private static final Logger LOG = LoggerFactory.getLogger(SignInAttempts.class);
    private static final int MOST_ADDRESSES = 10_000;
    private static final Bandwidth GUESSES = Bandwidth.builder()
            .capacity(AT_ONCE)
            .refillGreedy(1, Duration.ofSeconds(SECONDS_EACH))
            .build();

    /** The result of an attempt. */
    public sealed interface Outcome {

        /**
         * The token was correct.
         *
         * @param session the cookie of the new session
         * @param operator the operator with this token
         */
        record SignedIn(String session, String operator) implements Outcome {}

        /** The token was wrong. */
        record WrongToken() implements Outcome {}

        /** The token may be that of an operator who isn't known yet. */
        record Undecided() implements Outcome {}

        /**
         * The token wasn't checked.
         *
         * @param waitSeconds time until the next one is
         */
        record TooMany(long waitSeconds) implements Outcome {}
    }

    private final AccessPolicy policy;
    private final TokenBuckets byAddress;

    /** @param time the clock for the limits */
    public SignInAttempts(AccessPolicy policy, TimeMeter time) {
        this.policy = policy;
        this.byAddress = new TokenBuckets(GUESSES, MOST_ADDRESSES, time);
    }

    /**
     * Signs out: ends a session everywhere.
     *
     * @param session its cookie; nothing happens if that isn't a session
     * @throws dev.partnercatalog.operations.OperatorFault if the other consoles can't be told; here it has ended
     */
    public void signOut(String session) {
        policy.signOut(session);
    }

    /**
     * Tries a token.
     *
     * @param address address that the token came from
     */
    public Outcome attempt(String given, String address) {
        Bucket left = byAddress.of(address);
        // Taken before the token is checked, so that many requests at once gain nothing.
        ConsumptionProbe guess = left.tryConsumeAndReturnRemaining(1);
        if (!guess.isConsumed()) {
            return new Outcome.TooMany(TokenBuckets.wholeSeconds(guess.getNanosToWaitForRefill()));
        }
        boolean decided = policy.knowsEveryOperator();
        Optional<Sessions.Opened> session = policy.signIn(given);
        if (session.isEmpty() && !decided) {
            return new Outcome.Undecided();
        }
        if (session.isEmpty()) {
            LOG.warn("{} gave a wrong token to sign in with (tries left: {})", address, guess.getRemainingTokens());
            return new Outcome.WrongToken();
        }
        left.addTokens(1);
        LOG.info("{} signed in as {}", address, session.get().operator());
        return new Outcome.SignedIn(session.get().cookie(), session.get().operator());
    }
}
