package dev.partnercatalog.console.access;

import dev.partnercatalog.console.access.Operators.Identity;
import dev.partnercatalog.schemas.key.Ids;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of visitors who have signed in. A session is its own proof, signed with the console's token and bound to the
 * operator's, so none is stored here: it is valid at every instance with the same token, and ends when its visitor signs
 * out at any of them, when its time is up, when either token changes, or when its operator is revoked. Thread-safe.
 */
public final class Sessions {

    static final Duration LIFETIME = Duration.ofHours(10);

    private static final int NONCE_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    /** When it ends, in seconds since 1970; a nonce; its operator; the code that proves it. */
    private static final Pattern COOKIE =
            Pattern.compile("(\\d{1,12})\\.([0-9a-f]{32})\\.([A-Za-z0-9._@-]{1,64})\\.([A-Za-z0-9_-]{43})");

    private final AccessToken token;
    private final boolean tokenSignsIn;
    private final Operators operators;
    private final SignOuts signOuts;
    private final Clock clock;
    private final Instant started;

    /**
     * A newly opened session.
     *
     * @param cookie never to be logged
     */
    record Opened(String cookie, String operator) {}

    /**
     * Creates the sessions of a console.
     *
     * @param token token of the installation
     * @param tokenSignsIn whether that token itself can be used to sign in; otherwise only operators' tokens can
     */
    public Sessions(AccessToken token, boolean tokenSignsIn, Operators operators, SignOuts signOuts, Clock clock) {
        this.token = token;
        this.tokenSignsIn = tokenSignsIn;
        this.operators = operators;
        this.signOuts = signOuts;
        this.clock = clock;
        this.started = clock.instant();
    }

    /** Opens a session if the token is correct; empty otherwise. */
    Optional<Opened> open(String given) {
        return (tokenSignsIn && token.is(given) ? Optional.of(console()) : operators.ofToken(given))
                .map(identity -> new Opened(issue(identity), identity.name()));
    }

    private static Identity console() {
        return new Identity(Ids.CONSOLE_OPERATOR, Role.ACT, "");
    }

    private String issue(Identity identity) {
        byte[] nonce = new byte[NONCE_BYTES];
        RANDOM.nextBytes(nonce);
        String claim = clock.instant().plus(LIFETIME).getEpochSecond() + "."
                + HexFormat.of().formatHex(nonce) + "." + identity.name();
        return claim + "." + proof(claim, identity);
    }

    /** The operator to whom a session cookie belongs; empty if it is not valid, or has ended. */
    Optional<Identity> holder(String cookie) {
        Matcher form = COOKIE.matcher(cookie);
        if (!form.matches() || hasEnded(form) || mayHaveBeenSignedOut(form)) {
            return Optional.empty();
        }
        String claim = cookie.substring(0, form.end(3));
        return identity(form.group(3)).filter(identity -> isEqual(proof(claim, identity), form.group(4)));
    }

    /**
     * Ends a session for every copy of its cookie, here and at the other consoles.
     *
     * @throws dev.partnercatalog.operations.OperatorFault if the other consoles can't be told; here it has ended
     */
    void end(String cookie) {
        Matcher form = COOKIE.matcher(cookie);
        if (form.matches() && holder(cookie).isPresent()) {
            signOuts.add(form.group(2), end(form));
        }
    }

    /** Whether a cookie may be the session of an operator who isn't known yet, or one that was ended elsewhere. */
    boolean isUndecided(String cookie) {
        Matcher form = COOKIE.matcher(cookie);
        return form.matches()
                && !hasEnded(form)
                && (mayHaveBeenSignedOut(form)
                        || (!operators.areAllKnown() && !form.group(3).equals(Ids.CONSOLE_OPERATOR)));
    }

    private boolean hasEnded(Matcher form) {
        return !clock.instant().isBefore(end(form)) || signOuts.contains(form.group(2));
    }

    /** As long as this console has yet to learn which sessions were ended before it was started. */
    private boolean mayHaveBeenSignedOut(Matcher form) {
        return !signOuts.areKnown() && end(form).minus(LIFETIME).isBefore(started.truncatedTo(ChronoUnit.SECONDS));
    }

    private static Instant end(Matcher form) {
        return Instant.ofEpochSecond(Long.parseLong(form.group(1)));
    }

    private Optional<Identity> identity(String name) {
        if (name.equals(Ids.CONSOLE_OPERATOR)) {
            return tokenSignsIn ? Optional.of(console()) : Optional.empty();
        }
        return operators.named(name);
    }

    private String proof(String claim, Identity identity) {
        return code("session", claim + "\n" + identity.credential());
    }

    /** The token in each form of a session, so that no other site can send one. */
    String formToken(String session) {
        return code("form", session);
    }

    boolean isFormToken(String session, @Nullable String given) {
        return given != null && isEqual(formToken(session), given);
    }

    private String code(String purpose, String message) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token.authenticate(purpose, message));
    }

    private static boolean isEqual(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
