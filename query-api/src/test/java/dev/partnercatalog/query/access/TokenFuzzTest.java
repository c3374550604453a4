package dev.partnercatalog.query.access;

import static dev.partnercatalog.query.access.TestTokens.AUDIENCE;
import static dev.partnercatalog.query.access.TestTokens.ISSUER;
import static dev.partnercatalog.query.access.TestTokens.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.RSAKey;
import dev.partnercatalog.query.access.TokenVerifier.InvalidTokenException;
import dev.partnercatalog.query.access.TokenVerifier.VerifiedToken;
import dev.partnercatalog.runtime.http.InputFuzzer;
import dev.partnercatalog.runtime.http.SameHash;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/**
 * Whatever is sent as a token, only the exact bytes that were issued are accepted; anything else is refused at little
 * cost.
 */
class TokenFuzzTest {

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final RSAKey STRANGER = TestTokens.newKey(KEY.getKeyID());
    private static final String HEADER = "{\"kid\":\"key-1\",\"typ\":\"at+jwt\",\"alg\":\"RS256\"}";
    private static final String CLAIMS =
            "{\"iss\":\"" + ISSUER + "\",\"aud\":\"" + AUDIENCE + "\",\"sub\":\"c1\",\"iat\":"
                    + NOW.getEpochSecond() + ",\"exp\":" + NOW.plusSeconds(3600).getEpochSecond()
                    + ",\"jti\":\"j\",\"client_id\":\"c1\",\"scope\":\"partner/read\"}";

    /** Members that differ from the issuer's, or are expensive. */
    private static final List<String> MEMBERS = List.of(
            "\"alg\":\"none\"",
            "\"alg\":\"HS256\"",
            "\"alg\":\"rs256\"",
            "\"alg\":\"RS512\"",
            "\"alg\":null",
            "\"alg\":[\"RS256\"]",
            "\"kid\":\"key-2\"",
            "\"kid\":{}",
            "\"kid\":\"../../dev/null\"",
            "\"typ\":\"JWT\"",
            "\"typ\":\"AT+JWT\"",
            "\"cty\":\"JWT\"",
            "\"crit\":[]",
            "\"crit\":[\"exp\"]",
            "\"crit\":[\"b64\"],\"b64\":false",
            "\"b64\":false",
            "\"zip\":\"DEF\"",
            "\"jku\":\"http://127.0.0.1:1/keys\"",
            "\"x5u\":\"http://127.0.0.1:1/keys\"",
            "\"x5c\":[\"AAAA\"]",
            "\"jwk\":" + STRANGER.toPublicJWK().toJSONString(),
            "\"jwk\":{\"kty\":\"oct\",\"k\":\"AA\"}",
            "\"iss\":\"http://other.example\"",
            "\"aud\":[]",
            "\"aud\":[\"other\"]",
            "\"exp\":1",
            "\"exp\":1e999999999",
            "\"exp\":9999999999999999999999999999",
            "\"exp\":\"tomorrow\"",
            "\"iat\":-1e999999999",
            "\"nbf\":99999999999",
            "\"client_id\":7",
            "\"scope\":[\"partner/read\"]",
            "\"scope\":\"" + " x".repeat(500) + "\"",
            "\"x\":\"\\ud800\"",
            "\"x\":" + "[".repeat(1_500) + "]".repeat(1_500),
            "\"x\":" + "{\"x\":".repeat(500) + "1" + "}".repeat(500),
            "\"x\":" + "9".repeat(2_000),
            "\"x\":1e-999999999",
            "\"x\":{\"" + String.join("\":1,\"", SameHash.texts(7)) + "\":1}");

    private final List<String> issued = IntStream.range(0, 4)
            .mapToObj(i -> TestTokens.of("c" + i, NOW.minusSeconds(i)))
            .toList();
    private final TokenVerifier verifier = TestTokens.verifier(Clock.fixed(NOW, ZoneOffset.UTC));
    private final InputFuzzer fuzzer = new InputFuzzer();

    @Test
    void D16_only_the_exact_bytes_of_an_issued_token_are_accepted() throws Exception {
        fuzzer.run(
                TokenFuzzTest.class,
                List.of(
                        "issued, taken",
                        "spelled otherwise, refused",
                        "forged, refused",
                        "odd but signed, refused",
                        "odd but signed, taken"),
                random -> {
                    switch (random.nextInt(10)) {
                        case 0 -> hold("odd but signed", odd(random, true));
                        case 1, 2, 3, 4 -> hold("forged", odd(random, false));
                        default -> spelledOtherwise(random);
                    }
                });
    }

    private void spelledOtherwise(Random random) {
        String token = issued.get(random.nextInt(issued.size()));
        String other = changed(token, random);
        String kind = issued.contains(other) ? "issued" : "spelled otherwise";
        hold(kind, other);
    }

    private void hold(String kind, String token) {
        Object outcome = fuzzer.outcome(token, InvalidTokenException.class, () -> verifier.verify(token));
        boolean taken = outcome instanceof VerifiedToken;
        if (!kind.equals("odd but signed")) {
            assertThat(taken).as(token).isEqualTo(kind.equals("issued"));
        }
        if (outcome instanceof InvalidTokenException refusal) {
            assertThat(refusal.getMessage())
                    .matches("The access token (is malformed, or not one of this service's"
                            + "|can't be used: [ !#-\\[\\]-~]+)\\.");
        }
        fuzzer.count(kind + (taken ? ", taken" : ", refused"));
    }

