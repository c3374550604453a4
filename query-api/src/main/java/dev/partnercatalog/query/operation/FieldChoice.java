package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.runtime.http.HttpProblem;
import io.javalin.http.Context;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads which fields of the records a caller wants (D36): all of them if it doesn't say. */
final class FieldChoice {

    private static final String NAME = "fields";

    private FieldChoice() {}

    /** The choice in a query: names with commas between them. Throws {@link HttpProblem} (status 400). */
    static RecordFields of(Context context) {
        String text = QueryParameters.text(context, NAME);
        if (text == null) {
            return RecordFields.ALL;
        }
        List<String> names = text.isEmpty() ? List.of() : List.of(text.split(",", -1));
        for (String name : names) {
            String problem = problem(name);
            if (problem != null) {
                throw HttpProblem.invalid(NAME, problem);
            }
        }
        return RecordFields.of(names);
    }

    /** The choice in a body: an array of names. Adds what is wrong with it to the violations. */
    static RecordFields of(ObjectNode body, JsonFields violations) {
        List<String> names = violations.texts(body, NAME, FieldChoice::problem);
        return names == null ? RecordFields.ALL : RecordFields.of(names);
    }

    /** What is wrong with a name; null if nothing is. */
    private static @Nullable String problem(String name) {
        return RecordFields.isMember(name)
                ? null
                : HttpProblem.shown('"' + name + '"') + " is not a field of a variant; expected some of "
                        + String.join(", ", RecordFields.ALL.names());
    }
}
