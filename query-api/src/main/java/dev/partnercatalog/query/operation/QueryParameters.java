package dev.partnercatalog.query.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.resolution.RecordFields;
import dev.partnercatalog.runtime.http.HttpProblem;
import io.javalin.http.Context;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the parameters of a query; wrong types are not coerced (D20). */
final class QueryParameters {

    private static final String FIELDS = "fields";

    private QueryParameters() {}

    /**
     * Null if the parameter is absent; throws {@link HttpProblem} (status 400) if it occurs more than once, or can't be
     * decoded. The framework's own parser omits what it can't decode, and uses the charset of a body.
     */
    static @Nullable String text(Context context, String name) {
        String query = context.queryString();
        List<String> values = new ArrayList<>();
        for (String parameter : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
            int end = parameter.indexOf('=');
            if (name.equals(decoded(name, end < 0 ? parameter : parameter.substring(0, end)))) {
                values.add(end < 0 ? "" : decoded(name, parameter.substring(end + 1)));
            }
        }
        if (values.size() > 1) {
            throw HttpProblem.invalid(name, "given " + values.size() + " times; expected once");
        }
        return values.isEmpty() ? null : values.get(0);
    }

    private static String decoded(String name, String encoded) {
        try {
            return URLDecoder.decode(encoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw HttpProblem.invalid(name, "the query isn't URL-encoded correctly");
        }
    }

    /** Throws {@link HttpProblem} (status 400) if it is not a whole number within the limits. */
    static int number(Context context, String name, int least, int most, int otherwise) {
        String text = text(context, name);
        if (text == null) {
            return otherwise;
        }
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < least || Integer.parseInt(text) > most) {
            throw HttpProblem.invalid(
                    name,
                    "expected a whole number from " + least + " to " + most + ", got \"" + HttpProblem.shown(text)
                            + "\"");
        }
        return Integer.parseInt(text);
    }

    /** False if the parameter is absent; throws {@link HttpProblem} (status 400) if it is neither true nor false. */
    static boolean flag(Context context, String name) {
        String text = text(context, name);
        if (text == null || text.equals("false")) {
            return false;
        }
        if (!text.equals("true")) {
            throw HttpProblem.invalid(name, "expected true or false, got \"" + HttpProblem.shown(text) + "\"");
        }
        return true;
    }

    /** Which fields of the records a caller wants (D36), as names with commas between them: all if it doesn't say. Throws {@link HttpProblem} (status 400). */
    static RecordFields fields(Context context) {
        String text = text(context, FIELDS);
        if (text == null) {
            return RecordFields.ALL;
        }
        List<String> names = text.isEmpty() ? List.of() : List.of(text.split(",", -1));
        for (String name : names) {
            String problem = problem(name);
            if (problem != null) {
                throw HttpProblem.invalid(FIELDS, problem);
            }
        }
        return RecordFields.of(names);
    }

    /** The same in a body: an array of names. Adds what is wrong with it to the violations. */
    static RecordFields fields(ObjectNode body, JsonFields violations) {
        List<String> names = violations.texts(body, FIELDS, QueryParameters::problem);
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
