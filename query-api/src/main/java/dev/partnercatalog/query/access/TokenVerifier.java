package dev.partnercatalog.query.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import com.nimbusds.jwt.proc.JWTClaimsSetVerifier;
import dev.partnercatalog.query.access.TokenVerifier.InvalidTokenException;
import dev.partnercatalog.runtime.http.HttpProblem;
import java.net.URI;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Verifies access tokens as required by RFC 9068 and RFC 8725: an agreed algorithm, a key of the issuer, the type,
 * issuer, audience, expiry and time of issue. Thread-safe.
 *
 * <p>A signature is verified once: a limited number of valid tokens are cached. They remain valid as long as their
 * claims are valid and the issuer has the very keys with which they were verified. Nothing is cached for callers
 * without a valid token.
 */
public final class TokenVerifier {

    private static final int MOST_CACHED = 10_000;

    /** Less than the headers of a request may have; our own tokens have a tenth of it. */
    private static final int MOST_CHARACTERS = 6 << 10;

    record VerifiedToken(String clientId, Set<String> scopes) {}

    /** A token fails a check. This is an ordinary outcome, so it has no stack trace. The message never quotes the token. */
    static final class InvalidTokenException extends BadJWTException {

        private static final long serialVersionUID = 1L;

        private final boolean ofForm;

        private InvalidTokenException(String message, boolean ofForm) {
            super(message);
            this.ofForm = ofForm;
        }

        /** Its type or a claim isn't what we expect, as a clause about "it" says in ASCII without quotes and backslashes. */
        static InvalidTokenException because(String clause) {
            return new InvalidTokenException("The access token can't be used: " + clause + ".", true);
        }

        /** The token can't be anything that the issuer has issued. */
        static InvalidTokenException foreign() {
            return new InvalidTokenException("The access token is malformed, or not one of this service's.", false);
        }

        boolean isOfForm() {
            return ofForm;
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    private record GoodToken(JWKSelector selector, List<JWK> keys, JWTClaimsSet claims, VerifiedToken verified) {}

    /** By what was verified. */
    private final Cache<String, GoodToken> good;

    private final JWKSource<SecurityContext> keys;
    private final TokenForm form;
    private final ClaimsCheck claimsCheck;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    /** A verifier of one issuer's tokens, which looks up the keys for each token: a revoked key no longer counts. */
    public TokenVerifier(ClaimsCheck claimsCheck, Set<JWSAlgorithm> algorithms, JWKSource<SecurityContext> keys) {
        this(claimsCheck, algorithms, keys, MOST_CACHED);
    }

    TokenVerifier(
            ClaimsCheck claimsCheck, Set<JWSAlgorithm> algorithms, JWKSource<SecurityContext> keys, int mostCached) {
        this.good = Caffeine.newBuilder()
                .maximumSize(mostCached)
                .executor(Runnable::run)
                .build();
        this.keys = keys;
        this.form = claimsCheck.form();
        this.claimsCheck = claimsCheck;
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, keys));
        processor.setJWSTypeVerifier((type, context) -> {
            if (!form.accepts(type)) {
                throw InvalidTokenException.because("its header typ is not " + form.typesInWords());
            }
        });
        processor.setJWTClaimsSetVerifier(claimsCheck);
    }

    String scopeClaim() {
        return form.scopeClaim();
    }

    VerifiedToken verify(String token) throws InvalidTokenException {
        if (token.length() > MOST_CHARACTERS) {
            throw InvalidTokenException.foreign();
        }
        try {
            GoodToken known = good.getIfPresent(token);
            if (known == null || !keys.get(known.selector(), null).equals(known.keys())) {
                known = verifySignature(token);
                good.put(token, known);
            } else {
                claimsCheck.verify(known.claims(), null);
            }
            return known.verified();
        } catch (KeySourceException e) {
            throw HttpProblem.unavailable("The issuer's keys are currently unknown.");
        } catch (InvalidTokenException e) {
            throw e;
        } catch (BadJOSEException | JOSEException | ParseException | IllegalArgumentException e) {
            throw InvalidTokenException.foreign();
        }
    }

