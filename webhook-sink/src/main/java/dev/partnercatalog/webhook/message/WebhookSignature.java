package dev.partnercatalog.webhook.message;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Collection;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The signatures of Standard Webhooks 1.0.0: {@code v1} is HMAC-SHA256 (D25). */
public final class WebhookSignature {

    private static final String SECRET_PREFIX = "whsec_";
    private static final String HMAC = "HmacSHA256";

    private WebhookSignature() {}

    /**
     * Returns the value of the header {@code webhook-signature}: one signature per secret, separated by spaces, so that during a rotation a receiver may hold either (D27).
     *
     * @param secrets each is {@code whsec_} and the key's bytes in base64
     * @param timestamp time of this attempt, in seconds since 1970, as in the header {@code webhook-timestamp}
     */
    public static String header(Collection<String> secrets, Message message, long timestamp) {
        byte[] prefix = (message.id() + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        return secrets.stream()
                .map(secret -> "v1," + sign(secret, prefix, message.body()))
                .collect(Collectors.joining(" "));
    }

    private static String sign(String secret, byte[] prefix, byte[] body) {
        if (!secret.startsWith(SECRET_PREFIX)) {
            throw new IllegalArgumentException("a webhook secret must begin with " + SECRET_PREFIX);
        }
        byte[] key = Base64.getDecoder().decode(secret.substring(SECRET_PREFIX.length()));
        try {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(new SecretKeySpec(key, HMAC));
            mac.update(prefix);
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (NoSuchAlgorithmException | InvalidKeyException e) {
            throw new IllegalStateException("every Java platform has " + HMAC, e);
        }
    }
}
