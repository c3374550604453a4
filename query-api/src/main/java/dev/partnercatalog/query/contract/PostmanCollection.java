package dev.partnercatalog.query.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.partnercatalog.runtime.ResourceFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Postman collection (v2.1) of every operation in the OpenAPI document, with a folder for each tag, in an order in
 * which it can be run from top to bottom: the token first (D23).
 */
final class PostmanCollection {

    private static final String SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";
    private static final ObjectMapper JSON = new ObjectMapper();

    private final JsonNode document;
    private final ObjectNode collection = JSON.createObjectNode();

    private PostmanCollection(JsonNode document) {
        this.document = document;
    }

    static byte[] of(OpenApiDocument document, URI api, URI issuer) {
        try {
            return JSON.writeValueAsBytes(new PostmanCollection(document.tree()).collection(api, issuer));
        } catch (IOException e) {
            throw new UncheckedIOException("can't write JSON to memory", e);
        }
    }

    private ObjectNode collection(URI api, URI issuer) {
        ObjectNode info = collection.putObject("info");
        info.put("name", document.at("/info/title").asText());
        info.put("description", ResourceFile.text(PostmanCollection.class, "postman.md"));
        info.put("schema", SCHEMA);
        bearer(collection.putObject("auth"));
        ArrayNode folders = collection.putArray("item");
        requestsByTag().forEach((tag, requests) -> {
            ObjectNode folder = folders.addObject().put("name", tag);
            folder.putArray("item").addAll(requests);
        });
        ArrayNode variables = collection.putArray("variable");
        variable(variables, "baseUrl", api.toString());
        variable(variables, "authUrl", issuer.toString());
        for (String set : List.of("clientId", "clientSecret", "accessToken", "partnerId", "companyId", "locationId")) {
            variable(variables, set, "");
        }
        variable(variables, "barcode", "4001");
        variable(variables, "sku", "NS-1");
        variable(variables, "provider", "greenline");
        variable(variables, "providerId", "g-7");
        variable(variables, "partner", "");
        variable(variables, "etag", "");
        variable(variables, "changes", "");
        variable(variables, "deliveryId", "");
        return collection;
    }

    private static void variable(ArrayNode variables, String key, String value) {
        variables.addObject().put("key", key).put("value", value).put("type", "string");
    }

    private static void bearer(ObjectNode auth) {
        auth.put("type", "bearer")
                .putArray("bearer")
                .addObject()
                .put("key", "token")
                .put("value", "{{accessToken}}")
                .put("type", "string");
    }

    private Map<String, List<ObjectNode>> requestsByTag() {
        Map<String, List<ObjectNode>> byTag = new LinkedHashMap<>();
        document.path("tags").forEach(tag -> byTag.put(tag.path("name").asText(), new ArrayList<>()));
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    JsonNode operation = method.getValue();
                    List<ObjectNode> requests =
                            byTag.get(operation.path("tags").path(0).asText());
                    if (requests != null && operation.has("operationId")) {
                        boolean elsewhere = path.getValue().has("servers");
                        requests.add(new PostmanRequest(document, operation)
                                .item(method.getKey(), elsewhere ? "authUrl" : "baseUrl", path.getKey()));
                    }
                }));
        return byTag;
    }
}
