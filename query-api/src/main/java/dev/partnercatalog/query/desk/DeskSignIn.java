package dev.partnercatalog.query.desk;

import static dev.partnercatalog.runtime.html.Attribute.AUTOCOMPLETE;
import static dev.partnercatalog.runtime.html.Attribute.ID;
import static dev.partnercatalog.runtime.html.Attribute.METHOD;
import static dev.partnercatalog.runtime.html.Attribute.NAME;
import static dev.partnercatalog.runtime.html.Attribute.REQUIRED;
import static dev.partnercatalog.runtime.html.Attribute.TYPE;

import dev.partnercatalog.http.RemoteAddresses;
import dev.partnercatalog.query.token.FormParameters;
import dev.partnercatalog.query.token.LimitedAuthentication;
import dev.partnercatalog.records.Client;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.net.URI;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Signing in, by the client's id and secret or by a link, and signing out. */
final class DeskSignIn {

    private static final Logger LOG = LoggerFactory.getLogger(DeskSignIn.class);

    private static final String CLIENT = "client_id";
    private static final String SECRET = "client_secret";
    private static final String SPENT =
            "This link doesn't sign you in: it was used before, has expired, or is incomplete. Ask the operator for a new one.";

    private final DeskSessions sessions;
    private final @Nullable LimitedAuthentication authentication;
    private final RemoteAddresses addresses;
    private final URI published;

    DeskSignIn(
            DeskSessions sessions,
            @Nullable LimitedAuthentication authentication,
            RemoteAddresses addresses,
            URI published) {
        this.sessions = sessions;
        this.authentication = authentication;
        this.addresses = addresses;
        this.published = published;
    }

    void addTo(DeskRoutes desk) {
        desk.getOpen(DeskRoutes.SIGN_IN, (context, none) -> page(null));
        desk.postOpen(DeskRoutes.SIGN_IN, this::bySecret);
        desk.getOpen(DeskLink.PLACE.toString(), (context, none) -> linkPage(context));
        desk.postOpen(DeskLink.PLACE.toString(), this::byLink);
        desk.post(DeskFrame.SIGN_OUT.toString(), visit -> signedOut(visit, "You are signed out."));
        desk.post(DeskFrame.SIGN_OUT_EVERYWHERE.toString(), visit -> {
            sessions.endAll(visit.session());
            return signedOut(visit, "All sessions of client " + visit.session().clientId() + " have ended.");
        });
    }

    private DeskView signedOut(DeskVisit visit, String said) {
        setCookie(visit.context(), "", 0);
        visit.context().attribute(DeskRoutes.COOKIE, null);
        return page(said);
    }

    private DeskView page(@Nullable String said) {
        Html notice = said == null ? Html.nothing() : Tag.P.styled("notice").of(said);
        if (authentication == null) {
            return DeskView.of(
                    null, "Sign in", notice, Tag.P.of("You sign in here by a link, which the operator sends you."));
        }
        return DeskView.of(
                null,
                "Sign in",
                notice,
                Tag.P.of("Use the id and the secret of an API client. The operator can also send you a link instead."),
                Tag.FORM
                        .with(METHOD, "post")
                        .to(Place.of("desk", "sign-in"))
                        .of(
                                Forms.text(CLIENT, "Client id", "", true),
                                Forms.labelled(
                                        SECRET,
                                        "Client secret",
                                        Tag.INPUT
                                                .with(TYPE, "password")
                                                .with(ID, SECRET)
                                                .with(NAME, SECRET)
                                                .with(AUTOCOMPLETE, "current-password")
                                                .with(REQUIRED, "")
                                                .of()),
                                Forms.submit("Sign in")));
    }

    private @Nullable DeskView bySecret(Context context, FormParameters form) {
        String clientId = Objects.requireNonNullElse(form.get(CLIENT), "").strip();
        String secret = Objects.requireNonNullElse(form.get(SECRET), "").strip();
        String address = addresses.of(context);
        Client client = authentication == null ? null : authentication.find(clientId, secret, address);
        if (client == null) {
            return page("The client is unknown or disabled, or its secret is wrong.")
                    .withStatus(403);
        }
        return signedIn(context, client, address, "its secret");
    }

    /** Asks first: programs that look at links before people do must not use one up. */
    private DeskView linkPage(Context context) {
        String code = Objects.requireNonNullElse(context.queryParam(DeskLink.CODE), "");
        DeskLink link = sessions.link(code);
        if (link == null) {
            return DeskView.fault(403, "Sign in", SPENT);
        }
        return DeskView.of(
                null,
                "Sign in",
                Tag.P.of(
                        Html.text("This signs you in as the client "),
                        Tag.CODE.of(link.clientId()),
                        Html.text(". It works once, until "),
                        Shown.time(link.validUntil()),
                        Html.text(".")),
                Tag.FORM
                        .with(METHOD, "post")
                        .to(DeskLink.PLACE)
                        .of(Forms.hidden(DeskLink.CODE, code), Forms.submit("Sign in")));
    }

    private @Nullable DeskView byLink(Context context, FormParameters form) {
        DeskLink link = sessions.link(Objects.requireNonNullElse(form.get(DeskLink.CODE), ""));
        Client client = link == null ? null : sessions.use(link);
        if (client == null) {
            return DeskView.fault(403, "Sign in", SPENT);
        }
        return signedIn(context, client, addresses.of(context), "a link");
    }

    private @Nullable DeskView signedIn(Context context, Client client, String address, String means) {
        LOG.info("client {} signed in to the desk by {}, from {}", client.getClientId(), means, address);
        setCookie(context, sessions.open(client), Math.toIntExact(DeskSessions.LIFETIME.toSeconds()));
        DeskRoutes.seeOther(context, DeskSection.WEBHOOK.place().toString());
        return null;
    }

    /** Secure if the browser came by TLS, which a proxy in front ends and reports. */
    private void setCookie(Context context, String value, int maxAge) {
        boolean secure = "https".equals(context.header("X-Forwarded-Proto")) || "https".equals(published.getScheme());
        context.cookie(new Cookie(DeskRoutes.COOKIE, value, "/desk", maxAge, secure, true, null, SameSite.STRICT));
    }
}
