package dev.partnercatalog.query.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.records.Client;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;

/** Issues access tokens: JWTs of RFC 9068, signed with RS256. Thread-safe. */
final class AccessTokenIssuer {

    private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");

    private final TokenSettings settings;
    private final SigningKeys keys;
    private final Clock clock;

    AccessTokenIssuer(TokenSettings settings, SigningKeys keys, Clock clock) {
        this.settings = settings;
        this.keys = keys;
        this.clock = clock;
    }

    /** A token for the client; throws {@link HttpProblem} while there is no key to sign with (status 503). */
    String issue(Client client) {
        List<RSAKey> signing = keys.newestFirst();
        if (signing.isEmpty()) {
            throw HttpProblem.unavailable("There is no signing key yet.");
        }
        RSAKey key = signing.get(0);
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(ACCESS_TOKEN)
                .keyID(key.getKeyID())
                .build();
        SignedJWT token = new SignedJWT(header, claims(client));
        try {
            token.sign(new RSASSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException("signing key " + key.getKeyID() + " can't sign", e);
        }
        return token.serialize();
    }

    private JWTClaimsSet claims(Client client) {
        Instant now = clock.instant();
        return new JWTClaimsSet.Builder()
                .issuer(settings.issuer().toString())
                .audience(settings.audience())
                .subject(client.getClientId())
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(settings.lifetime())))
                .jwtID(UUID.randomUUID().toString())
                .claim("client_id", client.getClientId())
                .claim("scope", TokenSettings.SCOPE)
                .claim("partner_id", client.getPartnerId())
                .build();
    }
}
