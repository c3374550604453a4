package dev.partnercatalog.console.page;

import static dev.partnercatalog.console.html.Attribute.AUTOCOMPLETE;
import static dev.partnercatalog.console.html.Attribute.CHECKED;
import static dev.partnercatalog.console.html.Attribute.FOR;
import static dev.partnercatalog.console.html.Attribute.ID;
import static dev.partnercatalog.console.html.Attribute.LIST;
import static dev.partnercatalog.console.html.Attribute.MAXLENGTH;
import static dev.partnercatalog.console.html.Attribute.METHOD;
import static dev.partnercatalog.console.html.Attribute.NAME;
import static dev.partnercatalog.console.html.Attribute.REQUIRED;
import static dev.partnercatalog.console.html.Attribute.ROWS;
import static dev.partnercatalog.console.html.Attribute.SELECTED;
import static dev.partnercatalog.console.html.Attribute.SPELLCHECK;
import static dev.partnercatalog.console.html.Attribute.TYPE;
import static dev.partnercatalog.console.html.Attribute.VALUE;

import dev.partnercatalog.console.access.Visitor;
import dev.partnercatalog.console.html.Element;
import dev.partnercatalog.console.html.Html;
import dev.partnercatalog.console.html.Place;
import dev.partnercatalog.console.html.Tag;
import java.util.Map;

/** Forms and their fields. */
public final class Forms {

    /** The field that proves that a form was created for the visitor's session. */
    public static final String TOKEN_FIELD = "form-token";

    /** The value of a checked box. */
    public static final String YES = "yes";

    private static final int MAX_LENGTH = 300;

    private final Visitor visitor;

    Forms(Visitor visitor) {
        this.visitor = visitor;
    }

    /** A form that changes something; empty if the visitor may change nothing. */
    Html act(Place place, String button, Html... fields) {
        return visitor.mayAct() ? post(place, submit(button), fields) : Html.nothing();
    }

    /** Like {@link #act}, with a button that isn't the main one of its page. */
    Html minor(Place place, String button, Html... fields) {
        return visitor.mayAct() ? post(place, minorSubmit(button), fields) : Html.nothing();
    }

    /** A form for every signed-in visitor; empty for others. */
    Html post(Place place, String button, Html... fields) {
        return post(place, submit(button), fields);
    }

    private Html post(Place place, Html button, Html... fields) {
        String token = visitor.formToken();
        return token == null
                ? Html.nothing()
                : Tag.FORM.with(METHOD, "post").to(place).of(hidden(TOKEN_FIELD, token), Html.of(fields), button);
    }

    /** A form that requests a page. */
    static Html get(Place place, String button, Html... fields) {
        return get(place, submit(button), fields);
    }

    /** Like {@link #get}, with a button that isn't the main one of its page. */
    static Html find(Place place, String button, Html... fields) {
        return get(place, minorSubmit(button), fields);
    }

    private static Html get(Place place, Html button, Html... fields) {
        return Tag.FORM.styled("question").with(METHOD, "get").to(place).of(Html.of(fields), button);
    }

    static Html submit(String button) {
        return Tag.BUTTON.with(TYPE, "submit").of(button);
    }

    private static Html minorSubmit(String button) {
        return Tag.BUTTON.styled("minor").with(TYPE, "submit").of(button);
    }

    static Html hidden(String name, String value) {
        return Tag.INPUT
                .with(TYPE, "hidden")
                .with(NAME, name)
                .with(VALUE, value)
                .of();
    }

    static Html hidden(Map<String, String> fields) {
        return Html.of(fields.entrySet().stream()
                .map(field -> hidden(field.getKey(), field.getValue()))
                .toList());
    }

    static Html text(String name, String label, String value, boolean required) {
        return labelled(
                name,
                label + (required ? "" : " (optional)"),
                input(name, value, required).of());
    }

    /** A field for which values are suggested; any other may be entered too. */
    static Html text(String name, String label, String value, boolean required, Choices choices) {
        return Html.of(
                labelled(
                        name,
                        label + (required ? "" : " (optional)"),
                        input(name, value, required)
                                .with(LIST, name + "-choices")
                                .of()),
                choices.html(name + "-choices"));
    }

    private static Element input(String name, String value, boolean required) {
        return Tag.INPUT
                .with(TYPE, "text")
                .with(ID, name)
                .with(NAME, name)
                .with(VALUE, value)
                .with(MAXLENGTH, MAX_LENGTH)
                .with(AUTOCOMPLETE, "off")
                .with(required, REQUIRED, "");
    }

    /** A box to check; checked, it submits {@code yes}. */
    static Html box(String name, String label, boolean checked) {
        return Tag.P
                .styled("field box")
                .of(
                        Tag.INPUT
                                .with(TYPE, "checkbox")
                                .with(ID, name)
                                .with(NAME, name)
                                .with(VALUE, YES)
                                .with(checked, CHECKED, "")
                                .of(),
                        Tag.LABEL.with(FOR, name).of(label));
    }

    /** A required text area of several lines. */
    static Html lines(String name, String label, String value, int rows) {
        return labelled(
                name,
                label,
                Tag.TEXTAREA
                        .with(ID, name)
                        .with(NAME, name)
                        .with(ROWS, rows)
                        .with(SPELLCHECK, false)
                        .with(REQUIRED, "")
                        // A browser drops one line feed after the tag.
                        .of(Html.editable("\n" + value)));
    }

    /** @param options the displayed text by submitted value, in order */
    static Html choice(String name, String label, String value, Map<String, String> options) {
        Html all = Html.of(options.entrySet().stream()
                .map(option -> Tag.OPTION
                        .with(VALUE, option.getKey())
                        .with(option.getKey().equals(value), SELECTED, "")
                        .of(option.getValue()))
                .toList());
        return labelled(name, label, Tag.SELECT.with(ID, name).with(NAME, name).of(all));
    }

    static Html labelled(String id, String label, Html field) {
        return Tag.P.styled("field").of(Tag.LABEL.with(FOR, id).of(label), field);
    }
}
