package dev.partnercatalog.query.peer;

import dev.partnercatalog.runtime.secret.MasterKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Proves that a request comes from an instance with the same master key, and recently: {@code SECONDS.HMAC}, the HMAC
 * being over the seconds and the body. The key itself never travels. Thread-safe.
 */
final class PeerSignature {

    static final String HEADER = "X-Peer-Signature";

    /** How far the clocks of two machines may be apart. */
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String HMAC = "HmacSHA256";

    private final SecretKeySpec key;
    private final InstantSource clock;

    PeerSignature(MasterKey masterKey, InstantSource clock) {
        this.key = new SecretKeySpec(masterKey.derive("peer-requests"), HMAC);
        this.clock = clock;
    }

    String of(byte[] body) {
        return of(clock.instant().getEpochSecond(), body);
    }

    boolean isValid(@Nullable String signature, byte[] body) {
        int dot = signature == null ? -1 : signature.indexOf('.');
        if (signature == null || dot < 1 || !signature.substring(0, dot).matches("\\d{1,15}")) {
            return false;
        }
        long seconds = Long.parseLong(signature.substring(0, dot));
        long apart = Math.abs(clock.instant().getEpochSecond() - seconds);
        return MessageDigest.isEqual(
                        of(seconds, body).getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8))
                && apart <= TOLERANCE.toSeconds();
    }

    private String of(long seconds, byte[] body) {
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(key);
            mac.update((seconds + ".").getBytes(StandardCharsets.US_ASCII));
            return seconds + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }
}
