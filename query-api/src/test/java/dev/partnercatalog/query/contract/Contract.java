package dev.partnercatalog.query.contract;

import com.atlassian.oai.validator.OpenApiInteractionValidator;
import com.atlassian.oai.validator.model.Request.Method;
import com.atlassian.oai.validator.model.SimpleRequest;
import com.atlassian.oai.validator.model.SimpleResponse;
import com.atlassian.oai.validator.report.LevelResolver;
import com.atlassian.oai.validator.report.ValidationReport;
import com.atlassian.oai.validator.report.ValidationReport.Level;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.query.contract.OpenApiDocument.AcceptedValues;
import dev.partnercatalog.runtime.webhook.WebhookAddresses;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;

/** Checks what a test sends and receives against the OpenAPI document. Thread-safe. */
public final class Contract {

    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE");

    /** Headers of HTTP itself, and those that the document's text mentions for all responses. */
    private static final Set<String> EVERYWHERE = Set.of(
            "access-control-expose-headers",
            "connection",
            "content-length",
            "content-type",
            "date",
            "transfer-encoding",
            "x-content-type-options");

    private static final String OPEN_LIST = "x-extensible-enum";
    private static final URI ANYWHERE = URI.create("http://anywhere.example");

    /** What a service accepts if its operator has set nothing. */
    public static final AcceptedValues BY_DEFAULT =
            new AcceptedValues(Set.of("cova", "greenline"), new WebhookAddresses(false));

    /** The document of such a service. */
    static final OpenApiDocument DOCUMENT = new OpenApiDocument(ANYWHERE, ANYWHERE, BY_DEFAULT);

    private final OpenApiDocument document;
    private final OpenApiInteractionValidator requests;
    private final OpenApiInteractionValidator responses;
    private final DeclaredResponses declared;

    public Contract() {
        this(BY_DEFAULT);
    }

    /** The contract of a service that accepts these. */
    public Contract(AcceptedValues accepted) {
        document = new OpenApiDocument(ANYWHERE, ANYWHERE, accepted);
        declared = new DeclaredResponses(document.tree());
        requests = validator(
                document.tree(),
                LevelResolver.create()
                        // Tests use paths and methods that don't exist, to see them refused.
                        .withLevel("validation.request.path.missing", Level.IGNORE)
                        .withLevel("validation.request.operation.notAllowed", Level.IGNORE)
                        // Unknown fields are ignored in a request's body; a response's body has none.
                        .withLevel("validation.schema.additionalProperties", Level.IGNORE)
                        .build());
        responses = validator(
                withClosedLists(document.tree()),
                LevelResolver.create()
                        .withLevel("validation.request.path.missing", Level.IGNORE)
                        .withLevel("validation.request.operation.notAllowed", Level.IGNORE)
                        .build());
    }

    private static OpenApiInteractionValidator validator(JsonNode document, LevelResolver levels) {
        return OpenApiInteractionValidator.createForInlineApiSpecification(document.toString())
                .withLevelResolver(levels)
                .build();
    }

    /** Clients must expect values that an open list doesn't have (D33), but this version sends none. */
    private static JsonNode withClosedLists(JsonNode document) {
        JsonNode closed = document.deepCopy();
        closed.findParents(OPEN_LIST).forEach(list -> ((ObjectNode) list).set("enum", list.get(OPEN_LIST)));
        return closed;
    }

    /** The document's tree; must not be changed. */
    public JsonNode document() {
        return document.tree();
    }

    /** The request's violations of the document; empty if the document allows it. */
    public List<String> faults(com.atlassian.oai.validator.model.Request request) {
        return faults(requests.validateRequest(request));
    }

    /**
     * Fails the test if the response doesn't match the document, or if a request that the document doesn't allow was
     * answered with success.
     */
    public void check(Request request, Response response, String body) throws IOException {
        String path = request.url().encodedPath();
        check(request.method(), path, response.code(), response.headers().toMultimap(), body);
        if (METHODS.contains(request.method()) && response.isSuccessful()) {
            require(requests.validateRequest(sent(request, path)), request.method() + " " + path + ": the request");
        }
    }

    /** Fails the test if the response doesn't match the document. */
    public void check(String method, String path, int status, Map<String, List<String>> headers, String body) {
        if (METHODS.contains(method)) {
            SimpleResponse.Builder response = new SimpleResponse.Builder(status);
            headers.forEach(response::withHeader);
            ValidationReport report = responses.validateResponse(
                    path, Method.valueOf(method), (body.isEmpty() ? response : response.withBody(body)).build());
            require(report, method + " " + path + ": the response with status " + status + " " + body);
            Set<String> undeclared = new TreeSet<>(declared.undeclared(method, path, status, headers.keySet()));
            undeclared.removeAll(EVERYWHERE);
            if (!undeclared.isEmpty()) {
                throw new AssertionError(method + " " + path + ": the response with status " + status
                        + " has headers that the OpenAPI document doesn't: " + undeclared);
            }
        }
    }

    private static void require(ValidationReport report, String what) {
        List<String> faults = faults(report);
        if (!faults.isEmpty()) {
            throw new AssertionError(what + " is not what the OpenAPI document says: " + String.join("; ", faults));
        }
    }

    private static List<String> faults(ValidationReport report) {
        return report.getMessages().stream()
                .filter(message -> message.getLevel() == Level.ERROR)
                .map(ValidationReport.Message::getMessage)
                .toList();
    }

    private static SimpleRequest sent(Request request, String path) throws IOException {
        SimpleRequest.Builder builder = new SimpleRequest.Builder(request.method(), path);
        request.headers().toMultimap().forEach(builder::withHeader);
        request.url()
                .queryParameterNames()
                .forEach(name -> builder.withQueryParam(name, request.url().queryParameterValues(name)));
        if (request.body() != null && request.body().contentLength() != 0) {
            Buffer buffer = new Buffer();
            request.body().writeTo(buffer);
            builder.withBody(buffer.readByteArray())
                    .withContentType(String.valueOf(request.body().contentType()));
        }
        return builder.build();
    }
}
