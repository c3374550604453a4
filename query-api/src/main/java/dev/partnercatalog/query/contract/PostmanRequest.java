package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/** One operation of the OpenAPI document as a request of a Postman collection, with its variables and its test. */
final class PostmanRequest {

    private static final ObjectMapper JSON = new ObjectMapper();

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

    /** What must be read first for a change's entity tag. */
    private static final Map<String, String> TAGS = Map.of(
            "updatePartner", "{{etag}}",
            "patchPartner", "{{etag}}");

    private static final Map<String, String> QUERY = Map.of("since", "{{changes}}");

    private static final Map<String, String> FORM = Map.of(
            "client_id", "{{clientId}}",
            "client_secret", "{{clientSecret}}",
            "grant_type", "client_credentials",
            "scope", "partner/read");

    private final JsonNode document;
    private final JsonNode operation;
    private final String id;

    PostmanRequest(JsonNode document, JsonNode operation) {
        this.document = document;
        this.operation = operation;
        this.id = operation.path("operationId").asText();
    }

    ObjectNode item(String method, String server, String path) {
        ObjectNode item = JSON.createObjectNode();
        item.put("name", operation.path("summary").asText());
        ArrayNode events = item.putArray("event");
        script(events, "prerequest", PostmanScripts.before(id));
        script(events, "test", PostmanScripts.after(id));
        ObjectNode request = item.putObject("request");
        if (!needsToken()) {
            request.putObject("auth").put("type", "noauth");
        }
        request.put("method", method.toUpperCase(Locale.ROOT));
        request.put("description", operation.path("description").asText());
        headers(request.putArray("header"));
        body(request);
        url(request.putObject("url"), server, path);
        item.putArray("response");
        return item;
    }

    /** The document requires a token everywhere unless an operation says otherwise. */
    private boolean needsToken() {
        return !operation.has("security");
    }

    private void headers(ArrayNode headers) {
        if (BODIES.containsKey(id)) {
            headers.addObject().put("key", "Content-Type").put("value", mediaType());
        }
        for (JsonNode parameter : operation.path("parameters")) {
            String name = resolved(parameter).path("name").asText();
            String value = name.equals(IF_MATCH) ? TAGS.get(id) : null;
            if (value != null) {
                headers.addObject().put("key", name).put("value", value);
            }
        }
    }

    private String mediaType() {
        return operation.at("/requestBody/content").fieldNames().next();
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
    }

    private void body(ObjectNode request) {
        JsonNode content = operation.path("requestBody").path("content");
        if (content.has("application/x-www-form-urlencoded")) {
            ObjectNode body = request.putObject("body").put("mode", "urlencoded");
            ArrayNode fields = body.putArray("urlencoded");
            FORM.keySet().stream()
                    .sorted()
                    .forEach(name -> fields.addObject()
                            .put("key", name)
                            .put("value", FORM.get(name))
                            .put("type", "text"));
        } else if (BODIES.containsKey(id)) {
            ObjectNode body = request.putObject("body").put("mode", "raw");
            body.put("raw", BODIES.get(id));
            body.putObject("options").putObject("raw").put("language", "json");
        }
    }

    private void url(ObjectNode url, String server, String path) {
        String filled = path.replace("{", "{{").replace("}", "}}");
        StringJoiner query = new StringJoiner("&", "?", "").setEmptyValue("");
        for (JsonNode parameter : operation.path("parameters")) {
            JsonNode resolved = resolved(parameter);
            String value = QUERY.get(resolved.path("name").asText());
            if (value != null && resolved.path("in").asText().equals("query")) {
                String name = resolved.path("name").asText();
                query.add(name + "=" + value);
                url.withArray("query").addObject().put("key", name).put("value", value);
            }
        }
        url.put("raw", "{{" + server + "}}" + filled + query);
        url.putArray("host").add("{{" + server + "}}");
        ArrayNode segments = url.putArray("path");
        Arrays.stream(filled.substring(1).split("/", -1)).forEach(segments::add);
    }

    private static void script(ArrayNode events, String listen, List<String> lines) {
        if (!lines.isEmpty()) {
            ObjectNode script = events.addObject().put("listen", listen).putObject("script");
            script.put("type", "text/javascript");
            lines.forEach(script.putArray("exec")::add);
        }
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
