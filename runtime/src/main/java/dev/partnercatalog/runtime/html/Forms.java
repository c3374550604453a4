package dev.partnercatalog.runtime.html;

import static dev.partnercatalog.runtime.html.Attribute.ARIA_DESCRIBEDBY;
import static dev.partnercatalog.runtime.html.Attribute.ARIA_INVALID;
import static dev.partnercatalog.runtime.html.Attribute.AUTOCOMPLETE;
import static dev.partnercatalog.runtime.html.Attribute.CHECKED;
import static dev.partnercatalog.runtime.html.Attribute.ENCTYPE;
import static dev.partnercatalog.runtime.html.Attribute.FOR;
import static dev.partnercatalog.runtime.html.Attribute.ID;
import static dev.partnercatalog.runtime.html.Attribute.LIST;
import static dev.partnercatalog.runtime.html.Attribute.MAXLENGTH;
import static dev.partnercatalog.runtime.html.Attribute.METHOD;
import static dev.partnercatalog.runtime.html.Attribute.NAME;
import static dev.partnercatalog.runtime.html.Attribute.REQUIRED;
import static dev.partnercatalog.runtime.html.Attribute.ROWS;
import static dev.partnercatalog.runtime.html.Attribute.SELECTED;
import static dev.partnercatalog.runtime.html.Attribute.SPELLCHECK;
import static dev.partnercatalog.runtime.html.Attribute.TYPE;
import static dev.partnercatalog.runtime.html.Attribute.VALUE;

import java.util.Map;

/** Forms and their fields. */
public final class Forms {

    /** The field that proves that a form was created for the visitor's session. */
    public static final String TOKEN_FIELD = "form-token";

    /** The value of a checked box. */
    public static final String YES = "yes";

    private static final int MAX_LENGTH = 300;

    private Forms() {}

    /** A form that changes something, with the token that proves which session it belongs to. */
    public static Html post(Place place, String token, Html button, Html... fields) {
        return Tag.FORM.with(METHOD, "post").to(place).of(hidden(TOKEN_FIELD, token), Html.of(fields), button);
    }

    /** Like {@link #post}, with fields of which one is a file. */
    public static Html postFile(Place place, String token, Html button, Html... fields) {
        return Tag.FORM
                .with(METHOD, "post")
                .with(ENCTYPE, "multipart/form-data")
                .to(place)
                .of(hidden(TOKEN_FIELD, token), Html.of(fields), button);
    }

    /** A file to choose, which may be left out. */
    public static Html file(String name, String label) {
        return labelled(
                name,
                label,
                Tag.INPUT.with(TYPE, "file").with(ID, name).with(NAME, name).of());
    }

    /** A form that requests a page. */
    public static Html get(Place place, String button, Html... fields) {
        return get(place, submit(button), fields);
    }

    /** Like {@link #get}, with a button that isn't the main one of its page. */
    public static Html find(Place place, String button, Html... fields) {
        return get(place, minorSubmit(button), fields);
    }

    private static Html get(Place place, Html button, Html... fields) {
        return Tag.FORM.styled("question").with(METHOD, "get").to(place).of(Html.of(fields), button);
    }

    public static Html submit(String button) {
        return Tag.BUTTON.with(TYPE, "submit").of(button);
    }

    /** A button that isn't the main one of its page. */
    public static Html minorSubmit(String button) {
        return Tag.BUTTON.styled("minor").with(TYPE, "submit").of(button);
    }

    public static Html hidden(String name, String value) {
        return Tag.INPUT
                .with(TYPE, "hidden")
                .with(NAME, name)
                .with(VALUE, value)
                .of();
    }

    public static Html hidden(Map<String, String> fields) {
        return Html.of(fields.entrySet().stream()
                .map(field -> hidden(field.getKey(), field.getValue()))
                .toList());
    }

    public static Html text(String name, String label, String value, boolean required) {
        return labelled(
                name,
                label + (required ? "" : " (optional)"),
                input(name, value, required).of());
    }

    /** A field whose value can't be accepted, with what is wrong beside it. */
    public static Html wrong(String name, String label, String value, boolean required, String fault) {
        String described = name + "-fault";
        return labelled(
                name,
                label + (required ? "" : " (optional)"),
                Html.of(
                        input(name, value, required)
                                .with(ARIA_INVALID, true)
                                .with(ARIA_DESCRIBEDBY, described)
                                .of(),
                        Tag.SPAN.styled("fault").with(ID, described).of(fault)));
    }

    /** A field for a text that may be longer than usual. */
    public static Html longText(String name, String label, String value, boolean required, int maxLength) {
        return labelled(
                name,
                label + (required ? "" : " (optional)"),
                input(name, value, required, maxLength).of());
    }

    /** A field for which values are suggested; any other may be entered too. */
    public static Html text(String name, String label, String value, boolean required, Choices choices) {
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
        return input(name, value, required, MAX_LENGTH);
    }

    private static Element input(String name, String value, boolean required, int maxLength) {
        return Tag.INPUT
                .with(TYPE, "text")
                .with(ID, name)
                .with(NAME, name)
                .with(VALUE, value)
                .with(MAXLENGTH, maxLength)
                .with(AUTOCOMPLETE, "off")
                .with(required, REQUIRED, "");
    }

    /** A box to check; checked, it submits {@code yes}. */
    public static Html box(String name, String label, boolean checked) {
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
    public static Html lines(String name, String label, String value, int rows) {
        return lines(name, label, value, rows, true);
    }

    /** A text area of several lines that may be left empty. */
    public static Html optionalLines(String name, String label, String value, int rows) {
        return lines(name, label, value, rows, false);
    }

    private static Html lines(String name, String label, String value, int rows, boolean required) {
        return labelled(
                name,
                label,
                Tag.TEXTAREA
                        .with(ID, name)
                        .with(NAME, name)
                        .with(ROWS, rows)
                        .with(SPELLCHECK, false)
                        .with(required, REQUIRED, "")
                        // A browser drops one line feed after the tag.
                        .of(Html.editable("\n" + value)));
    }

    /**
     * A field with a list to choose from.
     *
     * @param options the displayed text by submitted value, in order
     */
    public static Html choice(String name, String label, String value, Map<String, String> options) {
        Html all = Html.of(options.entrySet().stream()
                .map(option -> Tag.OPTION
                        .with(VALUE, option.getKey())
                        .with(option.getKey().equals(value), SELECTED, "")
                        .of(option.getValue()))
                .toList());
        return labelled(name, label, Tag.SELECT.with(ID, name).with(NAME, name).of(all));
    }

    public static Html labelled(String id, String label, Html field) {
        return Tag.P.styled("field").of(Tag.LABEL.with(FOR, id).of(label), field);
    }
}
