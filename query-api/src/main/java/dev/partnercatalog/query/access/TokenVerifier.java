package dev.partnercatalog.query.access;

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
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.partnercatalog.runtime.http.HttpProblem;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Verifies access tokens as required by RFC 9068 and RFC 8725: an agreed algorithm, a key of the issuer, the type,
 * issuer, audience, expiry and time of issue. Thread-safe.
 *
 * <p>A signature is verified once: a limited number of valid tokens are cached. They remain valid as long as their
 * claims are valid and the issuer has the very keys with which they were verified. Nothing is cached for callers
 * without a valid token.
 */
public final class TokenVerifier {

    private static final int MOST_KEPT = 10_000;

    /** Less than the headers of a request may have; our own tokens have a tenth of it. */
    private static final int MOST_CHARACTERS = 6 << 10;

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final Pattern COMPACT = Pattern.compile("[A-Za-z0-9_-]++\\.[A-Za-z0-9_-]++\\.[A-Za-z0-9_-]++");

    /** A valid token: the keys that verified it, and its content. */
    private record GoodToken(JWKSelector selector, List<JWK> keys, JWTClaimsSet claims, VerifiedToken verified) {}

    /**
     * By the hash of what was verified, so that a token is cached once; the least recently used one is dropped first.
     */
    private final Map<String, GoodToken> good = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, GoodToken> eldest) {
            return size() > mostKept;
        }
    });

    private final int mostKept;
    private final JWKSource<SecurityContext> keys;
    private final TokenForm form;
    private final ClaimsCheck claimsCheck;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    /**
     * A verifier of one issuer's tokens.
     *
     * @param algorithms with which tokens may be signed; others in a token's header are refused
     * @param keys of the issuer, looked up for each token, so that a revoked key no longer counts
     */
    public TokenVerifier(ClaimsCheck claimsCheck, Set<JWSAlgorithm> algorithms, JWKSource<SecurityContext> keys) {
        this(claimsCheck, algorithms, keys, MOST_KEPT);
    }

    TokenVerifier(
            ClaimsCheck claimsCheck, Set<JWSAlgorithm> algorithms, JWKSource<SecurityContext> keys, int mostKept) {
        this.mostKept = mostKept;
        this.keys = keys;
        this.form = claimsCheck.form();
        this.claimsCheck = claimsCheck;
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(algorithms, keys));
        processor.setJWSTypeVerifier((type, context) -> {
            if (!form.accepts(type)) {
                throw new TokenFault("its header typ is not " + form.typesInWords());
            }
        });
        processor.setJWTClaimsSetVerifier(claimsCheck);
    }

    /** The claim in which a token has its scopes. */
    String scopeClaim() {
        return form.scopeClaim();
    }

    VerifiedToken verify(String token) throws InvalidTokenException {
        if (token.length() > MOST_CHARACTERS) {
            throw invalid();
        }
        try {
            String key = hash(token);
            // A valid token was well-formed, and nothing else has its hash.
            GoodToken known = good.get(key);
            if (known == null && !isInForm(token)) {
                throw invalid();
            }
            if (known == null || !keys.get(known.selector(), null).equals(known.keys())) {
                known = verifySignature(token);
                good.put(key, known);
            } else {
                claimsCheck.verify(known.claims(), null);
            }
            return known.verified();
        } catch (KeySourceException e) {
            throw HttpProblem.unavailable("The issuer's keys are currently unknown.");
        } catch (TokenFault e) {
            throw new InvalidTokenException("The access token can't be used: " + e.getMessage() + ".", true);
        } catch (BadJOSEException | JOSEException | ParseException | IllegalArgumentException e) {
            throw invalid();
        }
    }

    /**
     * Whether the token consists of three parts of base64url as required by RFC 7515: no padding, no other characters,
     * no bits that decode to nothing. The library accepts more, so that one token would have many spellings.
     */
    private static boolean isInForm(String token) {
        if (!COMPACT.matcher(token).matches()) {
            return false;
        }
        for (String part : token.split("\\.", -1)) {
            if (!isCanonical(part)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isCanonical(String part) {
        int last = ALPHABET.indexOf(part.charAt(part.length() - 1));
        return switch (part.length() % 4) {
            case 0 -> true;
            case 2 -> (last & 0b1111) == 0;
            case 3 -> (last & 0b11) == 0;
            default -> false;
        };
    }

    private static String hash(String token) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The number of cached tokens. */
    int kept() {
        return good.size();
    }

    /** Whether a token is cached; the call doesn't count as a use. */
    boolean keeps(String token) {
        return good.containsKey(hash(token));
    }

    private static InvalidTokenException invalid() {
        return new InvalidTokenException("The access token is malformed, or not one of this service's.", false);
    }

    private static SignedJWT parsed(String token) throws InvalidTokenException {
        try {
            return SignedJWT.parse(token);
        } catch (ParseException | RuntimeException e) {
            // The library doesn't expect every header: if it is the JSON null, it throws a NullPointerException.
            throw invalid();
        }
    }

    private GoodToken verifySignature(String token)
            throws InvalidTokenException, BadJOSEException, JOSEException, ParseException {
        SignedJWT parsed = parsed(token);
        JWKSelector selector = new JWKSelector(JWKMatcher.forJWSHeader(parsed.getHeader()));
        // Looked up before the signature is verified: if they change in the meantime, it is verified again.
        List<JWK> candidates = keys.get(selector, null);
        JWTClaimsSet claims = processor.process(parsed, null);
        return new GoodToken(
                selector,
                candidates,
                claims,
                new VerifiedToken(Objects.requireNonNull(form.client(claims)), form.scopes(claims)));
    }
}
