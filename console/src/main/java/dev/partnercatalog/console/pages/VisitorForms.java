package dev.partnercatalog.console.pages;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.runtime.html.Forms;
import dev.partnercatalog.runtime.html.Html;
import dev.partnercatalog.runtime.html.Place;
import dev.partnercatalog.runtime.html.Tag;

/** The forms that a visitor may send. */
final class VisitorForms {

    private final Visitor visitor;

    VisitorForms(Visitor visitor) {
        this.visitor = visitor;
    }

    /** A form that changes something; empty if the visitor may change nothing. */
    Html act(Place place, String button, Html... fields) {
        return visitor.mayAct() ? post(place, Forms.submit(button), fields) : Html.nothing();
    }

    /** Like {@link #act}; tells others why there is no form. */
    Html actOrSayWhyNot(Place place, String button, Html... fields) {
        return visitor.mayAct()
                ? act(place, button, fields)
                : Tag.P.styled("quiet").of("Only operators with the role act may do this.");
    }

    /** Like {@link #act}, with a button that isn't the main one of its page. */
    Html minor(Place place, String button, Html... fields) {
        return visitor.mayAct() ? post(place, Forms.minorSubmit(button), fields) : Html.nothing();
    }

    /** A form for every signed-in visitor; empty for others. */
    Html post(Place place, String button, Html... fields) {
        return post(place, Forms.submit(button), fields);
    }

    private Html post(Place place, Html button, Html... fields) {
        String token = visitor.formToken();
        return token == null ? Html.nothing() : Forms.post(place, token, button, fields);
    }
}