    /**
     * Requires that the token consists of three parts of base64url as RFC 7515 says: no padding, no other characters,
     * no bits that decode to nothing. The library accepts more, so that one token would have many spellings.
     */
    private static void requireForm(String token) throws InvalidTokenException {
        String[] parts = token.split("\\.", -1);
        for (String part : parts) {
            byte[] bytes = Base64.getUrlDecoder().decode(part);
            String canonical = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            if (parts.length != 3 || part.isEmpty() || !part.equals(canonical)) {
                throw InvalidTokenException.foreign();
            }
        }
    }

    /** The number of cached tokens. */
    long cached() {
        good.cleanUp();
        return good.estimatedSize();
    }

    private static SignedJWT parsed(String token) throws InvalidTokenException {
        try {
            return SignedJWT.parse(token);
        } catch (ParseException | RuntimeException e) {
            // The library doesn't expect every header: if it is the JSON null, it throws a NullPointerException.
            throw InvalidTokenException.foreign();
        }
    }

    private GoodToken verifySignature(String token) throws BadJOSEException, JOSEException, ParseException {
        requireForm(token);
        SignedJWT parsed = parsed(token);
        JWKSelector selector = new JWKSelector(JWKMatcher.forJWSHeader(parsed.getHeader()));
        // Looked up before the signature is verified: if they change in the meantime, it is verified again.
        List<JWK> candidates = keys.get(selector, null);
        JWTClaimsSet claims = processor.process(parsed, null);
        VerifiedToken verified = new VerifiedToken(Objects.requireNonNull(form.client(claims)), form.scopes(claims));
        return new GoodToken(selector, candidates, claims, verified);
    }

    /** Requires the claims of the form, our issuer and audience, and the present within the token's times. Thread-safe. */
    public record ClaimsCheck(TokenForm form, URI issuer, String audience, Clock clock)
            implements JWTClaimsSetVerifier<SecurityContext> {

        private static final Duration CLOCK_SKEW = Duration.ofSeconds(5);

        /** By which Cognito and Keycloak, which give all their tokens the same type, mark access tokens. */
        private static final Map<String, String> KINDS = Map.of("token_use", "access", "typ", "Bearer");

        @Override
        public void verify(JWTClaimsSet claims, @Nullable SecurityContext context) throws InvalidTokenException {
            try {
                require(issuer.toString().equals(claims.getIssuer()), "its claim iss is not " + issuer);
                requireAudience(claims);
                for (String claim : form.required()) {
                    require(claims.getClaim(claim) != null, "it has no claim " + claim);
                }
                require(form.client(claims) != null, "it has no claim " + String.join(" or ", form.clientClaims()));
                for (Map.Entry<String, String> kind : KINDS.entrySet()) {
                    Object given = claims.getClaim(kind.getKey());
                    require(
                            given == null || given.equals(kind.getValue()),
                            "its claim " + kind.getKey() + " is not " + kind.getValue());
                }
                requirePresent(claims);
            } catch (ParseException e) {
                throw InvalidTokenException.because("one of its claims has the wrong type");
            }
        }

        private void requireAudience(JWTClaimsSet claims) throws InvalidTokenException, ParseException {
            if (!form.namesAudience()) {
                require(claims.getClaim("token_use") != null, "it has no claim token_use");
                return;
            }
            List<String> audiences = form.audienceClaim().equals("aud")
                    ? claims.getAudience()
                    : TokenForm.texts(claims, form.audienceClaim());
            require(!audiences.isEmpty(), "it has no claim " + form.audienceClaim());
            require(audiences.contains(audience), "its claim " + form.audienceClaim() + " doesn't have " + audience);
        }

        private void requirePresent(JWTClaimsSet claims) throws InvalidTokenException {
            Instant now = clock.instant();
            Date notBefore = claims.getNotBeforeTime();
            require(
                    claims.getExpirationTime().toInstant().plus(CLOCK_SKEW).isAfter(now),
                    "it has expired, as its claim exp says");
            require(
                    notBefore == null || !notBefore.toInstant().isAfter(now.plus(CLOCK_SKEW)),
                    "it isn't valid yet, as its claim nbf says");
            require(!claims.getIssueTime().toInstant().isAfter(now.plus(CLOCK_SKEW)), "its claim iat is in the future");
        }

        private static void require(boolean held, String otherwise) throws InvalidTokenException {
            if (!held) {
                throw InvalidTokenException.because(otherwise);
            }
        }
    }
}
