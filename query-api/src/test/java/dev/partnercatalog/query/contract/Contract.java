package dev.partnercatalog.query.contract;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request.Method;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.atlassian.oai.validator.report.LevelResolver;
import com.atlassian.oai.validator.report.ValidationReport;
import com.atlassian.oai.validator.report.ValidationReport.Level;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;

/** Holds what a test sends and gets to the OpenAPI document. Thread-safe. */
public final class Contract {

    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT");
    private static final URI ANYWHERE = URI.create("http://anywhere.example");

    private final OpenApiInteractionValidator validator = OpenApiInteractionValidator.createForInlineApiSpecification(
                    new String(new OpenApiDocument(ANYWHERE, ANYWHERE).yaml(), StandardCharsets.UTF_8))
            .withLevelResolver(LevelResolver.create()
                    // Tests send to paths and by methods that there aren't, to see them refused.
                    .withLevel("validation.request.path.missing", Level.IGNORE)
                    .withLevel("validation.request.operation.notAllowed", Level.IGNORE)
                    // Unknown fields are ignored in a body that is sent; one that is got has none.
                    .withLevel("validation.request.body.schema.additionalProperties", Level.IGNORE)
                    .build())
            .build();

    /**
     * Fails the test where the response isn't what the document says, or where a request was answered with success
     * that the document doesn't allow.
     */
    public void check(Request request, Response response, String body) throws IOException {
        String path = request.url().encodedPath();
        check(request.method(), path, response.code(), response.headers().toMultimap(), body);
        if (METHODS.contains(request.method()) && response.isSuccessful()) {
            require(validator.validateRequest(sent(request, path)), request.method() + " " + path + ": the request");
        }
    }

    /** Fails the test where the response isn't what the document says. */
    public void check(String method, String path, int status, Map<String, List<String>> headers, String body) {
        if (METHODS.contains(method)) {
            SimpleResponse.Builder response = new SimpleResponse.Builder(status);
            headers.forEach(response::withHeader);
            ValidationReport report = validator.validateResponse(
                    path, Method.valueOf(method), (body.isEmpty() ? response : response.withBody(body)).build());
            require(report, method + " " + path + ": the response with status " + status + " " + body);
        }
    }

    private static void require(ValidationReport report, String what) {
        if (report.hasErrors()) {
            throw new AssertionError(what + " is not what the OpenAPI document says: "
                    + report.getMessages().stream()
                            .filter(message -> message.getLevel() == Level.ERROR)
                            .map(ValidationReport.Message::getMessage)
                            .collect(Collectors.joining("; ")));
        }
    }

    private static SimpleRequest sent(Request request, String path) throws IOException {
        SimpleRequest.Builder builder = new SimpleRequest.Builder(request.method(), path);
        request.headers().toMultimap().forEach(builder::withHeader);
        if (request.body() != null) {
            Buffer buffer = new Buffer();
            request.body().writeTo(buffer);
            builder.withBody(buffer.readByteArray())
                    .withContentType(String.valueOf(request.body().contentType()));
        }
        return builder.build();
    }
}
