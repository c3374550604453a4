package dev.partnercatalog.query.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.net.URI;
import java.time.Instant;
import java.util.Date;

/** Access tokens built for tests: valid ones, and ones that no issuer would issue. */
public final class TestTokens {

    public static final URI ISSUER = URI.create("http://issuer.example");
    public static final String AUDIENCE = "partner-catalog";
    public static final RSAKey KEY = newKey("key-1");

    private TestTokens() {}

    public static RSAKey newKey(String keyId) {
        try {
            return new RSAKeyGenerator(2048).keyID(keyId).generate();
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

    public static String signed(JWSHeader header, JWTClaimsSet claims, RSAKey key) {
        try {
            SignedJWT token = new SignedJWT(header, claims);
            token.sign(new RSASSASigner(key));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String of(String clientId, Instant now) {
        return signed(header().build(), claims(clientId, now).build(), KEY);
    }
}
