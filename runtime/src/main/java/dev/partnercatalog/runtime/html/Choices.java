package dev.partnercatalog.runtime.html;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Known values of a field, as a browser suggests them.
 *
 * @param names name of each value; empty if it has none
 */
public record Choices(Map<String, String> names) {

    /** The most values that a page contains; all others can still be entered. */
    public static final int MOST = 500;

    public Choices {
        names = Collections.unmodifiableMap(new LinkedHashMap<>(names));
    }

    Html html(String id) {
        return Tag.DATALIST
                .with(Attribute.ID, id)
                .of(Html.of(names.entrySet().stream()
                        .limit(MOST)
                        .map(choice -> Tag.OPTION
                                .with(Attribute.VALUE, choice.getKey())
                                .of(choice.getValue()))
                        .toList()));
    }
}
