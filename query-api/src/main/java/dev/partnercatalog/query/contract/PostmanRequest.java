package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One operation of the OpenAPI document as a request of a Postman collection, with its variables and its test. */
final class PostmanRequest {

    /** A request with its scripts, as in the collection's format; so are the other records. */
    record Item(String name, List<Event> event, Request request, List<String> response) {}

    private record Event(String listen, Script script) {}

    private record Script(String type, List<String> exec) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Request(
            @Nullable Auth auth,
            String method,
            String description,
            List<Value> header,
            @Nullable Body body,
            Url url) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Auth(String type, @Nullable List<Value> bearer) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Body(
            String mode,
            @Nullable List<Value> urlencoded,
            @Nullable String raw,
            @Nullable Map<String, Map<String, String>> options) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Url(@Nullable List<Value> query, String raw, List<String> host, List<String> path) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Value(String key, String value, @Nullable String type) {}

    /** Request bodies that replace the document's examples; strings may contain variables, which stand alone. */
    private static final Map<String, String> BODIES = Map.of(
            "updatePartner", "{{partner}}",
            "patchPartner", "{\n  \"webhook\": {\n    \"enabled\": false\n  }\n}",
            "enableSharedCustomer", "{\n  \"provider\": \"{{provider}}\",\n  \"providerId\": \"{{providerId}}\"\n}",
            "updateWebhookAuthentication", "{\n  \"headers\": []\n}",
            "resyncWebhook", "{\n  \"companyId\": {{companyId}},\n  \"locationId\": {{locationId}}\n}",
            "batchGetVariants",
                    "{\n  \"locationId\": {{locationId}},\n  \"barcodes\": [\"{{barcode}}\"],\n"
                            + "  \"skus\": [\"{{sku}}\"]\n}");

    private static final String IF_MATCH = "If-Match";

    /** Changes that need the entity tag of what was read first. */
    private static final Set<String> CONDITIONAL = Set.of("updatePartner", "patchPartner");

    /** The parameter of a query that has a variable's value. */
    private static final String SINCE = "since";

    private static final List<Value> FORM = List.of(
            new Value("client_id", "{{clientId}}", "text"),
            new Value("client_secret", "{{clientSecret}}", "text"),
            new Value("grant_type", "client_credentials", "text"),
            new Value("scope", "partner/read", "text"));

    private final JsonNode document;
    private final JsonNode operation;
    private final String id;

    PostmanRequest(JsonNode document, JsonNode operation) {
        this.document = document;
        this.operation = operation;
        this.id = operation.path("operationId").asText();
    }

    Item item(String method, String server, String path) {
        List<Event> events = Stream.of(
                        new Event("prerequest", new Script("text/javascript", PostmanScripts.before(id))),
                        new Event("test", new Script("text/javascript", PostmanScripts.after(id))))
                .filter(event -> !event.script().exec().isEmpty())
                .toList();
        Request request = new Request(
                needsToken() ? null : new Auth("noauth", null),
                method.toUpperCase(Locale.ROOT),
                operation.path("description").asText(),
                headers(),
                body(),
                url(server, path));
        return new Item(operation.path("summary").asText(), events, request, List.of());
    }

    /** The document requires a token everywhere unless an operation says otherwise. */
    private boolean needsToken() {
        return !operation.has("security");
    }

    private List<Value> headers() {
        List<Value> headers = new ArrayList<>();
        if (BODIES.containsKey(id)) {
            headers.add(new Value("Content-Type", mediaType(), null));
        }
        parameters()
                .filter(parameter -> parameter.path("name").asText().equals(IF_MATCH) && CONDITIONAL.contains(id))
                .forEach(parameter -> headers.add(new Value(IF_MATCH, "{{etag}}", null)));
        return headers;
    }

    private Stream<JsonNode> parameters() {
        return operation
                .path("parameters")
                .valueStream()
                .map(node -> node.has("$ref")
                        ? document.at(node.path("$ref").asText().substring(1))
                        : node);
    }

    private String mediaType() {
        return operation.at("/requestBody/content").fieldNames().next();
    }

    private @Nullable Body body() {
        JsonNode content = operation.path("requestBody").path("content");
        if (content.has("application/x-www-form-urlencoded")) {
            return new Body("urlencoded", FORM, null, null);
        }
        return BODIES.containsKey(id)
                ? new Body("raw", null, BODIES.get(id), Map.of("raw", Map.of("language", "json")))
                : null;
    }

