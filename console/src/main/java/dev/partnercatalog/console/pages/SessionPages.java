package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.access.ConsoleAudit;
import dev.partnercatalog.console.access.Role;
import dev.partnercatalog.console.access.SignInAttempts;
import dev.partnercatalog.console.access.SignInAttempts.Outcome;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.operations.OperatorFault;
import dev.partnercatalog.operations.audit.Actor;
import dev.partnercatalog.runtime.html.Attribute;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signing in and out. */
public final class SessionPages implements Pages {

    static final String COOKIE = "catalog-console";

    static final String UNDECIDED =
            "The console doesn't know all operators yet: it is still reading their list, or can't."
                    + " Try again in a few seconds.";

    private static final String ONLY_HERE =
            "You are signed out of this console. Other consoles with the same token file couldn't be told, because the"
                    + " brokers are unavailable: there, a copy of your session's cookie stays valid until its ten hours"
                    + " are over.";

    private static final String SIGN_IN = "sign-in";
    private static final String TOKEN_FIELD = "token";
    private static final Logger LOG = LoggerFactory.getLogger(SessionPages.class);

    private final SignInAttempts attempts;
    private final RemoteAddresses addresses;
    private final ConsoleAudit audit;

    /** @param addresses determines the addresses by which sign-in attempts are limited */
    public SessionPages(SignInAttempts attempts, RemoteAddresses addresses, ConsoleAudit audit) {
        this.attempts = attempts;
        this.addresses = addresses;
        this.audit = audit;
    }

    @Override
    public void addTo(Router router) {
        router.page(AccessPolicy.SIGN_IN_PATH, Role.NONE, (context, visitor) -> signInPage(null));
        router.post(AccessPolicy.SIGN_IN_PATH, Role.NONE, this::signIn);
        router.post("/sign-out", Role.LOOK, this::signOut);
    }

    private void signIn(Context context) {
        String given = Objects.requireNonNullElse(context.formParam(TOKEN_FIELD), "");
        String address = addresses.of(context);
        Outcome outcome = attempts.attempt(given.strip(), address);
        if (outcome instanceof Outcome.SignedIn signedIn) {
            audit.done(Actor.signedIn(signedIn.operator(), address), SIGN_IN);
            setCookie(context, signedIn.session(), -1);
            Answers.seeOther(context, Place.of());
        } else if (outcome instanceof Outcome.TooMany tooMany) {
            audit.refused(Actor.stranger(address), SIGN_IN, "too many wrong tokens");
            String wait = Long.toString(tooMany.waitSeconds());
            context.header("Retry-After", wait);
            refuse(
                    context,
                    429,
                    "Too many wrong tokens came from your address, so this one wasn't checked. Try again in " + wait
                            + " s.");
        } else if (outcome instanceof Outcome.Undecided) {
            refuse(context, 503, UNDECIDED);
        } else {
            audit.refused(Actor.stranger(address), SIGN_IN, "a wrong token");
            refuse(context, 403, "That token is not valid.");
        }
    }

    private static void refuse(Context context, int status, String why) {
        Answers.page(context.status(status), signInPage(why), Visitor.stranger(true), List.of());
    }

    private void signOut(Context context) {
        audit.done(ConsoleAudit.actor(Router.visitor(context), addresses.of(context)), "sign-out");
        setCookie(context, "", 0);
        try {
            attempts.signOut(Objects.requireNonNullElse(context.cookie(COOKIE), ""));
            Answers.seeOther(context, Place.of("sign-in"));
        } catch (OperatorFault e) {
            LOG.warn("a sign-out could not be told to the other consoles: {}", e.getMessage());
            refuse(context, 503, ONLY_HERE);
        }
    }

    /** Secure only if the request came by TLS, which the proxy in front terminates and reports. */
    private static void setCookie(Context context, String value, int maxAge) {
        boolean secure = "https".equals(context.header("X-Forwarded-Proto"));
        context.cookie(new Cookie(COOKIE, value, "/", maxAge, secure, true, null, SameSite.STRICT));
    }

    /**
     * The page where visitors enter their token.
     *
     * @param refusal why the given token was not accepted, as text; null if none was given
     */
    private static Page signInPage(@Nullable String refusal) {
        Html field = Tag.INPUT
                .with(Attribute.TYPE, "password")
                .with(Attribute.ID, TOKEN_FIELD)
                .with(Attribute.NAME, TOKEN_FIELD)
                .with(Attribute.AUTOCOMPLETE, "current-password")
                .with(Attribute.REQUIRED, "")
                .of();
        return Page.of(
                null,
                "Sign in",
                Shown.fault(refusal),
                Tag.FORM
                        .styled("question")
                        .with(Attribute.METHOD, "post")
                        .to(Place.of("sign-in"))
                        .of(Forms.labelled(TOKEN_FIELD, "Your token", field), Forms.submit("Sign in")),
                Tag.P
                        .styled("quiet")
                        .of("An administrator creates it with './catalog operator create'. The line in the console's"
                                + " token file (--token-file) also works, unless that is turned off."));
    }
}
