package dev.partnercatalog.runtime.html;

import java.util.Locale;

/** The attributes that may have any value: none that a browser follows or executes. */
public enum Attribute {
    ARIA_CURRENT,
    ARIA_DESCRIBEDBY,
    ARIA_HIDDEN,
    ARIA_INVALID,
    ARIA_LABEL,
    AUTOCOMPLETE,
    CHARSET,
    CHECKED,
    CLASS,
    CONTENT,
    DATA_REFRESH,
    DATETIME,
    ENCTYPE,
    FOR,
    ID,
    LANG,
    LIST,
    MAXLENGTH,
    METHOD,
    NAME,
    OPEN,
    REL,
    REQUIRED,
    ROLE,
    ROWS,
    SCOPE,
    SELECTED,
    SPELLCHECK,
    TABINDEX,
    TYPE,
    VALUE,
    // SVG attributes.
    D,
    TEXT_ANCHOR,
    VIEW_BOX,
    X,
    X1,
    X2,
    Y,
    Y1,
    Y2;

    String nameInMarkup() {
        return this == VIEW_BOX ? "viewBox" : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
