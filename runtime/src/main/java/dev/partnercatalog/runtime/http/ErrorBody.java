package dev.partnercatalog.runtime.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The error body of the API (specification, "Error body"; D20). */
public final class ErrorBody implements ProblemFormat {

    private final Set<String> pathsWithoutCodes;
    private final @Nullable String help;

    /** Every error includes its code. */
    public ErrorBody() {
        this(Set.of(), null);
    }

    private ErrorBody(Set<String> pathsWithoutCodes, @Nullable String help) {
        this.pathsWithoutCodes = pathsWithoutCodes;
        this.help = help;
    }

    /** Every error includes its code, except at one path (D19). */
    public static ErrorBody withoutCodesAt(String path) {
        return new ErrorBody(Set.of(path, path + "/"), null);
    }

    /**
     * The same errors, each with a link to what a page says about its code.
     *
     * @param page the address of a page with an anchor for each code, which is the code in lower case
     */
    public ErrorBody withHelpAt(String page) {
        return new ErrorBody(pathsWithoutCodes, page);
    }

    @Override
    public Map<String, String> headers(HttpProblem problem) {
        return help == null
                ? Map.of()
                : Map.of(
                        "Link",
                        "<" + help + "#" + problem.code().name().toLowerCase(Locale.ROOT)
                                + ">; rel=\"help\"; type=\"text/html\"");
    }

    @Override
    public byte[] body(HttpProblem problem, @Nullable String path) {
        boolean withCode = path == null || !pathsWithoutCodes.contains(path);
        return JsonOutput.bytes(json -> write(problem, withCode, json));
    }

    private static void write(HttpProblem problem, boolean withCode, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeObjectFieldStart("body");
        if (!problem.violations().isEmpty()) {
            json.writeArrayFieldStart("violations");
            for (Violation violation : problem.violations()) {
                json.writeStartObject();
                json.writeStringField("field", violation.field());
                json.writeStringField("problem", violation.problem());
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
        json.writeNumberField("code", problem.code().status());
        if (withCode) {
            json.writeStringField("errorCode", problem.code().name());
        }
        json.writeStringField("message", problem.message());
        json.writeStringField("suggestion", problem.suggestion());
        json.writeStringField("title", problem.code().title());
        json.writeEndObject();
    }
}
