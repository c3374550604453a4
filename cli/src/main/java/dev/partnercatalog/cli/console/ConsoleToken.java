package dev.partnercatalog.cli.console;

import dev.partnercatalog.runtime.http.ErrorCode;
import dev.partnercatalog.runtime.http.HttpProblem;
import dev.partnercatalog.runtime.http.RemoteAddresses;
import dev.partnercatalog.runtime.http.TokenBuckets;
import dev.partnercatalog.schemas.conversion.ByteOrderMark;
import dev.partnercatalog.schemas.fault.FaultWords;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.TimeMeter;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The token that every request for data must have, and the limit on wrong ones: an address may try {@value #AT_ONCE} at
 * once, and then one every {@value #SECONDS_EACH} seconds. Until the next one is due, it is refused whatever it sends; a
 * correct token costs nothing. Uses bounded memory. Thread-safe.
 */
final class ConsoleToken {

    static final int AT_ONCE = 10;
    static final int SECONDS_EACH = 6;

    private static final Logger LOG = LoggerFactory.getLogger(ConsoleToken.class);

    /** 120 bits in base64. */
    private static final int MIN_LENGTH = 20;

    private static final int MOST_ADDRESSES = 10_000;
    private static final String SCHEME = "Bearer ";
    private static final Bandwidth GUESSES = Bandwidth.builder()
            .capacity(AT_ONCE)
            .refillGreedy(1, Duration.ofSeconds(SECONDS_EACH))
            .build();

    private final byte[] token;
    private final RemoteAddresses addresses;
    private final TokenBuckets byAddress;

    private ConsoleToken(String token, RemoteAddresses addresses, TimeMeter time) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.addresses = addresses;
        this.byAddress = new TokenBuckets(GUESSES, MOST_ADDRESSES, time);
    }

    /** Reads the token; throws {@link IllegalArgumentException} if the file has no suitable one, without revealing it. */
    static ConsoleToken load(Path file, RemoteAddresses addresses, TimeMeter time) {
        String token;
        try {
            token = ByteOrderMark.skip(Files.readString(file)).strip();
        } catch (IOException e) {
            throw new IllegalArgumentException("the token file " + file + " can't be read: " + FaultWords.of(e), e);
        }
        if (token.length() < MIN_LENGTH || token.lines().count() != 1) {
            throw new IllegalArgumentException("the token file " + file + " must contain one line of " + MIN_LENGTH
                    + " or more characters: (umask 077; head -c 32 /dev/urandom | base64 > FILE)");
        }
        return new ConsoleToken(token, addresses, time);
    }

    /** Throws the {@link HttpProblem} that refuses a request without the token. */
    void require(Context context) {
        String header = context.header("Authorization");
        if (header == null || !header.startsWith(SCHEME)) {
            throw refusal("The request has no token.");
        }
        String address = addresses.of(context);
        Bucket left = byAddress.of(address);
        // Taken before the token is checked, so that many requests at once gain nothing.
        ConsumptionProbe guess = left.tryConsumeAndReturnRemaining(1);
        if (!guess.isConsumed()) {
            long wait = TokenBuckets.wholeSeconds(guess.getNanosToWaitForRefill());
            throw HttpProblem.of(
                    ErrorCode.RATE_LIMITED,
                    "Too many wrong tokens came from your address.",
                    "Try again in " + wait + " s.",
                    Map.of("Retry-After", Long.toString(wait)));
        }
        byte[] given = header.substring(SCHEME.length()).strip().getBytes(StandardCharsets.UTF_8);
        // The time that this takes depends only on what was given.
        if (!MessageDigest.isEqual(given, token)) {
            LOG.warn("{} gave a wrong token (tries left: {})", address, guess.getRemainingTokens());
            throw refusal("The token is wrong.");
        }
        left.addTokens(1);
    }

    private static HttpProblem refusal(String message) {
        return HttpProblem.of(
                ErrorCode.UNAUTHENTICATED,
                message,
                "Send the content of the console's token file as a bearer token.",
                Map.of("WWW-Authenticate", "Bearer"));
    }
}
