package dev.partnercatalog.query.desk;

import dev.partnercatalog.query.token.FormParameters;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import io.javalin.http.Context;
import java.util.Objects;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A request for a page by an engineer who has signed in.
 *
 * @param form the fields that were sent; empty unless it is a form
 */
record DeskVisit(Context context, DeskSession session, FormParameters form, PartnerApi api) {

    /** Each form has one, so that a change is made once, however often the form is sent. */
    private static final String KEY = "key";

    /** In a form that changes something: the entity tag of what it changes, as it was when the form was made. */
    static final String TAG = "tag";

    private static final Pattern KEY_FORM = Pattern.compile("[0-9a-f-]{36}");

    /** A parameter of the page's address; empty if there is none. */
    String query(String name) {
        return Objects.requireNonNullElse(context.queryParam(name), "").strip();
    }

    /** A part of the page's path. */
    String path(String name) {
        return context.pathParam(name);
    }

    /** A field of the form; empty if there is none. */
    String field(String name) {
        return Objects.requireNonNullElse(form.get(name), "").strip();
    }

    String key() {
        String key = field(KEY);
        return KEY_FORM.matcher(key).matches() ? key : UUID.randomUUID().toString();
    }

    /** A form that only this engineer can send. */
    Html form(Place place, Html button, Html... fields) {
        return Forms.post(place, session.formToken(), button, withKey(fields));
    }

    /** Such a form whose last field is a file. */
    Html fileForm(Place place, Html button, Html... fields) {
        return Forms.postFile(place, session.formToken(), button, withKey(fields));
    }

    private static Html withKey(Html... fields) {
        return Html.of(Forms.hidden(KEY, UUID.randomUUID().toString()), Html.of(fields));
    }
}
