package dev.partnercatalog.console.page;

import static dev.partnercatalog.runtime.html.Attribute.AUTOCOMPLETE;
import static dev.partnercatalog.runtime.html.Attribute.ID;
import static dev.partnercatalog.runtime.html.Attribute.METHOD;
import static dev.partnercatalog.runtime.html.Attribute.NAME;
import static dev.partnercatalog.runtime.html.Attribute.REQUIRED;
import static dev.partnercatalog.runtime.html.Attribute.TYPE;

import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Shown;
import dev.partnercatalog.runtime.html.Tag;
import org.jspecify.annotations.Nullable;

/** Where visitors enter their token. */
public final class SignInPage {

    public static final String TOKEN_FIELD = "token";

    private SignInPage() {}

    /**
     * Creates the page.
     *
     * @param refusal why the given token was not accepted, as text; null if none was given
     */
    public static Page of(@Nullable String refusal) {
        Html field = Tag.INPUT
                .with(TYPE, "password")
                .with(ID, TOKEN_FIELD)
                .with(NAME, TOKEN_FIELD)
                .with(AUTOCOMPLETE, "current-password")
                .with(REQUIRED, "")
                .of();
        return Page.of(
                null,
                "Sign in",
                Shown.fault(refusal),
                Tag.FORM
                        .styled("question")
                        .with(METHOD, "post")
                        .to(Place.of("sign-in"))
                        .of(Forms.labelled(TOKEN_FIELD, "Your token", field), Forms.submit("Sign in")),
                Tag.P
                        .styled("quiet")
                        .of("An administrator creates it with './catalog operator create'. The line in the console's"
                                + " token file (--token-file) also works, unless that is turned off."));
    }
}
