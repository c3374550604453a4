package dev.partnercatalog.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The error body of the API (specification, "Error body"; D20). */
public final class ErrorBody implements ProblemFormat {

    private final Set<String> pathsWithoutCodes;

    /** Every error includes its code. */
    public ErrorBody() {
        this(Set.of());
    }

    private ErrorBody(Set<String> pathsWithoutCodes) {
        this.pathsWithoutCodes = pathsWithoutCodes;
    }

    /** Every error includes its code, except at one path (D19). */
    public static ErrorBody withoutCodesAt(String path) {
        return new ErrorBody(Set.of(path, path + "/"));
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
