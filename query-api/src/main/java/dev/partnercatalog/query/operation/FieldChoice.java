package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.http.HttpProblem;
import dev.partnercatalog.resolution.RecordFields;
import io.javalin.http.Context;
import java.util.ArrayList;
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
        JsonNode array = body.path(NAME);
        if (array.isMissingNode() || array.isNull()) {
            return RecordFields.ALL;
        }
        if (!array.isArray()) {
            violations.violation(NAME, "expected an array of strings, got " + JsonFields.shown(array));
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            JsonNode name = array.get(i);
            String problem =
                    name.isTextual() ? problem(name.textValue()) : "expected a string, got " + JsonFields.shown(name);
            if (problem != null) {
                violations.violation(NAME + "[" + i + "]", problem);
            }
            names.add(name.asText());
        }
        return RecordFields.of(names);
    }

    /** What is wrong with a name; null if nothing is. */
    private static @Nullable String problem(String name) {
        return RecordFields.isMember(name)
                ? null
                : HttpProblem.shown('"' + name + '"') + " is not a field of a variant; expected some of "
                        + String.join(", ", RecordFields.ALL.names());
    }
}
