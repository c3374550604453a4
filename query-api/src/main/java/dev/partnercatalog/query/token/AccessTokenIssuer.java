package dev.partnercatalog.query.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.partnercatalog.query.token.SigningKeyTable.SigningKeys;
import dev.partnercatalog.query.token.TokenServer.TokenSettings;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.http.HttpProblem;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Issues access tokens: JWTs of RFC 9068, signed with RS256. Signing is what costs time, so a client that asks again
 * within a minute gets the same token. Thread-safe.
 */
final class AccessTokenIssuer {

    private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");

    /** For how long a client gets the same token. */
    private static final Duration FRESH = Duration.ofMinutes(1);

    private final TokenSettings settings;
    private final Supplier<SigningKeys> keys;
    private final Clock clock;

    /** The latest token of each client that has got one. */
    private final Map<String, Issued> latest = new ConcurrentHashMap<>();

    private record Issued(Client client, String keyId, Instant time, String token) {

        boolean isFresh(Client sameClient, String signingKey, Instant now) {
            return client.equals(sameClient)
                    && keyId.equals(signingKey)
                    && !now.isBefore(time)
                    && now.isBefore(time.plus(FRESH));
        }
    }

    AccessTokenIssuer(TokenSettings settings, Supplier<SigningKeys> keys, Clock clock) {
        this.settings = settings;
        this.keys = keys;
        this.clock = clock;
    }

    /**
     * A token that is valid for at least {@link TokenSettings#LIFETIME} from now on; throws {@link HttpProblem} while there
     * is no key to sign with (status 503).
     */
    String issue(Client client) {
        List<RSAKey> signing = keys.get().newestFirst();
        if (signing.isEmpty()) {
            throw HttpProblem.unavailable("There is no signing key yet.");
        }
        RSAKey key = signing.get(0);
        Instant now = clock.instant();
        Issued known = latest.get(client.getClientId());
        if (known == null || !known.isFresh(client, key.getKeyID(), now)) {
            // If several requests come at once, each may sign: no request waits for another.
            known = new Issued(client, key.getKeyID(), now, signed(client, key, now));
            latest.put(client.getClientId(), known);
        }
        return known.token();
    }

    private String signed(Client client, RSAKey key, Instant now) {
        JWSHeader header = new JWSHeader.Builder(JWSAlgorithm.RS256)
                .type(ACCESS_TOKEN)
                .keyID(key.getKeyID())
                .build();
        SignedJWT token = new SignedJWT(header, claims(client, now));
        try {
            token.sign(new RSASSASigner(key));
        } catch (JOSEException e) {
            throw new IllegalStateException("signing key " + key.getKeyID() + " can't sign", e);
        }
        return token.serialize();
    }

    private JWTClaimsSet claims(Client client, Instant now) {
        return new JWTClaimsSet.Builder()
                .issuer(settings.issuer().toString())
                .audience(settings.audience())
                .subject(client.getClientId())
                .issueTime(Date.from(now))
                // A client that gets it at the end of that minute is told the same lifetime (D16).
                .expirationTime(Date.from(now.plus(TokenSettings.LIFETIME).plus(FRESH)))
                .jwtID(UUID.randomUUID().toString())
                .claim("client_id", client.getClientId())
                .claim("scope", TokenSettings.SCOPE)
                .claim("partner_id", client.getPartnerId())
                .build();
    }
}
