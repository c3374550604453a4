package dev.partnercatalog.partner;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key to check Standard Webhooks signatures with: a secret that the partner shares with the catalog ({@code v1}), or one of the
 * catalog's public keys ({@code v1a}). Immutable and thread-safe.
 */
public final class WebhookKey {

    private static final String SECRET_PREFIX = "whsec_";
    private static final String HMAC = "HmacSHA256";
    private static final String ED25519 = "Ed25519";
    private static final int ED25519_BYTES = 32;
    private static final int MAX_KEYS = 100;

    /** The bytes that precede an Ed25519 key in its X.509 encoding. */
    private static final byte[] X509_HEAD = HexFormat.of().parseHex("302a300506032b6570032100");

    /** Checks whether one of the signatures, given without their versions, matches the signed bytes. */
    private interface Check {

        boolean fits(byte[] head, byte[] body, List<String> signatures) throws GeneralSecurityException;
    }

    private final String version;
    private final Check check;

    private WebhookKey(String version, Check check) {
        this.version = version;
        this.check = check;
    }

    /**
     * The secret of a partner's webhook.
     *
     * @param secret {@code whsec_} and base64, as it was shown
     * @throws IllegalArgumentException if it has another format; the message doesn't reveal it
     */
    public static WebhookKey secret(String secret) {
        byte[] key = secret.startsWith(SECRET_PREFIX)
                ? base64(Base64.getDecoder(), secret.substring(SECRET_PREFIX.length()))
                : new byte[0];
        if (key.length == 0) {
            throw new IllegalArgumentException("the webhook secret is invalid: expected whsec_ and base64");
        }
        SecretKeySpec hmacKey = new SecretKeySpec(key, HMAC);
        return new WebhookKey("v1", (head, body, signatures) -> {
            Mac mac = Mac.getInstance(HMAC);
            mac.init(hmacKey);
            mac.update(head);
            byte[] expected = Base64.getEncoder().encode(mac.doFinal(body));
            boolean fits = false;
            for (String signature : signatures) {
                fits |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
            }
            return fits;
        });
    }

    /**
     * The public keys in a JSON Web Key Set, or the one in a JSON Web Key. Keys of other types than Ed25519
     * ({@code "kty": "OKP", "crv": "Ed25519"}) are left out.
     *
     * @param json at most 100 keys
     * @throws IllegalArgumentException if it is not such JSON, has no Ed25519 key, or has a malformed one
     */
    public static List<WebhookKey> publicKeys(String json) {
        JsonNode root = Json.read(json.getBytes(StandardCharsets.UTF_8));
        List<JsonNode> jwks = root.path("keys").isArray() ? Json.elements(root.path("keys")) : List.of(root);
        if (jwks.size() > MAX_KEYS) {
            throw new IllegalArgumentException("the key set has " + jwks.size() + " keys: at most " + MAX_KEYS);
        }
        List<WebhookKey> keys = new ArrayList<>();
        for (JsonNode jwk : jwks) {
            if (jwk.path("crv").asText().equals(ED25519)
                    && jwk.path("kty").asText().equals("OKP")) {
                keys.add(publicKey(base64(Base64.getUrlDecoder(), jwk.path("x").asText())));
            }
        }
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("there is no Ed25519 key among " + jwks.size() + " keys");
        }
        return List.copyOf(keys);
    }

    private static WebhookKey publicKey(byte[] bytes) {
        if (bytes.length != ED25519_BYTES) {
            throw new IllegalArgumentException("x of the Ed25519 key is not 32 bytes in base64url");
        }
        byte[] x509 = new byte[X509_HEAD.length + ED25519_BYTES];
        System.arraycopy(X509_HEAD, 0, x509, 0, X509_HEAD.length);
        System.arraycopy(bytes, 0, x509, X509_HEAD.length, ED25519_BYTES);
        PublicKey key;
        try {
            key = KeyFactory.getInstance(ED25519).generatePublic(new X509EncodedKeySpec(x509));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("x of the Ed25519 key is not a valid key", e);
        }
        return new WebhookKey("v1a", (head, body, signatures) -> {
            boolean fits = false;
            for (String text : signatures) {
                fits |= isSignature(key, head, body, base64(Base64.getDecoder(), text));
            }
            return fits;
        });
    }

    private static boolean isSignature(PublicKey key, byte[] head, byte[] body, byte[] signature)
            throws GeneralSecurityException {
        Signature ed25519 = Signature.getInstance(ED25519);
        ed25519.initVerify(key);
        ed25519.update(head);
        ed25519.update(body);
        try {
            return ed25519.verify(signature);
        } catch (SignatureException e) {
            return false; // it doesn't even have the format of a signature
        }
    }

    /** Empty if the text is not base64. */
    private static byte[] base64(Base64.Decoder decoder, String text) {
        try {
            return decoder.decode(text);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /**
     * Whether one of the signatures was made with this key.
     *
     * @param head the signed text that precedes the body
     * @param signatures each with its version, such as {@code v1,…}
     */
    boolean fits(byte[] head, byte[] body, List<String> signatures) {
        String prefix = version + ",";
        List<String> ofVersion = signatures.stream()
                .filter(signature -> signature.startsWith(prefix))
                .map(signature -> signature.substring(prefix.length()))
                .toList();
        try {
            return check.fits(head, body, ofVersion);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform, from 15, has " + HMAC + " and " + ED25519, e);
        }
    }
}
