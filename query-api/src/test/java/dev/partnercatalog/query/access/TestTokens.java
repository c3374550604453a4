package dev.partnercatalog.query.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partnercatalog.query.access.TokenVerifier.ClaimsCheck;
import dev.partnercatalog.query.access.TokenVerifier.InvalidTokenException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.Set;

/** Access tokens built for tests, valid ones and ones that no issuer would issue, and their verifiers. */
public final class TestTokens {

    public static final URI ISSUER = URI.create("http://issuer.example");
    public static final String AUDIENCE = "partner-catalog";
    public static final RSAKey KEY = newKey("key-1");

    private TestTokens() {}

    public static RSAKey newKey(String keyId) {
        try {
            return new RSAKeyGenerator(2048)
                    .keyID(keyId)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The claims of a valid token, issued at a given time. */
    public static JWTClaimsSet.Builder claims(String clientId, Instant now) {
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER.toString())
                .audience(AUDIENCE)
                .subject(clientId)
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(3600)))
                .jwtID("token-1")
                .claim("client_id", clientId)
                .claim("scope", "partner/read");
    }

    public static JWSHeader.Builder header() {
        return new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(new JOSEObjectType("at+jwt"))
                .keyID(KEY.getKeyID());
    }

    public static String signed(JWSHeader header, JWTClaimsSet claims, JWK key) {
        try {
            SignedJWT token = new SignedJWT(header, claims);
            token.sign(new DefaultJWSSignerFactory().createJWSSigner(key, header.getAlgorithm()));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Signs any header and any claims with {@link #KEY}. */
    static String signed(String header, String claims) throws JOSEException {
        String content = Base64URL.encode(header) + "." + Base64URL.encode(claims);
        return content + "."
                + new RSASSASigner(KEY)
                        .sign(new JWSHeader(JWSAlgorithm.RS256), content.getBytes(StandardCharsets.US_ASCII));
    }

    /** Verifies tokens as the API does, with {@link #KEY} as the issuer's only key. */
    public static TokenVerifier verifier(Clock clock) {
        return verifier((selector, context) -> selector.select(new JWKSet(KEY.toPublicJWK())), clock);
    }

    /** Verifies tokens as the API does, with other keys. */
    public static TokenVerifier verifier(JWKSource<SecurityContext> keys, Clock clock) {
        return new TokenVerifier(
                new ClaimsCheck(TokenForm.RFC_9068, ISSUER, AUDIENCE, clock), Set.of(JWSAlgorithm.RS256), keys);
    }

    public static String of(String clientId, Instant now) {
        return signed(header().build(), claims(clientId, now).build(), KEY);
    }

    /** Checks that a token is refused, without a word about the key or the client. */
    static void assertRefused(TokenVerifier verifier, String token) {
        assertThatExceptionOfType(InvalidTokenException.class)
                .isThrownBy(() -> verifier.verify(token))
                .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("key-1", "c1"));
    }
}
