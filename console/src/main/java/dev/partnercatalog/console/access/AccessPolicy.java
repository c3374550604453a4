package dev.partnercatalog.console.access;

import dev.partnercatalog.http.FormOrigin;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request is let in. What isn't allowed here is refused. Thread-safe.
 *
 * <ul>
 *   <li>Reading is open to everyone if the console listens on the loopback address and requires no token for it. The
 *       request must then name the machine itself, so that no web site can read along by pointing its own name here.
 *   <li>Everything else requires a session, and every form must belong to that session and be sent by a page of this
 *       console.
 *   <li>Each route requires a role: see {@link Role}.
 * </ul>
 */
public final class AccessPolicy {

    public static final String SIGN_IN_PATH = "/sign-in";

    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Set<String> FOR_EVERYONE = Set.of(SIGN_IN_PATH, "/style.css", "/console.js", "/icon.svg");

    private final @Nullable Sessions sessions;
    private final boolean openReading;
    private final Operators operators;

    /**
     * Creates the policy of a console.
     *
     * @param host the address to listen on
     * @param sessions null if there is no token to sign in with: then nothing can be changed
     * @param openReading whether reading is open on the loopback address even if there are sessions
     * @throws IllegalArgumentException if other machines could get in without a token
     */
    public AccessPolicy(String host, @Nullable Sessions sessions, boolean openReading, Operators operators) {
        boolean loopback = isLoopback(host);
        if (sessions == null && !loopback) {
            throw new IllegalArgumentException("the console on " + host
                    + " can be reached from other machines, so it needs a token to sign in with: --token-file");
        }
        this.sessions = sessions;
        this.openReading = loopback && (sessions == null || openReading);
        this.operators = operators;
    }

    private static boolean isLoopback(String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("can't listen on " + host + ": there is no such address", e);
        }
    }

    /** Decides about a request. */
    public Admission admit(Request request) {
        if (openReading && !isLoopbackName(request.host())) {
            return new Admission.Refused("This console serves this machine only: open it as localhost.");
        }
        Visitor visitor = visitor(request.session());
        if (request.isReading()) {
            return visitor.role() != Role.NONE || FOR_EVERYONE.contains(request.path())
                    ? new Admission.Granted(visitor)
                    : comeAgain(request.session());
        }
        if (!request.method().equals("POST")) {
            return new Admission.Refused("The console doesn't support the method " + request.method() + ".");
        }
        if (!FormOrigin.isOwn(request.origin(), request.host(), request.fetchSite())) {
            return new Admission.Refused("The form was not sent by a page of this console.");
        }
        if (sessions == null) {
            return new Admission.Refused("This console was started without a token, so it is read-only.");
        }
        if (request.path().equals(SIGN_IN_PATH)) {
            return new Admission.Granted(visitor);
        }
        String session = request.session();
        if (session == null || !visitor.isSignedIn()) {
            return comeAgain(session);
        }
        return sessions.isFormToken(session, request.formToken())
                ? new Admission.Granted(visitor)
                : new Admission.Refused("The form belongs to another session: reload its page.");
    }

    private Admission comeAgain(@Nullable String session) {
        return sessions != null && session != null && sessions.isUndecided(session)
                ? new Admission.Undecided()
                : new Admission.SignIn();
    }

    /** Opens a session if the token is correct; empty otherwise. */
    Optional<Sessions.Opened> signIn(String given) {
        return sessions == null ? Optional.empty() : sessions.open(given);
    }

    /** Ends a session everywhere; throws what {@link SignOuts#add} throws. */
    void signOut(String session) {
        if (sessions != null) {
            sessions.end(session);
        }
    }

    /** Whether every operator is known, so that an unknown token is wrong. */
    boolean knowsEveryOperator() {
        return operators.areAllKnown();
    }

    private Visitor visitor(@Nullable String session) {
        if (sessions != null && session != null) {
            Optional<Operators.Identity> holder = sessions.holder(session);
            if (holder.isPresent()) {
                return new Visitor(holder.get().name(), holder.get().role(), sessions.formToken(session), true);
            }
        }
        return openReading ? Visitor.reader(sessions != null) : Visitor.stranger(sessions != null);
    }

    private static boolean isLoopbackName(@Nullable String host) {
        return host != null && LOOPBACK_NAMES.contains(nameOf(host));
    }

    private static String nameOf(String host) {
        return host.replaceFirst(":\\d{1,5}$", "").toLowerCase(Locale.ROOT);
    }
}