    /** Changes the bytes it consists of, or its text with the same bytes. */
    private String changed(String token, Random random) {
        StringBuilder changed = new StringBuilder(token);
        int at = random.nextInt(token.length());
        switch (random.nextInt(12)) {
            case 0 -> changed.setLength(at);
            case 1 -> changed.setCharAt(at, (char) random.nextInt(random.nextBoolean() ? 128 : 65_536));
            case 2 ->
                changed.insert(
                        at, pick(List.of("=", " ", "\n", ".", "+", "/", "%3D", "A", "\u0000", "\ufeff"), random));
            case 3 -> changed.append(pick(List.of("=", "==", "A", "AA", ".", " ", "\t", ".e30", "\u00a0"), random));
            case 4 -> changed.deleteCharAt(at);
            case 5 -> changed.insert(random.nextInt(token.length()), token.charAt(at));
            case 6 -> changed.insert(0, pick(List.of(" ", ".", "Bearer ", "e30.", "\ufeff"), random));
            case 7 -> changed.append("A".repeat(random.nextInt(1 << random.nextInt(21))));
            case 8 -> {
                // The last bits of a part that carry no data.
                int dot = random.nextBoolean() ? token.length() : token.lastIndexOf('.');
                changed.setCharAt(dot - 1, (char) (token.charAt(dot - 1) ^ 1 + random.nextInt(3)));
            }
            case 9 -> {
                String[] parts = token.split("\\.", -1);
                String[] others = issued.get(random.nextInt(issued.size())).split("\\.", -1);
                int part = random.nextInt(3);
                parts[part] = others[random.nextInt(3)];
                return String.join(".", parts);
            }
            case 10 -> {
                return token.replace('-', '+').replace('_', '/');
            }
            default -> {
                return token;
            }
        }
        return changed.toString();
    }

    /**
     * A header and claims that aren't the issuer's, with some signature; if {@code signed}, with the issuer's own key.
     */
    private static String odd(Random random, boolean signed) throws GeneralSecurityException, JOSEException {
        String header = HEADER;
        String claims = CLAIMS;
        for (int i = random.nextInt(3); i >= 0; i--) {
            if (random.nextBoolean()) {
                header = odd(header, random);
            } else {
                claims = odd(claims, random);
            }
        }
        String content =
                base64(header.getBytes(StandardCharsets.UTF_8)) + "." + base64(claims.getBytes(StandardCharsets.UTF_8));
        byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
        return content + "." + (signed ? base64(rsa(KEY, bytes)) : forgery(bytes, random));
    }

    private static String odd(String object, Random random) {
        String member = pick(MEMBERS, random);
        int at = random.nextInt(object.length() + 1);
        if (object.length() < 2) {
            return object;
        }
        return switch (random.nextInt(8)) {
            case 0, 1, 2 -> "{" + member + "," + object.substring(1);
            case 3, 4 -> object.substring(0, object.length() - 1) + "," + member + "}";
            // Replaces the member with the same name, so that there is no doubt which one counts.
            case 5 -> {
                String name = member.substring(0, member.indexOf(':') + 1);
                yield object.replaceFirst(name + "(?:\"[^\"]*\"|[0-9]+)", "\"replaced\":0")
                        .replaceFirst("\\{", "{" + Matcher.quoteReplacement(member) + ",");
            }
            case 6 ->
                object.substring(0, at)
                        + pick(List.of(" ", "\n", "\u0000", "/**/", "\"", "{", "]", "\u00e9"), random)
                        + object.substring(at);
            default ->
                pick(List.of("", "null", "[]", "1", "\"x\"", "{}", "{", object + object, "[".repeat(4_000)), random);
        };
    }

    private static String forgery(byte[] content, Random random) throws GeneralSecurityException, JOSEException {
        byte[] publicKey = KEY.toRSAPublicKey().getEncoded();
        return switch (random.nextInt(7)) {
            case 0 -> "";
            case 1 -> base64(rsa(STRANGER, content));
            case 2 -> base64(mac(publicKey, content));
            case 3 ->
                base64(mac(
                        ("-----BEGIN PUBLIC KEY-----\n"
                                        + Base64.getMimeEncoder(64, new byte[] {'\n'})
                                                .encodeToString(publicKey) + "\n-----END PUBLIC KEY-----\n")
                                .getBytes(StandardCharsets.US_ASCII),
                        content));
            case 4 -> base64(mac(KEY.getModulus().decode(), content));
            case 5 -> base64(new byte[256]);
            default -> {
                byte[] noise = new byte[random.nextInt(600)];
                random.nextBytes(noise);
                yield base64(noise);
            }
        };
    }

    private static byte[] rsa(RSAKey key, byte[] content) throws GeneralSecurityException, JOSEException {
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(key.toPrivateKey());
        signature.update(content);
        return signature.sign();
    }

    private static byte[] mac(byte[] secret, byte[] content) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret, "HmacSHA256"));
        return mac.doFinal(content);
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static <T> T pick(List<T> from, Random random) {
        return from.get(random.nextInt(from.size()));
    }
}
