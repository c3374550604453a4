package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
}