    private Url url(String server, String path) {
        String filled = path.replace("{", "{{").replace("}", "}}");
        List<Value> query = parameters()
                .filter(parameter -> parameter.path("in").asText().equals("query")
                        && parameter.path("name").asText().equals(SINCE))
                .map(parameter -> new Value(SINCE, "{{changes}}", null))
                .toList();
        String asked = query.stream()
                .map(value -> value.key() + "=" + value.value())
                .collect(Collectors.joining("&", query.isEmpty() ? "" : "?", ""));
        String host = "{{" + server + "}}";
        return new Url(
                query.isEmpty() ? null : query,
                host + filled + asked,
                List.of(host),
                List.of(filled.substring(1).split("/", -1)));
    }

    /** The scripts of the Postman collection: each request is tested, and stores what later ones need. */
    static final class PostmanScripts {

        /** Operations for which a status other than 200 is also right: it depends on how the partner is set up. */
        private static final Map<String, String> STATUSES = Map.of(
                "enableSharedCustomer", "[200, 404]",
                "resumeWebhook", "[200, 403]",
                "pingWebhook", "[200, 403]",
                "getWebhookDelivery", "[200, 404]",
                "repeatWebhookDelivery", "[200, 404]");

        /** Operations that nobody wants to run just by running everything. */
        private static final Set<String> ON_DEMAND = Set.of(
                "resyncWebhook",
                "repeatWebhookDelivery",
                "rotateWebhookSecret",
                "updateWebhookAuthentication",
                "deleteWebhookAuthentication");

        /** They continue from the cursor of the previous snapshot, if that had a single page. */
        private static final Set<String> NEED_CURSOR = Set.of("getVariantChanges", "getCompanyVariantChanges");

        private static final List<String> LEAVE_CURSOR =
                List.of("pm.collectionVariables.set('changes', pm.response.json().changes || '');");

        private static final Map<String, List<String>> AFTER = Map.of(
                "getVariants", LEAVE_CURSOR,
                "getCompanyVariants", LEAVE_CURSOR,
                "requestToken", List.of("pm.collectionVariables.set('accessToken', pm.response.json().access_token);"),
                "getPartner",
                        List.of(
                                "const partner = pm.response.json();",
                                "pm.collectionVariables.set('partnerId', partner.partnerId);",
                                "pm.collectionVariables.set('partner', JSON.stringify(partner, null, 2));",
                                "pm.collectionVariables.set('etag', pm.response.headers.get('ETag'));",
                                "const company = partner.allowedCompanies[0];",
                                "if (company && !pm.variables.get('companyId')) {",
                                "  pm.collectionVariables.set('companyId', company.id);",
                                "}",
                                "if (company && !pm.variables.get('locationId')) {",
                                "  const location = company.locations[0];",
                                "  pm.collectionVariables.set('locationId', location ? location.id : company.id);",
                                "}"),
                "getWebhookDeliveries",
                        List.of(
                                "const delivery = pm.response.json().deliveries[0];",
                                "pm.collectionVariables.set('deliveryId', delivery ? delivery.id : '');"),
                "batchGetVariants",
                        List.of(
                                "pm.test('every identifier is accounted for', () => {",
                                "  const answer = pm.response.json();",
                                "  pm.expect(answer.variants.length + answer.failedBarcodes.length).to.be.at.least(1);",
                                "});"));

        private PostmanScripts() {}

        static List<String> before(String operationId) {
            if (NEED_CURSOR.contains(operationId)) {
                return List.of("if (!pm.variables.get('changes')) {", "  pm.execution.skipRequest();", "}");
            }
            return ON_DEMAND.contains(operationId)
                    ? List.of(
                            "// Runs only if the variable 'everything' is set to true: it changes more than a test"
                                    + " should.",
                            "if (String(pm.variables.get('everything')) !== 'true') {",
                            "  pm.execution.skipRequest();",
                            "}")
                    : List.of();
        }

        static List<String> after(String operationId) {
            List<String> lines = new ArrayList<>();
            String statuses = STATUSES.get(operationId);
            if (statuses == null) {
                lines.add("pm.test('status is 200', () => pm.response.to.have.status(200));");
            } else {
                lines.add("pm.test('status is one of " + statuses + "', () => pm.expect(pm.response.code).to.be.oneOf("
                        + statuses + "));");
            }
            lines.addAll(AFTER.getOrDefault(operationId, List.of()));
            return lines;
        }
    }
}
