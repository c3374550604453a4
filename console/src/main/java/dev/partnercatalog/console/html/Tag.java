package dev.partnercatalog.console.html;

import java.util.Locale;

/** The elements that pages are made of. None takes a script or a style of its own. */
public enum Tag {
    A,
    BODY,
    BUTTON,
    CAPTION,
    CODE,
    DD,
    DETAILS,
    DIV,
    DL,
    DT,
    FOOTER,
    FORM,
    H1,
    H2,
    HEAD,
    HEADER,
    HTML,
    INPUT,
    LABEL,
    LI,
    LINK,
    MAIN,
    META,
    NAV,
    NOSCRIPT,
    OL,
    OPTION,
    P,
    PRE,
    SCRIPT,
    SECTION,
    SELECT,
    SPAN,
    SUMMARY,
    TABLE,
    TBODY,
    TD,
    TEXTAREA,
    TH,
    THEAD,
    TIME,
    TITLE,
    TR,
    UL,
    // Of SVG.
    LINE,
    PATH,
    SVG,
    TEXT;

    String nameInMarkup() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it has no content and no end tag. */
    boolean isVoid() {
        return this == INPUT || this == LINK || this == META;
    }

    public Html of(Html... content) {
        return new Element(this, "").of(content);
    }

    /** With text. */
    public Html of(String text) {
        return of(Html.text(text));
    }

    public Element with(Attribute attribute, Object value) {
        return new Element(this, "").with(attribute, value);
    }

    /** With classes of the style sheet. */
    public Element styled(String classes) {
        return with(Attribute.CLASS, classes);
    }

    /** With a link to a place of this console. */
    public Element to(Place place) {
        return new Element(this, "").to(place);
    }
}
