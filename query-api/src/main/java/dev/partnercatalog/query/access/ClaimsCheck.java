package dev.partnercatalog.query.access;

import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.JWTClaimsSetVerifier;
import dev.partnercatalog.query.access.TokenVerifier.InvalidTokenException;
import java.net.URI;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The claims of an access token: those that its form requires, our issuer, our audience, and the present within its
 * times. Throws {@link InvalidTokenException}. Thread-safe.
 */
public record ClaimsCheck(TokenForm form, URI issuer, String audience, Clock clock)
        implements JWTClaimsSetVerifier<SecurityContext> {

    private static final Duration CLOCK_SKEW = Duration.ofSeconds(5);

    /**
     * What an issuer says in a claim of its own if the token isn't an access token: Cognito and Keycloak, which give
     * all their tokens the same type.
     */
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
