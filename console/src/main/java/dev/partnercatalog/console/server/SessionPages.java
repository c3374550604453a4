package dev.partnercatalog.console.server;

import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.access.SignInAttempts;
import dev.partnercatalog.console.access.SignInAttempts.Outcome;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.page.SignInPage;
import dev.partnercatalog.http.RemoteAddresses;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.List;
import java.util.Objects;

/** Signing in and out. */
public final class SessionPages implements Pages {

    static final String COOKIE = "catalog-console";

    private final SignInAttempts attempts;
    private final RemoteAddresses addresses;

    /** @param addresses by which attempts to sign in are counted */
    public SessionPages(SignInAttempts attempts, RemoteAddresses addresses) {
        this.attempts = attempts;
        this.addresses = addresses;
    }

    @Override
    public void addTo(Router router) {
        router.page(AccessPolicy.SIGN_IN_PATH, (context, visitor) -> SignInPage.of(null));
        router.post(AccessPolicy.SIGN_IN_PATH, this::signIn);
        router.post("/sign-out", SessionPages::signOut);
    }

    private void signIn(Context context) {
        String given = Objects.requireNonNullElse(context.formParam(SignInPage.TOKEN_FIELD), "");
        Outcome outcome = attempts.attempt(given.strip(), addresses.of(context));
        if (outcome instanceof Outcome.SignedIn signedIn) {
            setCookie(context, signedIn.session(), -1);
            Answers.seeOther(context, Place.of());
        } else if (outcome instanceof Outcome.TooMany tooMany) {
            String wait = Long.toString(tooMany.waitSeconds());
            context.header("Retry-After", wait);
            refuse(
                    context,
                    429,
                    "Too many wrong tokens came from your address, so this one wasn't looked at. Try again in " + wait
                            + " s.");
        } else {
            refuse(context, 403, "That isn't the token.");
        }
    }

    private static void refuse(Context context, int status, String why) {
        Answers.page(context.status(status), SignInPage.of(why), new Visitor(null, true), List.of());
    }

    private static void signOut(Context context) {
        setCookie(context, "", 0);
        Answers.seeOther(context, Place.of("sign-in"));
    }

    /** For TLS only if the request came by TLS, which a proxy in front has ended and reports. */
    private static void setCookie(Context context, String value, int maxAge) {
        boolean secure = "https".equals(context.header("X-Forwarded-Proto"));
        context.cookie(new Cookie(COOKIE, value, "/", maxAge, secure, true, null, SameSite.STRICT));
    }
}
