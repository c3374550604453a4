package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.ResourceFile;
import dev.partnercatalog.runtime.http.JsonOutput;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A Postman collection (v2.1) of every operation in the OpenAPI document, with a folder for each tag, in an order in
 * which it can be run from top to bottom: the token first (D23). Each request is tested, and stores what later ones need.
 */
final class PostmanCollection {

    private final JsonNode document;
    private final JsonNode scripts;
    private final JsonNode requests;

    private PostmanCollection(JsonNode document, JsonNode scripts, JsonNode requests) {
        this.document = document;
        this.scripts = scripts;
        this.requests = requests;
    }

    static byte[] of(OpenApiDocument document, URI api, URI issuer) {
        ObjectNode collection = (ObjectNode) OpenApiDocument.parsed(ResourceFile.text(
                        PostmanCollection.class, "postman.yaml")
                .replace("{api}", api.toString())
                .replace("{issuer}", issuer.toString()));
        JsonNode tree = document.tree();
        new PostmanCollection(tree, collection.remove("scripts"), collection.remove("requests"))
                .addTo(collection.withArray("item"));
        collection.withObject("/info").put("name", tree.at("/info/title").asText());
        return JsonOutput.of(collection);
    }

    private void addTo(ArrayNode folders) {
        Map<String, ArrayNode> byTag = new LinkedHashMap<>();
        for (JsonNode tag : document.path("tags")) {
            String name = tag.path("name").asText();
            byTag.put(name, folders.addObject().put("name", name).putArray("item"));
        }
        document.path("paths").properties().forEach(path -> path.getValue().properties().forEach(method -> {
            ArrayNode folder = byTag.get(method.getValue().at("/tags/0").asText());
            if (folder != null) {
                String server = path.getValue().has("servers") ? "{{authUrl}}" : "{{baseUrl}}";
                addRequest(folder.addObject(), method.getKey(), server, path.getKey(), method.getValue());
            }
        }));
    }

    private void addRequest(ObjectNode item, String method, String server, String path, JsonNode operation) {
        JsonNode own = requests.path(operation.path("operationId").asText());
        ArrayNode events = item.put("name", operation.path("summary").asText()).putArray("event");
        addScript(events, "prerequest", scripts.path(own.path("before").asText()).asText().lines());
        addScript(
                events,
                "test",
                Stream.concat(
                        Stream.of(statusTest(own.path("statuses").asText())),
                        own.path("after").asText().lines()));
        ObjectNode request = item.putObject("request");
        if (operation.has("security")) {
            // The document requires a token everywhere unless an operation says otherwise.
            request.putObject("auth").put("type", "noauth");
        }
        request.put("method", method.toUpperCase(Locale.ROOT))
                .put("description", operation.path("description").asText());
        addContent(request, own, operation.at("/requestBody/content"));
        addUrl(request.putObject("url"), server, path, own.path("query"));
        item.putArray("response");
    }

    private static void addScript(ArrayNode events, String listen, Stream<String> lines) {
        ObjectNode event = events.objectNode().put("listen", listen);
        ArrayNode script = event.putObject("script").put("type", "text/javascript").putArray("exec");
        lines.forEach(script::add);
        if (!script.isEmpty()) {
            events.add(event);
        }
    }

    /** @param statuses those that are right, depending on how the partner is set up; empty for 200 alone */
    private static String statusTest(String statuses) {
        return statuses.isEmpty()
                ? "pm.test('status is 200', () => pm.response.to.have.status(200));"
                : "pm.test('status is one of " + statuses + "', () => pm.expect(pm.response.code).to.be.oneOf(" + statuses
                        + "));";
    }

    private static void addContent(ObjectNode request, JsonNode own, JsonNode content) {
        ArrayNode headers = request.putArray("header");
        if (own.has("form")) {
            request.putObject("body").put("mode", "urlencoded").set("urlencoded", own.path("form"));
        } else if (own.has("body")) {
            headers.addObject().put("key", "Content-Type").put("value", content.fieldNames().next());
            request.putObject("body")
                    .put("mode", "raw")
                    .put("raw", own.path("body").asText())
                    .putObject("options")
                    .putObject("raw")
                    .put("language", "json");
        }
        own.path("header").forEach(headers::add);
    }

    private static void addUrl(ObjectNode url, String server, String path, JsonNode query) {
        String filled = path.replace("{", "{{").replace("}", "}}");
        StringBuilder raw = new StringBuilder(server).append(filled);
        query.forEach(value -> raw.append('?').append(value.path("key").asText()).append('=').append(value.path("value").asText()));
        if (!query.isEmpty()) {
            url.set("query", query);
        }
        url.put("raw", raw.toString()).putArray("host").add(server);
        ArrayNode parts = url.putArray("path");
        Stream.of(filled.substring(1).split("/", -1)).forEach(parts::add);
    }
}
