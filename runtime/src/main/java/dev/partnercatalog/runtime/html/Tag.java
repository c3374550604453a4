package dev.partnercatalog.runtime.html;

import java.util.Locale;

/** The elements of pages. None allows inline scripts or styles. */
public enum Tag {
    A,
    BODY,
    BUTTON,
    CAPTION,
    CODE,
    DATALIST,
    DD,
    DETAILS,
    DIV,
    DL,
    DT,
    EM,
    FOOTER,
    FORM,
    H1,
    H2,
    H3,
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
    STRONG,
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
    // SVG elements.
    LINE,
    PATH,
    SVG,
    TEXT;

    String nameInMarkup() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the element has no content and no end tag. */
    boolean isVoid() {
        return this == INPUT || this == LINK || this == META;
    }

    public Html of(Html... content) {
        return new Element(this, "").of(content);
    }

    /** Adds text. */
    public Html of(String text) {
        return of(Html.text(text));
    }

    public Element with(Attribute attribute, Object value) {
        return new Element(this, "").with(attribute, value);
    }

    /** Adds classes of the style sheet. */
    public Element styled(String classes) {
        return with(Attribute.CLASS, classes);
    }

    /** Adds a link to a place of this address. */
    public Element to(Place place) {
        return new Element(this, "").to(place);
    }
}
