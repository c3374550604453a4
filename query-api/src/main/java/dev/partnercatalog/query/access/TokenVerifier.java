package dev.partnercatalog.query.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.partnercatalog.query.http.HttpProblem;
import java.net.URI;
import java.text.ParseException;
import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verifies access tokens as RFC 9068 and RFC 8725 ask: an algorithm that was agreed on, a key of the issuer's, the type {@code
 * at+jwt}, issuer, audience, expiry and time of issue. Thread-safe.
 */
public final class TokenVerifier {

    /** The two ways to write the one type (RFC 9068, section 4). */
    private static final JOSEObjectType[] ACCESS_TOKEN = {
        new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt")
    };

    private static final Set<String> REQUIRED = Set.of("sub", "exp", "iat", "jti", "client_id");
    private static final int CLOCK_SKEW_SECONDS = 5;

    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    /**
     * A verifier of one issuer's tokens.
     *
     * @param algorithms that tokens may be signed with; what a token's header asks for beyond them is refused
     * @param keys of the issuer, asked for each token, so that a key that is taken back counts no more
     */
    public TokenVerifier(
            URI issuer, String audience, Set<JWSAlgorithm> algorithms, JWKSource<SecurityContext> keys, Clock clock) {
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, keys));
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(ACCESS_TOKEN));
        DefaultJWTClaimsVerifier<SecurityContext> claims = new ClaimsVerifier(issuer, audience, clock);
        claims.setMaxClockSkew(CLOCK_SKEW_SECONDS);
        processor.setJWTClaimsSetVerifier(claims);
    }

    VerifiedToken verify(String token) throws InvalidTokenException {
        try {
            JWTClaimsSet claims = processor.process(token, null);
            String scope = claims.getStringClaim("scope");
            return new VerifiedToken(
                    claims.getStringClaim("client_id"), scope == null ? Set.of() : Set.of(scope.split(" ")));
        } catch (KeySourceException e) {
            throw HttpProblem.unavailable("The issuer's keys are not known now.");
        } catch (BadJOSEException | JOSEException | ParseException | IllegalArgumentException e) {
            throw new InvalidTokenException("The access token is malformed, expired, or not one of this service's.");
        }
    }

    /** The library's checks, on our clock. */
    private static final class ClaimsVerifier extends DefaultJWTClaimsVerifier<SecurityContext> {

        private final Clock clock;

        ClaimsVerifier(URI issuer, String audience, Clock clock) {
            super(audience, new JWTClaimsSet.Builder().issuer(issuer.toString()).build(), REQUIRED);
            this.clock = clock;
        }

        @Override
        public void verify(JWTClaimsSet claims, @Nullable SecurityContext context) throws BadJWTException {
            super.verify(claims, context);
            Instant latest = clock.instant().plusSeconds(CLOCK_SKEW_SECONDS);
            if (claims.getIssueTime().toInstant().isAfter(latest)) {
                throw new BadJWTException("issued in the future");
            }
        }

        @Override
        protected Date currentTime() {
            return Date.from(clock.instant());
        }
    }
}
