package dev.partnercatalog.query.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** The error body of the API (specification, "Error body"; D20). */
public final class ErrorBody implements ProblemFormat {

    @Override
    public byte[] body(HttpProblem problem) {
        return JsonOutput.bytes(json -> write(problem, json));
    }

    private static void write(HttpProblem problem, JsonGenerator json) throws IOException {
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
        json.writeStringField("errorCode", problem.code().name());
        json.writeStringField("message", problem.message());
        json.writeStringField("suggestion", problem.suggestion());
        json.writeStringField("title", problem.code().title());
        json.writeEndObject();
    }
}
