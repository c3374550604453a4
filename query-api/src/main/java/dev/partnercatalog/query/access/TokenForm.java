package dev.partnercatalog.query.access;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jwt.JWTClaimsSet;
import java.text.ParseException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The form of an issuer's access tokens: that of RFC 9068, or what another issuer sends as it comes (D17).
 *
 * @param types the values of the header {@code typ}, in lower case; {@code none} for tokens without it
 * @param audienceClaim what names the services for which a token is; {@code none} if nothing does, which is only safe
 *     for tokens that say by the claim {@code token_use} that they are access tokens
 * @param scopeClaim the scopes, in one text with spaces between them, or in a list
 */
public record TokenForm(Set<String> types, String audienceClaim, String scopeClaim) {

    /** For {@link #types} and {@link #audienceClaim}. */
    public static final String NONE = "none";

    public static final TokenForm RFC_9068 = new TokenForm(Set.of("at+jwt"), "aud", "scope");

    /** What the profile requires in addition to the issuer and the audience (RFC 9068, section 2.2). */
    private static final List<String> REQUIRED = List.of("sub", "exp", "iat", "jti", "client_id");

    /** We never use {@code jti}, and not every issuer sends it. */
    private static final List<String> REQUIRED_OF_OTHERS = List.of("sub", "exp", "iat");

    /** The client to which a token was issued, by the issuer's custom; {@code appid} is Entra's before version 2. */
    private static final List<String> CLIENT = List.of("client_id", "azp", "appid");

    /** RFC 9068, section 4: the prefix may be left out. */
    private static final String PREFIX = "application/";

    public TokenForm {
        types = types.stream().map(type -> type.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        if (types.isEmpty() || !Set.of("at+jwt", "jwt", NONE).containsAll(types)) {
            throw new IllegalArgumentException("the types of tokens " + new TreeSet<>(types)
                    + " are out of range: expected at+jwt, JWT, none, or several of them");
        }
        if (audienceClaim.isBlank() || scopeClaim.isBlank()) {
            throw new IllegalArgumentException("the name of a claim is empty");
        }
    }

    boolean accepts(@Nullable JOSEObjectType type) {
        String given = type == null ? NONE : type.getType().toLowerCase(Locale.ROOT);
        return types.contains(given.startsWith(PREFIX) ? given.substring(PREFIX.length()) : given);
    }

    boolean namesAudience() {
        return !audienceClaim.equals(NONE);
    }

    List<String> required() {
        return isStandard() ? REQUIRED : REQUIRED_OF_OTHERS;
    }

    private boolean isStandard() {
        return equals(RFC_9068);
    }

    /** The first of these that a token has names its client. */
    List<String> clientClaims() {
        return isStandard() ? CLIENT.subList(0, 1) : CLIENT;
    }

    @Nullable
    String client(JWTClaimsSet claims) throws ParseException {
        for (String claim : clientClaims()) {
            String client = claims.getStringClaim(claim);
            if (client != null) {
                return client;
            }
        }
        return null;
    }

    Set<String> scopes(JWTClaimsSet claims) throws ParseException {
        return Set.copyOf(texts(claims, scopeClaim));
    }

    static List<String> texts(JWTClaimsSet claims, String claim) throws ParseException {
        Object value = claims.getClaim(claim);
        if (value == null) {
            return List.of();
        }
        return value instanceof String text ? Arrays.asList(text.split(" ", -1)) : claims.getStringListClaim(claim);
    }

    String typesInWords() {
        return String.join(" or ", new TreeSet<>(types));
    }
}
