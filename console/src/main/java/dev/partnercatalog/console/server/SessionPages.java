package dev.partnercatalog.console.server;

import dev.partnercatalog.console.access.AccessPolicy;
import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.page.SignInPage;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.util.List;
import java.util.Objects;

/** Signing in and out. */
public final class SessionPages implements Pages {

    static final String COOKIE = "catalog-console";

    private final AccessPolicy policy;

    public SessionPages(AccessPolicy policy) {
        this.policy = policy;
    }

    @Override
    public void addTo(Router router) {
        router.page(AccessPolicy.SIGN_IN_PATH, (context, visitor) -> SignInPage.of(false));
        router.post(AccessPolicy.SIGN_IN_PATH, this::signIn);
        router.post("/sign-out", SessionPages::signOut);
    }

    private void signIn(Context context) {
        String given = Objects.requireNonNullElse(context.formParam(SignInPage.TOKEN_FIELD), "");
        policy.signIn(given.strip())
                .ifPresentOrElse(
                        session -> {
                            setCookie(context, session, -1);
                            Answers.seeOther(context, Place.of());
                        },
                        () -> Answers.page(
                                context.status(403), SignInPage.of(true), new Visitor(null, true), List.of()));
    }

    private static void signOut(Context context) {
        setCookie(context, "", 0);
        Answers.seeOther(context, Place.of("sign-in"));
    }

    /** For TLS only where it came by TLS, which a proxy in front has ended and tells of. */
    private static void setCookie(Context context, String value, int maxAge) {
        boolean secure = "https".equals(context.header("X-Forwarded-Proto"));
        context.cookie(new Cookie(COOKIE, value, "/", maxAge, secure, true, null, SameSite.STRICT));
    }
}
