package dev.partnercatalog.console.html;

import java.util.Locale;

/** The attributes that may have any value: none that a browser follows or runs. */
public enum Attribute {
    ARIA_CURRENT,
    ARIA_DESCRIBEDBY,
    ARIA_HIDDEN,
    ARIA_LABEL,
    ARIA_LABELLEDBY,
    AUTOCOMPLETE,
    CHARSET,
    CHECKED,
    CLASS,
    CONTENT,
    DATA_REFRESH,
    DATETIME,
    DISABLED,
    FOR,
    ID,
    INPUTMODE,
    LANG,
    MAXLENGTH,
    METHOD,
    NAME,
    OPEN,
    REL,
    REQUIRED,
    ROLE,
    SCOPE,
    SELECTED,
    TABINDEX,
    TITLE,
    TYPE,
    VALUE,
    // Of SVG.
    CX,
    CY,
    D,
    R,
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
