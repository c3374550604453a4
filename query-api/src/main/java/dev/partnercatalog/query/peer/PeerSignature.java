package dev.partnercatalog.query.peer;

import dev.partnercatalog.runtime.secret.MasterKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Proves that a request comes from an instance with the same master key, and recently: {@code SECONDS.LENGTH-HMAC.HMAC}.
 * The first HMAC is over the seconds and the body's length, so that a stranger is known before a body is read; the second
 * over the seconds and the body. The key itself never travels. Thread-safe.
 */
final class PeerSignature {

    static final String HEADER = "X-Peer-Signature";

    /** How far the clocks of two machines may be apart. */
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String HMAC = "HmacSHA256";
    private static final Pattern SECONDS = Pattern.compile("\\d{1,15}");

    private final SecretKeySpec key;
    private final InstantSource clock;

    PeerSignature(MasterKey masterKey, InstantSource clock) {
        this.key = new SecretKeySpec(masterKey.derive("peer-requests"), HMAC);
        this.clock = clock;
    }

    String of(byte[] body) {
        long seconds = clock.instant().getEpochSecond();
        return seconds + "." + hmac(seconds, length(body.length)) + "." + hmac(seconds, body);
    }

    /** Whether the sender of a body of this length holds the key; its body is still to be checked. */
    boolean admits(@Nullable String signature, long length) {
        return length >= 0 && isEqual(signature, 1, length(length));
    }

    boolean isValid(@Nullable String signature, byte[] body) {
        return admits(signature, body.length) && isEqual(signature, 2, body);
    }

    private boolean isEqual(@Nullable String signature, int part, byte[] signed) {
        String[] parts = signature == null ? new String[0] : signature.split("\\.", 4);
        if (parts.length != 3 || !SECONDS.matcher(parts[0]).matches()) {
            return false;
        }
        long seconds = Long.parseLong(parts[0]);
        long apart = Math.abs(clock.instant().getEpochSecond() - seconds);
        return MessageDigest.isEqual(
                        hmac(seconds, signed).getBytes(StandardCharsets.UTF_8),
                        parts[part].getBytes(StandardCharsets.UTF_8))
                && apart <= TOLERANCE.toSeconds();
    }

    private static byte[] length(long length) {
        return ("length " + length).getBytes(StandardCharsets.US_ASCII);
    }

    private String hmac(long seconds, byte[] signed) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }
}
