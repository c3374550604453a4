package dev.partnercatalog.console.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of those who gave the token. A session is its own proof, signed with the token, so none is kept here: it holds
 * at every instance with the same token, and ends with its time or with the token. Thread-safe.
 */
final class Sessions {

    static final Duration LIFETIME = Duration.ofHours(10);

    private static final int NONCE_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final AccessToken token;
    private final Clock clock;

    Sessions(AccessToken token, Clock clock) {
        this.token = token;
        this.clock = clock;
    }

    /** A new session, as a cookie, if the token is right; empty otherwise. */
    Optional<String> open(String given) {
        return token.is(given) ? Optional.of(issue()) : Optional.empty();
    }

    private String issue() {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        String claim = clock.instant().plus(LIFETIME).getEpochSecond() + "."
                + HexFormat.of().formatHex(nonce);
        return claim + "." + code("session", claim);
    }

    /** Whether a cookie is one of our sessions and hasn't ended. */
    boolean isGood(@Nullable String cookie) {
        int dot = cookie == null ? -1 : cookie.lastIndexOf('.');
        if (cookie == null || dot < 0) {
            return false;
        }
        String claim = cookie.substring(0, dot);
        return isEqual(code("session", claim), cookie.substring(dot + 1))
                && clock.instant().getEpochSecond() < Long.parseLong(claim.substring(0, claim.indexOf('.')));
    }

    /** What each form of a session carries, so that no other site can send one. */
    String formToken(String session) {
        return code("form", session);
    }

    boolean isFormToken(String session, @Nullable String given) {
        return given != null && isEqual(formToken(session), given);
    }

    private String code(String purpose, String message) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token.authenticate(purpose, message));
    }

    private static boolean isEqual(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
